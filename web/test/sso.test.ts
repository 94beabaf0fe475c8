import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN } from '../../server/test/support/kontor.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const PROVIDER = {
  KONTOR_OIDC_ISSUER: 'https://login.example.com',
  KONTOR_OIDC_CLIENT_ID: 'kontor',
  KONTOR_OIDC_CLIENT_SECRET: 'a secret',
  KONTOR_OIDC_NAME: 'Company login',
}

onStage(
  'The sign-in page with a provider of single sign-on',
  (stage) => {
    test('offers the provider, which returns to the page that was asked for, and the password', async () => {
      await using visit = await stage().visit({ as: null })
      await visit.go('/items?page=2')
      const link = visit.page.getByRole('link', { name: 'Sign in with Company login' })
      assert.equal(await link.getAttribute('href'), '/ui/sso?returnTo=%2Fitems%3Fpage%3D2')
      await visit.page.getByLabel('Password', { exact: true }).waitFor()
      await visit.picture('sign-in-sso')
      await assertAccessible(visit.page, 'sign-in with a provider')
    })

    test('says why a sign-in at the provider was refused', async () => {
      await using visit = await stage().visit({ as: null })
      await visit.go('/?sso=SSO_NO_ROLE')
      await visit.page.getByText('Your account has no role here. Ask an administrator.').waitFor()
      const link = visit.page.getByRole('link', { name: 'Sign in with Company login' })
      assert.equal(await link.getAttribute('href'), '/ui/sso?returnTo=%2F')
    })

    test('goes on with the session that the provider has led to', async () => {
      await using visit = await stage().visit({ storageState: { cookies: [], origins: [] } })
      await visit.go('/items#signed-in')
      await visit.page.getByRole('heading', { name: 'Items' }).first().waitFor()
      assert.equal(new URL(visit.page.url()).hash, '')
    })

    test('a session that is lost goes on after a sign-in at the provider in another window', async () => {
      await using visit = await stage().visit()
      const { page } = visit
      await visit.go('/items/new')
      await page.getByLabel('Item code').fill('KEPT-2')
      await page.getByLabel('Item name').fill('Still here')
      await page.context().clearCookies()
      await stage().kontor.call('DELETE', '/auth/sessions')
      await page.keyboard.press('Control+s')
      const again = page.getByRole('dialog', { name: 'Sign in again' })
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        again.getByRole('link', { name: 'Sign in with Company login' }).click(),
      ])
      await popup.close()
      // The provider is not there: the cookie that its answer would lead to comes from a password.
      const { origin } = new URL(page.url())
      const signedIn = await page.context().request.post(`${origin}/ui/session`, { data: ADMIN, headers: { origin } })
      assert.equal(signedIn.status(), 200)
      await page.evaluate('window.dispatchEvent(new Event("focus"))')
      await again.waitFor({ state: 'hidden' })
      assert.equal(await page.getByLabel('Item code').inputValue(), 'KEPT-2')
      await page.keyboard.press('Control+s')
      await page.getByRole('heading', { name: 'Still here' }).waitFor()
    })
  },
  { environment: PROVIDER },
)

onStage(
  'The sign-in page where passwords are for emergencies',
  (stage) => {
    test('shows the form for a password only when asked to', async () => {
      await using visit = await stage().visit({ as: null, locale: 'de-DE' })
      await visit.go('/')
      await visit.page.getByRole('link', { name: 'Mit Company login anmelden' }).waitFor()
      assert.equal(await visit.page.getByLabel('Passwort', { exact: true }).count(), 0)
      await visit.page.getByRole('button', { name: 'Passwort verwenden' }).click()
      await visit.page.getByLabel('E-Mail').fill(ADMIN.email)
      await visit.page.getByLabel('Passwort', { exact: true }).fill(ADMIN.password)
      await visit.page.keyboard.press('Enter')
      await visit.page.getByRole('navigation').first().waitFor()
    })
  },
  { environment: { ...PROVIDER, KONTOR_PASSWORD_SIGN_IN: ADMIN.email } },
)
