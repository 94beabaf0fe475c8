import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ADMIN } from '../../server/test/support/kontor.ts'
import { addUser, PASSWORD, signedIn } from '../../server/test/support/people.ts'
import { addApp } from '../../server/test/support/second-factor.ts'
import { assertAccessible, assertReadable } from './support/accessible.ts'
import { onStage, type Stage } from './support/browser.ts'
import { fillIn, MINUTE_MS, type } from './support/signing-in.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Where an app sends a user to; it waits for the answer at another address of this machine. */
async function addressForApp({ kontor, origin }: Stage, name: string, more: Record<string, string> = {}) {
  const redirect_uri = `${origin}/oauth-callback`
  const app = { name, redirectUris: [redirect_uri], scopes: ['read', 'write', 'delete', 'admin'] }
  const query = new URLSearchParams({
    client_id: (await kontor.post('/oauth-clients', app)).body.data.clientId,
    redirect_uri,
    response_type: 'code',
    scope: 'read',
    state: 'kept',
    code_challenge: createHash('sha256').update('a-verifier').digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  return `/oauth/authorize?${query}`
}

const question = (page: Page, app: string) => page.getByRole('heading', { name: `Let ${app} use your Kontor?` })
const answerIn = async (page: Page) => {
  await page.waitForURL(/oauth-callback\?/)
  return new URL(page.url()).searchParams
}

onStage('A browser that an app has sent', (stage) => {
  test('shows the usual sign-in, asks for the second factor and then for consent, and goes back with a code', async () => {
    const { kontor } = stage()
    const me = await signedIn(kontor, 'sales')
    const factor = await addApp(kontor, me)
    const name = '<b>Ledger</b> & Co'
    await using visit = await stage().visit({ as: null })
    const { page } = visit
    await visit.go(await addressForApp(stage(), name, { login_hint: me.email }))
    await page.getByText(`To continue to ${name}.`).waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), me.email)
    await assertAccessible(page, 'sign-in for an app')
    await visit.picture('consent-sign-in')
    await page.getByRole('textbox', { name: 'Password' }).focus()
    await type(page, PASSWORD)
    await page.getByLabel('Code').waitFor()
    await type(page, factor.code())
    await question(page, name).waitFor()
    await page.getByText(`You are signed in as ${me.name} (${me.email}).`).waitFor()
    await page.getByRole('button', { name: 'Allow' }).press('Enter')
    const answer = await answerIn(page)
    assert.ok(answer.get('code'))
    assert.equal(answer.get('state'), 'kept')
  })

  test('goes back without a grant where the user cancels the sign-in', async () => {
    await using visit = await stage().visit({ as: null })
    const { page } = visit
    await visit.go(await addressForApp(stage(), 'Ledger Sync'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    const answer = await answerIn(page)
    assert.deepEqual([answer.get('error'), answer.get('code')], ['access_denied', null])
  })

  test('asks in German, in the dark and on a phone, and says what the role withholds', async () => {
    const { email } = await addUser(stage().kontor.engine, 'viewer')
    const settings = { ...PHONE, locale: 'de-DE', colorScheme: 'dark' } as const
    await using visit = await stage().visit({ as: { email, password: PASSWORD }, ...settings })
    const { page } = visit
    await visit.go(await addressForApp(stage(), 'Ledger Sync', { scope: 'read delete admin openid' }))
    await page.getByRole('heading', { name: 'Darf Ledger Sync Ihr Kontor benutzen?' }).waitFor()
    for (const text of ['Datensätze ansehen', 'Wissen, wer Sie sind']) await page.getByText(text).waitFor()
    await page.getByText('Sie bat auch um: Datensätze löschen, Dieses Kontor verwalten. Ihre Rolle hat').waitFor()
    await visit.picture('consent-phone-dark')
    const { width, scroll } = (await page.evaluate(
      '({ width: innerWidth, scroll: document.documentElement.scrollWidth })',
    )) as { width: number; scroll: number }
    assert.ok(scroll <= width, 'nothing is wider than the phone')
    await page.getByRole('button', { name: 'Ablehnen' }).tap()
    assert.equal((await answerIn(page)).get('error'), 'access_denied')
    await visit.go(await addressForApp(stage(), 'Admin only', { scope: 'admin' }))
    await page.getByText('Ihre Rolle hat keines der Rechte, um die die App bittet.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Erlauben' }).count(), 0)
  })

  test('asks another user after the first one has signed out on the page', async () => {
    const { email } = await addUser(stage().kontor.engine, 'sales')
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(await addressForApp(stage(), 'Ledger Sync', { scope: 'read write admin' }))
    await question(page, 'Ledger Sync').waitFor()
    await page.getByText('Administer this Kontor').waitFor()
    await visit.picture('consent')
    await assertAccessible(page, 'consent to administration')
    await page.getByRole('button', { name: 'Sign out and use another account' }).click()
    await fillIn(page, email)
    await page.getByText(`(${email})`).waitFor()
    await page.getByText('It also asked to administer this Kontor.').waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    assert.ok((await answerIn(page)).get('code'))
  })

  test('grants nothing for another user who has signed in in another tab meanwhile, but asks that user', async () => {
    const { email } = await addUser(stage().kontor.engine, 'sales')
    await using visit = await stage().visit()
    const { page, origin } = visit
    await visit.go(await addressForApp(stage(), 'Ledger Sync'))
    await page.getByText(`(${ADMIN.email})`).waitFor()
    const data = { email, password: PASSWORD }
    const signedIn = await page.context().request.post(`${origin}/ui/session`, { data, headers: { origin } })
    assert.equal(signedIn.status(), 200)
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText(`(${email})`).waitFor()
  })

  test('has the user confirm their identity where the app asks for a new sign-in', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    stage().kontor.advance(MINUTE_MS)
    await visit.go(await addressForApp(stage(), 'Ledger Sync', { prompt: 'login' }))
    const window = page.getByRole('dialog', { name: 'Confirm your identity' })
    await window.getByText('Ledger Sync asks you to confirm your identity.').waitFor()
    await assertAccessible(page, 'confirmation for an app')
    await visit.picture('consent-confirm')
    await page.keyboard.press('Escape')
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await window.getByLabel('Password', { exact: true }).waitFor()
    await type(page, ADMIN.password)
    await question(page, 'Ledger Sync').waitFor()
  })

  test('says that a request has expired, and that one is not valid', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/ui/oauth/unknown')
    await page.getByText('The request of the app has expired, or it was opened in another browser.').waitFor()
    await assertAccessible(page, 'an expired request of an app')
    await visit.picture('consent-expired')
    await visit.go('/oauth/authorize?client_id=unknown')
    await page.getByRole('heading', { name: 'The app cannot be connected' }).waitFor()
    await assertReadable(page, 'a request that is not valid')
    await visit.picture('oauth-error')
  })
})
