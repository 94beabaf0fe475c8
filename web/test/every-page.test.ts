import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, ViewportSize } from 'playwright-core'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { everyAddress, fillCompany, pictureName } from './support/addresses.ts'
import { DESK, onStage, type Stage, type Visit } from './support/browser.ts'
import { layoutFaults } from './support/layout.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const NARROW_MS = 5000
/** What a page looks like does not depend on the database behind it: the walk is done once. */
let walked: Promise<Faults> | undefined

interface Faults {
  readonly axe: string[]
  readonly layout: string[]
}

/** A desk, a small one, and a phone. */
const WINDOWS = [DESK.viewport, { width: 1280, height: 720 }, PHONE.viewport]

async function settle(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Opens one page after the other, and tells of all that were found faulty, not only of the first. */
async function walk(stage: Stage): Promise<Faults> {
  await fillCompany(stage.kontor)
  const addresses = await everyAddress(stage.kontor)
  assert.ok(addresses.length > 50, `${addresses.length} addresses`)
  const faults: Faults = { axe: [], layout: [] }
  const rest = addresses.values()
  const lookAtTheRest = async () => {
    await using visit = await stage.visit()
    for (const address of rest) await lookAt(visit, address, faults)
  }
  // While one page waits for its data, the other is looked at.
  await Promise.all([lookAtTheRest(), lookAtTheRest()])
  return { axe: faults.axe.sort(), layout: faults.layout.sort() }
}

async function lookAt(visit: Visit, address: string, faults: Faults): Promise<void> {
  const { page } = visit
  const name = `pages/${pictureName(address)}`
  await visit.go(address)
  await settle(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await visit.picture(`${name}-light`)
  await page.keyboard.press('Escape') // a calendar may stand open over the first field
  await assertAccessible(page, address).catch(({ message }) => faults.axe.push(message)) // leaves it dark
  await visit.picture(`${name}-dark`)
  for (const viewport of WINDOWS) faults.layout.push(...(await layoutFaultsIn(viewport, visit, address)))
  await page.setViewportSize(DESK.viewport)
}

/** Changes the size of the page that is open: to open each page three times would take three times as long. */
async function layoutFaultsIn(
  viewport: ViewportSize,
  { page, picture }: Visit,
  address: string,
): Promise<readonly string[]> {
  const { width } = viewport
  await page.setViewportSize(viewport)
  await page.evaluate(REDRAWN)
  await picture(`pages/${pictureName(address)}-${width}`)
  return (await layoutFaults(page)).map((fault) => `${address} at ${width}: ${fault}`)
}

const walkOnce = (stage: Stage): Promise<Faults> => {
  walked ??= walk(stage)
  return walked
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

  test('cuts nothing off and covers nothing at 1440, 1280 and 390 pixels', async () => {
    assert.deepEqual((await walkOnce(stage())).layout, [])
  })

  test('also fits and passes axe for a client that is not signed in, and for a user without the right', async () => {
    await using stranger = await stage().visit({ ...PHONE, as: null })
    await stranger.go('/')
    await settle(stranger.page)
    await stranger.picture('pages/sign-in-phone')
    await assertFits(stranger.page, 'sign-in')
    await assertAccessible(stranger.page, 'sign-in on a phone')
    const { email } = await addUser(stage().kontor.engine, 'viewer')
    await using viewer = await stage().visit({ ...PHONE, as: { email, password: PASSWORD } })
    await viewer.go('/users')
    await viewer.page.getByRole('heading', { name: 'You may not do this' }).waitFor()
    await viewer.picture('pages/forbidden-phone')
    await assertFits(viewer.page, 'forbidden')
    await assertAccessible(viewer.page, 'forbidden')
  })
})
