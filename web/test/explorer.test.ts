import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { onStage } from './support/browser.ts'

const ME = '/api/v1/auth/me'
/** The explorer is four megabytes of script, and draws the whole document. */
const PATIENCE_MS = 120_000

/** Opens the explorer at one operation, sends it from there, and tells how it was answered. */
async function whoAmI(page: Page, origin: string) {
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(`${origin}/docs#tag/auth/GET${ME}`)
  await page.getByRole('button', { name: new RegExp(`Test Request.*get ${ME}`) }).click()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === ME),
    page.getByRole('button', { name: /Send get request/ }).click(),
  ])
  return answer
}

onStage('The API explorer', (stage) => {
  test('is signed in as the user of the web interface, and stores nothing of the session', async () => {
    await using visit = await stage().visit()
    const { page, origin } = visit
    const answer = await whoAmI(page, origin)
    assert.equal(answer.status(), 200)
    assert.equal((await answer.json()).data.email, 'admin@kontor.local')
    const token = (await answer.request().headerValue('authorization'))!.replace('Bearer ', '')
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
    assert.ok(token.length > 20 && !String(kept).includes(token))
    await visit.picture('explorer')
  })

  test('shows a program with curl and one with the client, both with the address that it was opened from', async () => {
    await using visit = await stage().visit()
    const { page, origin } = visit
    page.setDefaultTimeout(PATIENCE_MS)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${origin}/docs#tag/items/POST/api/v1/items`)
    const sample = page.getByRole('group', { name: 'Request Example for post/api/v1/items', exact: true })
    const copied = async () => {
      await sample.locator('button[aria-controls]').click() // has a name only while the pointer is over it
      return page.evaluate<string>('navigator.clipboard.readText()')
    }
    const curl = await copied()
    assert.ok(curl.startsWith(`curl ${origin}/api/v1/items \\\n`), curl)
    assert.match(curl, /"itemCode": "BOLT-M8"/)
    await sample.getByTestId('client-picker').click()
    await page.getByRole('option', { name: '@kontor/client' }).click()
    const program = await copied()
    assert.ok(
      program.includes(`new Kontor({\n  baseUrl: '${origin}',\n  apiKey: process.env.KONTOR_API_KEY!,\n})`),
      program,
    )
    assert.match(program, /const \{ data \} = await kontor\.items\.create\(\{\n {2}itemCode: 'BOLT-M8',/)
    await visit.picture('explorer-samples')
  })

  test('works without the samples if they cannot be loaded', async () => {
    await using visit = await stage().visit()
    await visit.page.route('**/docs/client-samples.json', (route) => route.fulfill({ status: 404 }))
    assert.equal((await whoAmI(visit.page, visit.origin)).status(), 200)
  })

  test('sends no session elsewhere: a visitor is refused until they enter a token', async () => {
    await using visit = await stage().visit({ as: null })
    const asked: string[] = []
    visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    assert.equal((await whoAmI(visit.page, visit.origin)).status(), 401)
    assert.ok(!asked.some((path) => path.startsWith('/ui')))
  })
})
