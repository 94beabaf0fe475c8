import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addUser, PASSWORD } from '../../server/test/support/people.ts'
import { assertAccessible } from './support/accessible.ts'
import { everyAddress, fillCompany, pictureName } from './support/addresses.ts'
import { onStage, type Stage, type Visit, type VisitOptions } from './support/browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** What a page looks like does not depend on the database behind it: each walk is done once. */
const walked = new Set<string>()

async function settle(page: Page): Promise<void> {
  await page.locator('main h1, main h2').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Opens one page after the other, and tells of all that were found faulty, not only of the first. */
async function walk(
  stage: Stage,
  options: VisitOptions,
  look: (visit: Visit, address: string, name: string) => Promise<void>,
): Promise<void> {
  const way = JSON.stringify(options)
  if (walked.has(way)) return
  walked.add(way)
  if ((await stage.kontor.get('/items')).body.meta.total === 0) await fillCompany(stage.kontor)
  const addresses = await everyAddress(stage.kontor)
  assert.ok(addresses.length > 50, `${addresses.length} addresses`)
  await using visit = await stage.visit(options)
  const faults: string[] = []
  for (const address of addresses) {
    await visit.go(address)
    await settle(visit.page)
    await look(visit, address, `pages/${pictureName(address)}`).catch((error) => faults.push(error.message))
  }
  assert.deepEqual(faults, [])
}

async function assertFits(page: Page, what: string): Promise<void> {
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  assert.ok(width <= PHONE.viewport.width, `${what} is ${width} pixels wide on a phone`)
}

onStage('Every page', (stage) => {
  test('is in nobody’s way, in light and in dark', async () => {
    await walk(stage(), {}, async (visit, address, name) => {
      await visit.page.emulateMedia({ colorScheme: 'light' })
      await visit.picture(`${name}-light`)
      await visit.page.keyboard.press('Escape') // a calendar may stand open over the first field
      await assertAccessible(visit.page, address) // leaves it dark
      await visit.picture(`${name}-dark`)
    })
  })

  test('fits on a phone', async () => {
    await walk(stage(), PHONE, async (visit, address, name) => {
      await visit.picture(`${name}-phone`)
      await assertFits(visit.page, address)
    })
  })

  test('also that of whoever is not signed in, or may not be there', async () => {
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
