import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { codeAt, stepAt } from '../../server/src/auth/two-factor/totp.ts'
import { addUser, PASSWORD, signedIn } from '../../server/test/support/people.ts'
import { addApp } from '../../server/test/support/second-factor.ts'
import { assertAccessible, assertReadable } from './support/accessible.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { onStage } from './support/browser.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000

/** The part of a form that has the focus: a user goes on typing. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation' })

onStage('An authenticator app', (stage) => {
  const codeOf = (secret: string) => codeAt(secret, stepAt(stage().kontor.now()))

  test('is set up by keyboard with its QR code, and its code is asked for at sign-in', async () => {
    const { email } = await addUser(stage().kontor.engine, 'sales')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/profile/security')
    const card = page.getByRole('region', { name: 'Second factor' })
    await card.getByText('Off', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Set up' }).press('Enter')
    const window = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await window.getByLabel('Current password').waitFor()
    await type(page, 'not this one')
    await window.getByRole('alert').getByText('The password is wrong.').waitFor()
    await window.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await window.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await assertAccessible(page, 'QR code of a second factor')
    await visit.picture('second-factor-qr')
    const secret = (await window.locator('code').innerText()).replaceAll(' ', '')
    await type(page, '000000')
    await window.getByText('The code is wrong.').waitFor()
    await window.getByLabel('Code from the app').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await window.getByText('Recovery codes of').waitFor()
    await page.keyboard.press('Escape')
    await assertAccessible(page, 'recovery codes')
    await visit.picture('second-factor-codes')
    const codes = await window.getByRole('listitem').allInnerTexts()
    assert.equal(codes.length, 10)
    const download = page.waitForEvent('download')
    await window.getByRole('button', { name: 'Download' }).click()
    assert.equal((await download).suggestedFilename(), 'kontor-recovery-codes.txt')
    await window.getByRole('button', { name: "I've stored them" }).click()
    await card.getByText('On', { exact: true }).waitFor()
    await card.getByText('10 codes are left.').waitFor()
    await assertAccessible(page, 'security with a second factor')
    await visit.picture('security-with-second-factor')

    await signOut(page)
    await fillIn(page, email)
    await page.getByLabel('Code').waitFor()
    await assertAccessible(page, 'second step of a sign-in')
    await visit.picture('second-step')
    await type(page, '000000')
    await page.getByRole('alert').getByText('The code is wrong').waitFor()
    stage().kontor.advance(STEP_MS)
    await page.getByLabel('Code').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await navigation(page).waitFor()

    await signOut(page)
    await fillIn(page, email)
    await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
    await page.getByLabel('Recovery code').waitFor()
    await type(page, codes[0]!.toLowerCase())
    await navigation(page).waitFor()
    await visit.go('/profile/security')
    await card.getByText('9 codes are left.').waitFor()
    await card.getByRole('button', { name: 'New codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New codes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: "I've stored them" }).click()
    await card.getByText('10 codes are left.').waitFor()
    await card.getByRole('button', { name: 'Remove the authenticator app' }).click()
    await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await card.getByText('Off', { exact: true }).waitFor()
  })

  test('a second step that takes too long begins again, and says so; the page is left as it was', async () => {
    const { kontor } = stage()
    const me = await signedIn(kontor, 'sales')
    const app = await addApp(kontor, me)
    await using visit = await stage().visit({ as: null, locale: 'de-DE' })
    const { page } = visit
    await visit.go('/items')
    const begin = async () => {
      await page.getByLabel('E-Mail').fill(me.email)
      await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByLabel('Code').waitFor()
    }
    await begin()
    kontor.advance(6 * MINUTE_MS)
    await type(page, app.code())
    await page.getByText('Die Anmeldung hat zu lange gedauert.').waitFor()
    assert.equal(await page.getByLabel('E-Mail').inputValue(), me.email)
    await begin()
    await page.getByRole('button', { name: 'Zurück zum Passwort' }).click()
    await begin()
    await visit.picture('second-step-german')
    await type(page, app.code())
    await page.getByRole('heading', { name: 'Artikel' }).waitFor()
  })

  test('is reset by an administrator who is asked first', async () => {
    const { kontor } = stage()
    const me = await signedIn(kontor, 'sales')
    await addApp(kontor, me)
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/users')
    await page
      .getByRole('row', { name: new RegExp(me.name) })
      .getByText('Set up')
      .waitFor()
    await visit.picture('users-second-factor')
    await visit.go(`/users/${me.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Reset second factor' }).click()
    await visit.picture('user-reset-second-factor')
    await page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click()
    await page.getByText(`The second factor of ${me.name} was reset.`).waitFor()
    assert.equal((await kontor.login(me.email, PASSWORD)).status, 200)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Reset second factor' }).getByText('no second factor').waitFor()
  })
})

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

    await visit.go(await addressForApp())
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Second factor' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await assertReadable(page, 'second factor for an app')
    await visit.picture('oauth-second-factor')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: /^Let Ledger Sync use your Kontor/ }).waitFor()

    await visit.go('/profile/security')
    await signOut(page)
    await fillIn(page, email)
    const use = page.getByRole('button', { name: 'Use a passkey' })
    await use.waitFor()
    await assertAccessible(page, 'second step by passkey')
    await visit.picture('second-step-passkey')
    await page.keyboard.press('Enter') // it has the focus
    await navigation(page).waitFor()

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

onStage('A role that requires a second factor', (stage) => {
  test('is announced with the date, and then opens nothing before the second factor is set up', async () => {
    const { kontor } = stage()
    const { body } = await kontor.get('/roles?name=viewer')
    const change = { requiresSecondFactor: true, secondFactorGraceDays: 7 }
    assert.equal((await kontor.put(`/roles/${body.data[0].id}`, change)).status, 200)
    const { email } = await addUser(kontor.engine, 'viewer')
    await using visit = await stage().visit({ as: { email, password: PASSWORD } })
    const { page } = visit
    await visit.go('/items')
    await page.getByText(/^Your role requires a second factor from .+\. Set one up/).waitFor()
    await assertAccessible(page, 'second factor is due')
    await visit.picture('second-factor-due')
    await page.getByRole('link', { name: 'Set it up now' }).click()
    await page.getByRole('heading', { name: 'Security' }).waitFor()

    kontor.advance(8 * 24 * 60 * MINUTE_MS)
    await visit.go('/items')
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    assert.equal(await navigation(page).count(), 0)
    await assertAccessible(page, 'second factor must be set up')
    await visit.picture('must-set-up')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await fillIn(page, email)
    await page.getByRole('button', { name: /^Authenticator app/ }).click()
    await type(page, PASSWORD)
    const secret = (await page.locator('main code').innerText()).replaceAll(' ', '')
    await visit.picture('must-set-up-qr')
    await type(page, codeAt(secret, stepAt(kontor.now())))
    await page.getByRole('button', { name: "I've stored them" }).click()
    await page.getByRole('heading', { name: 'Items' }).waitFor()
    assert.equal(await page.getByText('Your role requires').count(), 0)
  })
})
