import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ADMIN } from '../../server/test/support/kontor.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

async function fillIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(ADMIN.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
}

onStage('Signing in', (stage) => {
  test('a user who is not signed in is asked to sign in, and then sees the page of the address', async () => {
    await using visit = await stage().visit({ as: null })
    const { page } = visit
    await visit.go('/items?sort=itemName')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await assertAccessible(page, 'sign-in')
    await visit.picture('sign-in')
    await fillIn(page, ADMIN.password)
    await page.getByRole('heading', { name: 'Items' }).waitFor()
    assert.match(page.url(), /\/items\?sort=itemName$/)
  })

  test('a wrong password is refused without saying what was wrong', async () => {
    await using visit = await stage().visit({ as: null })
    const { page } = visit
    await visit.go('/')
    await fillIn(page, 'not this one')
    await page.getByRole('alert').getByText('The e-mail address or the password is wrong.').waitFor()
  })

  test('a reload keeps the session; the tokens are not readable for third-party scripts', async () => {
    await using visit = await stage().visit({ as: null })
    const { page } = visit
    await visit.go('/')
    await fillIn(page, ADMIN.password)
    const navigation = page.getByRole('navigation', { name: 'Navigation' })
    await navigation.waitFor()
    await page.reload()
    await navigation.waitFor()
    const kept = await page.evaluate<string>(
      'JSON.stringify(localStorage) + document.cookie + JSON.stringify(sessionStorage)',
    )
    assert.doesNotMatch(kept, /kt[a-z]_/)
  })

  test('signing out ends the session, also after the back button', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('a session that ends while a form is open asks for the password over the page, and keeps all input', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items/new')
    await page.getByLabel('Item code').fill('KEPT-1')
    await page.getByLabel('Item name').fill('Not lost')
    await page.context().clearCookies()
    await stage().kontor.call('DELETE', '/auth/sessions')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor()
    await page.getByRole('textbox', { name: 'Password' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Item code').inputValue(), 'KEPT-1')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Not lost' }).waitFor()
  })

  test('the page is in German if the browser asks for it', async () => {
    await using visit = await stage().visit({ as: null, locale: 'de-DE' })
    await visit.go('/')
    await visit.page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await assert.doesNotReject(visit.page.getByText('Willkommen zurück').waitFor())
  })
})
