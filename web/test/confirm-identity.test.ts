import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { onStage } from './support/browser.ts'
import { fillIn, MINUTE_MS, navigation, signOut, type } from './support/signing-in.ts'

onStage('A passkey', (stage) => {
  /** Where an app sends a user to. */
  async function addressForApp(): Promise<string> {
    const redirect_uri = 'https://ledger.example/callback'
    const app = { name: 'Ledger Sync', redirectUris: [redirect_uri], scopes: ['read'] }
    const query = new URLSearchParams({
      client_id: (await stage().kontor.post('/oauth-clients', app)).body.data.clientId,
      redirect_uri,
      response_type: 'code',
      scope: 'read',
      state: 'kept',
      code_challenge: createHash('sha256').update('a-verifier').digest('base64url'),
      code_challenge_method: 'S256',
    })
    return `/oauth/authorize?${query}`
  }

  test('is added, signs in, confirms that it is the user, and is removed', async () => {
    const { kontor } = stage()
    const { email } = await addUser(kontor.engine, 'admin')
    await using visit = await stage().visit({ as: { email, password: PASSWORD }, host: 'localhost' })
    const { page } = visit
    await addAuthenticator(page)
    await visit.go('/profile/security')
    const card = page.getByRole('region', { name: 'Second factor' })
    await card.getByRole('button', { name: 'Add passkey' }).click()
    const window = page.getByRole('dialog', { name: 'Add a passkey' })
    await window.getByLabel('Name').fill('Laptop')
    await assertAccessible(page, 'new passkey')
    await visit.picture('passkey-name')
    await page.keyboard.press('Enter')
    await window.getByRole('button', { name: "I've stored them" }).click()
    await card.getByText('Laptop').waitFor()

    await signOut(page)
    await fillIn(page, email)
    const use = page.getByRole('button', { name: 'Use a passkey' })
    await use.waitFor()
    await assertAccessible(page, 'second step by passkey')
    await visit.picture('second-step-passkey')
    await page.keyboard.press('Enter') // it has the focus
    await navigation(page).waitFor()

    await signOut(page)
    await visit.go(await addressForApp())
    await fillIn(page, email)
    await use.click()
    await page.getByRole('heading', { name: /^Let Ledger Sync use your Kontor/ }).waitFor()

    await visit.go('/profile/security')
    kontor.advance(16 * MINUTE_MS)
    await card.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    const byPasskey = page
      .getByRole('dialog', { name: 'Confirm your identity' })
      .getByRole('button', { name: 'Use a passkey' })
    await byPasskey.waitFor()
    await visit.picture('confirm-by-passkey')
    await byPasskey.click()
    await page.getByText('The passkey Laptop was removed.').waitFor()
    await card.getByText('Off', { exact: true }).waitFor()
  })
})

onStage('Before a sensitive change a user confirms that it is them', (stage) => {
  test('in place: the form stays as it was, and is saved after the confirmation', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/roles/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('counter')
    await page.getByRole('checkbox', { name: 'Items: See' }).check()
    stage().kontor.advance(16 * MINUTE_MS)
    await page.keyboard.press('Control+s')
    const question = page.getByRole('dialog', { name: 'Confirm your identity' })
    await question.getByLabel('Password', { exact: true }).waitFor()
    await assertAccessible(page, 'confirm that it is you')
    await visit.picture('confirm')
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText('Nothing was changed').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'counter')
    await page.keyboard.press('Control+s')
    await question.waitFor()
    await type(page, 'not this one')
    await question.getByRole('alert').getByText('The password is wrong.').waitFor()
    await question.getByLabel('Password', { exact: true }).fill('a-password-for-tests')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'counter', level: 1 }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('over another window, which stays open when the question is cancelled', async () => {
    const { kontor } = stage()
    const { id, email } = await addUser(kontor.engine, 'viewer')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/users/${id}`)
    await page.getByRole('button', { name: 'Reset password' }).click()
    const window = page.getByRole('dialog', { name: /^A new password for/ })
    await window.getByLabel('New password').fill('quite a long one 42')
    kontor.advance(16 * MINUTE_MS)
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Confirm your identity' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await window.getByText('Nothing was changed').waitFor()
    await window.getByRole('button', { name: 'Reset password' }).click()
    await question.getByLabel('Password', { exact: true }).fill('a-password-for-tests')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await window.waitFor({ state: 'hidden' })
    assert.equal((await kontor.login(email, 'quite a long one 42')).status, 200)
  })
})
