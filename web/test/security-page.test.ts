import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '../../server/test/support/keys.ts'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

onStage('The security page', (stage) => {
  async function signedInElsewhere(email: string, userAgent: string): Promise<string> {
    const headers = { 'user-agent': userAgent }
    const answer = await stage().kontor.post('/auth/login', { email, password: PASSWORD }, { token: null, headers })
    return answer.body.data.token
  }

  test('lists everything that can act for a user: one is ended, then all others', async () => {
    const { kontor } = stage()
    const { id, email } = await addUser(kontor.engine, 'admin')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    const tokens = [await signedInElsewhere(email, FIREFOX), await signedInElsewhere(email, 'curl/8.14.1')]
    const keys = [
      await createKey(kontor, { name: 'Till', owner: id }),
      await createKey(kontor, { name: 'Display', owner: id }),
    ]
    const url = 'https://shop.example.com/kontor'
    assert.equal((await kontor.post('/webhooks', { url, events: ['items.*'] }, { token: tokens[0]! })).status, 201)
    const areAlive = () => Promise.all(tokens.map(async (token) => (await kontor.get('/auth/me', { token })).status))
    await visit.go('/profile/security')
    const access = page.getByRole('region', { name: 'Access to your account' })
    await access.getByText('This session').waitFor()
    for (const name of ['Firefox on Windows', 'curl', 'Till', 'Display', url])
      await access.getByText(name, { exact: true }).waitFor()
    await assertAccessible(page, 'security')
    await visit.picture('security')
    await access.getByRole('button', { name: 'End the session: Firefox on Windows' }).click()
    await page.getByText('The session was ended.').waitFor()
    assert.deepEqual(await areAlive(), [401, 200])
    await access.getByRole('button', { name: 'Revoke the API key Till' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Till was revoked.').waitFor()
    await access.getByRole('button', { name: 'End all others' }).click()
    const window = page.getByRole('dialog', { name: 'End all others?' })
    await window.getByRole('checkbox', { name: '1 other session' }).waitFor()
    await assertAccessible(page, 'end all others')
    await visit.picture('security-end-all')
    await window.getByRole('button', { name: 'End them' }).click()
    await page.getByText('All others were ended.').waitFor()
    assert.deepEqual(await areAlive(), [401, 401])
    for (const { key } of keys) {
      const answer = await kontor.get('/items', { token: null, headers: { 'x-api-key': key } })
      assert.equal(answer.status, 401)
    }
    await access.getByText('This session').waitFor()
    assert.equal(await access.getByRole('listitem').count(), 1)
  })

  test('tells what happened to the sign-in of a user, in plain words', async () => {
    const { kontor } = stage()
    const { email } = await addUser(kontor.engine, 'viewer')
    await kontor.login(email, 'wrong')
    await signedInElsewhere(email, FIREFOX)
    await using visit = await stage().visit({ as: { email, password: PASSWORD }, locale: 'de-DE' })
    const { page } = visit
    await visit.go('/profile')
    await page.getByRole('link', { name: 'Sicherheit öffnen' }).click()
    const events = page.getByRole('region', { name: 'Letzte Ereignisse' }).getByRole('listitem')
    await events.nth(2).waitFor()
    const shown = await events.allInnerTexts()
    assert.match(shown[0]!, /^Angemeldet/)
    assert.match(shown[1]!, /^Angemeldet\s+Firefox unter Windows · 127\.0\.0\.1 · /)
    assert.match(shown[2]!, /^Falsches Passwort\s+127\.0\.0\.1 · /)
    assert.equal(shown.length, 3)
    await visit.picture('security-german')
  })

  test('the password, with the current one', async () => {
    const { kontor } = stage()
    const { email } = await addUser(kontor.engine, 'sales')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/profile/security')
    const change = page.getByRole('button', { name: 'Change password' })
    const [current, fresh] = [page.getByLabel('Current password'), page.getByLabel('New password')]
    await current.fill('not this')
    await fresh.fill('a wholly new one 77')
    await change.click()
    await page.getByText('The current password is wrong.').waitFor()
    await current.fill(PASSWORD)
    await fresh.fill('password')
    await change.click()
    await page.getByText('The password is one of those that are tried first').waitFor()
    assert.equal(await fresh.getAttribute('aria-invalid'), 'true')
    await fresh.fill('a wholly new one 77')
    await change.click()
    await page.getByText('Your password was changed.').waitFor()
    assert.equal((await kontor.login(email, 'a wholly new one 77')).status, 200)
  })

  test('the e-mail address of an administrator, with the current password', async () => {
    const { kontor } = stage()
    const { email } = await addUser(kontor.engine, 'admin')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/profile/security')
    const card = page.getByRole('region', { name: 'E-mail address' })
    const [current, fresh] = [card.getByLabel('Your current password'), card.getByLabel('New e-mail address')]
    const change = card.getByRole('button', { name: 'Change e-mail address' })
    await current.fill('not this')
    await fresh.fill('moved@example.com')
    await change.click()
    await page.getByText('The current password is wrong.').waitFor()
    await current.fill(PASSWORD)
    await change.click()
    await page.getByText('Your e-mail address was changed.').waitFor()
    await page.getByRole('region', { name: 'Recent events' }).getByText('E-mail address changed').waitFor()
    await assertAccessible(page, 'security of an administrator')
    await visit.go('/profile')
    await page.getByRole('region', { name: 'Your details' }).getByText('moved@example.com').waitFor()
    assert.equal((await kontor.login('moved@example.com', PASSWORD)).status, 200)
  })
})
