import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { onStage } from './support/browser.ts'

const ME = '/api/v1/auth/me'

/** Opens the explorer at one operation, sends it from there, and tells how it was answered. */
async function whoAmI(page: Page, origin: string) {
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

  test('sends no session elsewhere: a visitor is refused until they enter a token', async () => {
    await using visit = await stage().visit({ as: null })
    const asked: string[] = []
    visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    assert.equal((await whoAmI(visit.page, visit.origin)).status(), 401)
    assert.ok(!asked.some((path) => path.startsWith('/ui')))
  })
})
