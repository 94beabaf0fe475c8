import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Request } from 'playwright-core'
import { eventually } from '../../server/test/support/raw-http.ts'
import { createItem } from '../../server/test/support/records.ts'
import { createOrder } from '../../server/test/support/trade.ts'
import { onStage, type Stage } from './support/browser.ts'
import { loadInSteps } from './support/first-load.ts'

const pathOf = (request: Request) => new URL(request.url()).pathname
const DASHBOARD = { requests: 15, bytes: 300_000, steps: 3 }
/** What it was before the dashboard became part of the same script. */
const SIGN_IN = { requests: 33, bytes: 320 * 1024 }

const sizeOf = async (requests: readonly Request[]) => {
  const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A browser that has shown the dashboard before, without anything in its cache. */
async function returningVisit(stage: Stage) {
  await using first = await stage.visit()
  await first.go('/')
  await first.page.getByRole('region', { name: 'Recent orders' }).waitFor()
  await first.page.waitForFunction(() => localStorage.getItem('kontor.start-lists')?.includes('audit-log'))
  return stage.visit({ as: null, storageState: await first.page.context().storageState() })
}

onStage('The first load', (stage) => {
  // A company at work: an empty one is shown its next steps as well.
  before(async () => {
    const { kontor } = stage()
    await createOrder(kontor, [{ item: (await createItem(kontor)).id, quantity: 1 }])
  })

  test('the dashboard needs at most 15 requests, 300 kB and three steps: page, scripts, data', async () => {
    await using visit = await returningVisit(stage())
    const steps = await loadInSteps(visit.page, `${visit.origin}/`)
    await visit.page.getByRole('region', { name: 'Recent orders' }).getByText('SO-').waitFor()
    const told = steps.map((requests) => requests.map(pathOf))
    assert.ok(steps.length <= DASHBOARD.steps, `${steps.length} steps: ${JSON.stringify(told, null, 1)}`)
    assert.ok(steps.flat().length <= DASHBOARD.requests, JSON.stringify(told, null, 1))
    const bytes = await sizeOf(steps.flat())
    assert.ok(bytes <= DASHBOARD.bytes, `${bytes} bytes`)
  })

  test('the sign-in page loads nothing of the other pages', async () => {
    await using visit = await stage().visit({ as: null })
    const requests = (await loadInSteps(visit.page, `${visit.origin}/`)).flat()
    await visit.page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.deepEqual(
      requests.map(pathOf).filter((path) => path.startsWith('/api/')),
      [],
    )
    assert.ok(requests.length <= SIGN_IN.requests, `${requests.length} requests`)
    const bytes = await sizeOf(requests)
    assert.ok(bytes <= SIGN_IN.bytes, `${bytes} bytes`)
  })

  test('a reload gets the description of the resources from the cache, after the server has confirmed it (304)', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const tools = await page.context().newCDPSession(page)
    await tools.send('Network.enable')
    // The two events of a request come in any order.
    const ids = new Set<string>()
    const statuses = new Map<string, number>()
    tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('/api/v1/resources')) ids.add(requestId)
    })
    tools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => statuses.set(requestId, statusCode))
    const answered = page.waitForResponse((response) => response.url().includes('/api/v1/resources'))
    await page.reload()
    await (await answered).finished()
    const told = () => [...ids].flatMap((id) => statuses.get(id) ?? [])
    await eventually(() => told()[0])
    assert.deepEqual(told(), [304])
    const { headers } = await stage().kontor.get('/resources', { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(headers['content-encoding'], 'gzip')
  })
})
