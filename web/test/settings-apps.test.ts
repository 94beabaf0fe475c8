import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Stage } from './support/browser.ts'

const VERIFIER = 'a-verifier-that-is-long-enough-for-the-protocol-to-like-it'
/** The redirect URI of an app on this machine; no server needs to listen there. */
const redirectUri = ({ origin }: Stage) => `${origin}/oauth-callback`

function authoriseAddress(stage: Stage, clientId: string): string {
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(stage),
    scope: 'read write',
    state: 'kept',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  return `/oauth/authorize?${query}`
}

async function register(stage: Stage, page: Page, name: string) {
  await page.goto(`${stage.origin}/oauth-clients/new`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Redirect URIs').fill('http://shop.example/callback')
  await page.getByRole('checkbox', { name: /^Read/ }).check()
  await page.getByRole('checkbox', { name: /^Write/ }).check()
  await page.keyboard.press('Control+s')
  await page.getByText(/must begin with https/).waitFor()
  await page.getByLabel('Redirect URIs').fill(redirectUri(stage))
  await page.keyboard.press('Control+s')
  const window = page.getByRole('dialog', { name: 'Shown only once' })
  const [secret, id] = [
    await window.locator('pre').first().innerText(),
    await window.locator('code').last().innerText(),
  ]
  await page.getByRole('button', { name: "I've copied it" }).click()
  await page.getByRole('heading', { name }).waitFor()
  return { id, secret }
}

const question = (page: Page) => page.getByRole('heading', { name: /^Let .* use your Kontor\?$/ })

onStage('A third-party app', (stage) => {
  test('is registered, allowed by a user, acts for that user, and is revoked again', async () => {
    await using visit = await stage().visit()
    const { page, origin } = visit
    const { id, secret } = await register(stage(), page, 'Ledger Sync')
    await visit.go(authoriseAddress(stage(), id))
    await question(page).waitFor()
    await page.getByText('You are signed in as Administrator (admin@kontor.local).').waitFor()
    await page.getByText('Create and change records').waitFor()
    const [allow, deny] = [page.getByRole('button', { name: 'Allow' }), page.getByRole('button', { name: 'Deny' })]
    const sizes = [await allow.boundingBox(), await deny.boundingBox()]
    assert.deepEqual([sizes[0]!.width, sizes[0]!.height], [sizes[1]!.width, sizes[1]!.height], 'no is as large as yes')
    await page.getByText('a program on this computer (127.0.0.1)').waitFor()
    await assertAccessible(page, 'consent')
    await visit.picture('oauth-consent')
    await allow.click()
    await page.waitForURL(/oauth-callback\?code=/)
    const code = new URL(page.url()).searchParams.get('code')!
    const traded = await fetch(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri(stage()),
        code_verifier: VERIFIER,
      }),
    })
    const { access_token: token } = (await traded.json()) as { access_token: string }
    assert.equal((await stage().kontor.get('/items', { token })).status, 200)

    await visit.go('/profile/security')
    const access = page.getByRole('region', { name: 'Access to your account' })
    await access.getByText('Ledger Sync').waitFor()
    await access.getByRole('button', { name: 'Revoke the access of Ledger Sync' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('The access of Ledger Sync was revoked.').waitFor()
    await access.getByText('Ledger Sync').waitFor({ state: 'hidden' })
    assert.equal((await stage().kontor.get('/items', { token })).status, 401)
  })

  test('gets nothing if the user denies consent, and the audit log has both answers', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const { id } = await register(stage(), page, 'Nosy')
    await visit.go(authoriseAddress(stage(), id))
    await question(page).waitFor()
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL(/oauth-callback\?error=access_denied/)
    assert.equal(new URL(page.url()).searchParams.get('code'), null)
    await visit.go('/audit-log?resource=oauth-clients')
    const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
    await entries.filter({ hasText: 'Grant denied' }).filter({ hasText: 'Nosy' }).waitFor()
    await entries
      .filter({ hasText: /Grant(?! denied)/ })
      .filter({ hasText: 'Ledger Sync' })
      .first()
      .waitFor()
  })
})
