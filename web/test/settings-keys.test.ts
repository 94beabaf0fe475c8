import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { createItem } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

/** What is shown this once. */
async function shownKey(page: Page): Promise<string> {
  const window = page.getByRole('dialog', { name: 'Shown only once' })
  const key = await window.locator('pre').first().innerText()
  assert.match(key, /^ktk_live_/)
  const command = await window.getByRole('figure', { name: 'Try it' }).locator('pre').innerText()
  assert.ok(command.startsWith('curl http') && command.includes(`X-API-Key: ${key}`), command)
  return key
}

const putAway = (page: Page) => page.getByRole('button', { name: "I've copied it" }).click()

const ask = async (origin: string, path: string, key: string, method = 'GET'): Promise<number> =>
  (await fetch(`${origin}/api/v1${path}`, { method, headers: { 'x-api-key': key } })).status

onStage('An API key', (stage) => {
  test('is made here, works at once, is narrow where it was made narrow, and is refused when it was revoked', async () => {
    const { origin, kontor } = stage()
    const item = await createItem(kontor)
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/api-keys/new')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Name').fill('Web shop')
    await page.getByRole('checkbox', { name: /^Read/ }).check()
    await page.getByRole('checkbox', { name: /^Write/ }).check()
    await page.getByText('Only these').click()
    assert.ok(await page.getByRole('checkbox', { name: 'Items: Delete' }).isDisabled(), 'not more than its scopes')
    await page.getByRole('checkbox', { name: 'Items: Read' }).check()
    await assertAccessible(page, 'new key')
    await visit.picture('api-key-new')
    await page.keyboard.press('Control+s')
    const key = await shownKey(page)
    await assertAccessible(page, 'key shown once')
    await visit.picture('api-key-once')
    await putAway(page)
    await page.getByRole('heading', { name: 'Web shop' }).waitFor()
    assert.ok(!(await page.content()).includes(key), 'it is nowhere any more')

    assert.equal(await ask(origin, `/items/${item.id}`, key), 200)
    assert.equal(await ask(origin, `/items/${item.id}`, key, 'DELETE'), 403)
    assert.equal(await ask(origin, '/customers', key), 403)

    await page.getByRole('button', { name: 'Revoke' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke Web shop?' })
    assert.ok(await question.getByRole('button', { name: 'Revoke' }).isDisabled(), 'a click is not enough')
    await question.getByLabel(/Type/).fill('Web shop')
    await question.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Web shop was revoked.').waitFor()
    assert.equal(await ask(origin, `/items/${item.id}`, key), 401)
  })

  test('is rotated: the new one works, and the old one for the time that was chosen', async () => {
    const { origin, kontor } = stage()
    const { body } = await kontor.post('/api-keys', { name: 'Reporting', scopes: ['read'] })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/api-keys/${body.data.id}`)
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'The old key stays valid' }).click()
    await page.getByRole('option', { name: 'Not at all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const key = await shownKey(page)
    await putAway(page)
    await page.getByText('Reporting has a new key.').waitFor()
    assert.equal(await ask(origin, '/items', key), 200)
    assert.equal(await ask(origin, '/items', body.data.key), 401)
  })

  test('says when it will expire soon', async () => {
    const expiresAt = new Date(Date.now() + 5.5 * 86_400_000).toISOString()
    await stage().kontor.post('/api-keys', { name: 'Nearly over', scopes: ['read'], expiresAt })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/api-keys')
    await page
      .getByRole('row', { name: /Nearly over/ })
      .getByText(/^in \d days$/)
      .waitFor()
    await assertAccessible(page, 'keys')
    await visit.picture('api-keys')
  })

  test('stays told of in the audit log, field by field', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/audit-log?resource=api-keys')
    const entries = page.getByRole('list', { name: 'Audit log' })
    await entries.getByText('Deleted').first().waitFor()
    const created = entries.getByRole('listitem').filter({ hasText: 'Created' }).last()
    await created.getByRole('button', { expanded: false }).click()
    await created.getByText('Web shop').waitFor()
    await created.getByText('api-keys.create').waitFor()
    assert.doesNotMatch(await page.content(), /ktk_live_\w{20}/)
    await assertAccessible(page, 'audit log')
    await visit.picture('audit-log')
    const { body } = await stage().kontor.get('/audit-log?resource=api-keys&action=create&perPage=1')
    await visit.go(`/audit-log/${body.data[0].id}`)
    await page.getByRole('heading', { name: 'API keys: Created' }).waitFor()
    await page.goBack()
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Deleted' }).click()
    await entries.getByText('Created').first().waitFor({ state: 'hidden' })
    assert.match(page.url(), /action=delete/)
  })

  test('that expires soon is told to its owner on the dashboard', async () => {
    const expiresAt = new Date(Date.now() + 5 * 86_400_000).toISOString()
    const { id: owner, email } = await addUser(stage().kontor.engine, 'sales')
    const body = { name: 'Till', scopes: ['read'], expiresAt, owner }
    assert.equal((await stage().kontor.call('POST', '/api-keys', { body })).status, 201)
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/')
    const notice = page.getByRole('status').filter({ hasText: 'The API key “Till” expires on' })
    await notice.waitFor()
    await visit.picture('dashboard-expiring-key')
    await notice.getByRole('link', { name: 'Show' }).click()
    await page.getByRole('heading', { name: 'Security', exact: true }).waitFor()
    await page.getByText('Till').first().waitFor()
  })
})
