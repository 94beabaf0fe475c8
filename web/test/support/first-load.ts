import type { Page, Request } from 'playwright-core'

/** What a timer fetches ahead is no part of the first load, and on a busy machine it would fall into it. */
export function withoutLongTimers(): void {
  const start = globalThis.setTimeout
  const never = 2 ** 31 - 1
  globalThis.setTimeout = ((run: () => void, ms = 0, ...given: []) =>
    start(run, ms < 1000 ? ms : never, ...given)) as typeof globalThis.setTimeout
}

const QUIET_MS = 1000

/**
 * Opens a page and holds back every response until the page requests nothing more without it. Then all of them are
 * released at once, so the requests of each step are those that could only start after a response of the step before.
 */
export async function loadInSteps(page: Page, address: string): Promise<Request[][]> {
  const steps: Request[][] = []
  let held: (() => Promise<void>)[] = []
  let step: Request[] = []
  await page.addInitScript(withoutLongTimers)
  await page.route('**/*', (route, request) => {
    step.push(request)
    held.push(() => route.continue())
  })
  const opened = page.goto(address, { waitUntil: 'commit' })
  for (;;) {
    await quietIn(page, () => step.length)
    if (step.length === 0) break
    steps.push(step)
    const released = held
    step = []
    held = []
    await Promise.all(released.map((release) => release()))
    await Promise.all(steps.at(-1)!.map((request) => request.response().then((response) => response?.finished())))
    await opened
  }
  await page.unrouteAll({ behavior: 'wait' })
  return steps
}

/** Until the count has stayed the same for a while, and the page has nothing left to run. */
async function quietIn(page: Page, count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count()
    await page.waitForTimeout(QUIET_MS)
    if (page.url() !== 'about:blank')
      await page.evaluate('new Promise((idle) => requestIdleCallback(() => idle(), { timeout: 500 }))')
  }
}
