import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { everyAddress, fillCompany, pictureName } from './support/addresses.ts'
import { DESK, onStage, type Stage } from './support/browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const NARROW_MS = 5000
/** What a page looks like does not depend on the database behind it: the walk is done once. */
let walked: Promise<Faults> | undefined

interface Faults {
  readonly axe: string[]
  readonly phone: string[]
}

async function settle(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Opens one page after the other, and tells of all that were found faulty, not only of the first. */
async function walk(stage: Stage): Promise<Faults> {
  await fillCompany(stage.kontor)
  const addresses = await everyAddress(stage.kontor)
  assert.ok(addresses.length > 50, `${addresses.length} addresses`)
  const faults: Faults = { axe: [], phone: [] }
  await using visit = await stage.visit()
  const { page } = visit
  const browser = await page.context().newCDPSession(page)
  for (const address of addresses) {
    const name = `pages/${pictureName(address)}`
    await visit.go(address)
    await settle(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await visit.picture(`${name}-light`)
    await page.keyboard.press('Escape') // a calendar may stand open over the first field
    await assertAccessible(page, address).catch(({ message }) => faults.axe.push(message)) // leaves it dark
    await visit.picture(`${name}-dark`)
    await emulate(browser, PHONE)
    await page.evaluate(REDRAWN)
    await visit.picture(`${name}-phone`)
    await assertFits(page, address).catch(({ message }) => faults.phone.push(message))
    await emulate(browser, DESK)
  }
  return faults
}

const walkOnce = (stage: Stage): Promise<Faults> => {
  walked ??= walk(stage)
  return walked
}

/** Makes the page that is open one on a phone, or on a desk again: to open each page twice would take twice as long. */
async function emulate(browser: CDPSession, { viewport, isMobile = false }: BrowserContextOptions): Promise<void> {
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: isMobile })
  await browser.send('Emulation.setDeviceMetricsOverride', { ...viewport!, deviceScaleFactor: 1, mobile: isMobile })
}

/** What is measured is drawn anew by then, for the width that the page has now. */
const REDRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))))'

/** A page may take some time to notice that it has become narrow. */
async function assertFits(page: Page, what: string): Promise<void> {
  const fits = `document.documentElement.scrollWidth <= ${PHONE.viewport.width}`
  await page.waitForFunction(fits, undefined, { timeout: NARROW_MS }).catch(async () => {
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
    assert.ok(width <= PHONE.viewport.width, `${what} is ${width} pixels wide on a phone`)
  })
}

onStage('Every page', (stage) => {
  test('passes axe (WCAG 2.2 AA) in light and dark mode', async () => {
    assert.deepEqual((await walkOnce(stage())).axe, [])
  })

  test('fits on a phone', async () => {
    assert.deepEqual((await walkOnce(stage())).phone, [])
  })

  test('also fits and passes axe for a client that is not signed in, and for a user without the right', async () => {
    await using stranger = await stage().visit({ ...PHONE, as: null })
    await stranger.go('/')
    await settle(stranger.page)
    await stranger.picture('pages/sign-in-phone')
    await assertFits(stranger.page, 'sign-in')
    await assertAccessible(stranger.page, 'sign-in')
    const { email } = await addUser(stage().kontor.engine, 'viewer')
    await using viewer = await stage().visit({ ...PHONE, as: { email, password: PASSWORD } })
    await viewer.go('/users')
    await viewer.page.getByRole('heading', { name: 'You may not do this' }).waitFor()
    await viewer.picture('pages/forbidden-phone')
    await assertFits(viewer.page, 'forbidden')
    await assertAccessible(viewer.page, 'forbidden')
  })
})
