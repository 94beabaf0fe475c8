import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, createItem } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'

const field = (page: Page) => page.getByPlaceholder(/^(Search records|Datensätze)/)

onStage('The palette', (stage) => {
  before(async () => {
    await createItem(stage().kontor, { itemCode: 'FIND-ME', itemName: 'Findable thing' })
    await createCustomer(stage().kontor, { name: 'Findable Friends Ltd' })
  })

  async function open(visit: Visit): Promise<Page> {
    const { page } = visit
    await visit.go('/imports')
    await page.getByRole('heading', { name: /^Import/ }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).and(page.locator(':focus')).waitFor()
    return page
  }

  test('opens the best hit by Ctrl+K, text and Enter, also if Enter comes before the hits', async () => {
    await using visit = await stage().visit()
    const page = await open(visit)
    const { promise: pressed, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/v1/search?*', async (route) => {
      await pressed
      await route.continue()
    })
    await page.keyboard.type('findable t')
    await page.keyboard.press('Enter')
    resolve()
    await page.getByRole('heading', { name: 'Findable thing' }).waitFor()
    await field(page).waitFor({ state: 'hidden' })
  })

  test('gets the keys that are pressed while it is loaded, and the page gets none of them', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const { promise: typed, resolve } = Promise.withResolvers<void>()
    await page.route(/palette-/, async (route) => {
      await typed
      await route.continue()
    })
    await visit.go('/imports')
    await page.getByRole('heading', { name: 'Imports' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('cfind-me')
    await page.keyboard.press('Home') // moves nothing
    for (const _ of 'cfind-me') await page.keyboard.press('Backspace')
    await page.keyboard.type('find-me')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('menu').count(), 0)
    resolve()
    await page.getByRole('heading', { name: 'Findable thing' }).waitFor()
  })

  test('marks the hit that Enter opens, and the arrows choose another one', async () => {
    await using visit = await stage().visit()
    const page = await open(visit)
    await page.keyboard.type('find-me')
    await page
      .getByRole('button', { name: /Findable thing/ })
      .and(page.locator('[data-selected]'))
      .waitFor()
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await assertAccessible(page, 'palette with a marked hit')
    await visit.picture('palette-marked')
    await field(page).fill('items')
    await page.getByRole('button', { name: 'Items', exact: true }).and(page.locator('[data-selected]')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Items' }).waitFor()
  })

  test('does nothing on Enter if nothing matches', async () => {
    await using visit = await stage().visit()
    const page = await open(visit)
    await page.keyboard.type('qqwwzzyy')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found').waitFor()
    assert.match(page.url(), /\/imports$/)
  })

  const creations = {
    'en-GB': ['new order', 'New sales order'],
    'de-DE': ['neuer auftrag', 'Auftrag anlegen'],
  } as const
  for (const [locale, [typed, heading]] of Object.entries(creations))
    test(`finds the page that creates an order by “${typed}”`, async () => {
      await using visit = await stage().visit({ locale })
      const page = await open(visit)
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: heading }).waitFor()
    })

  test('stays in its place and keeps its size whatever it finds', async () => {
    await using visit = await stage().visit()
    const page = await open(visit)
    const box = () => page.getByRole('dialog').boundingBox()
    const before = await box()
    await page.keyboard.type('findable')
    await page.getByRole('button', { name: /Findable thing/ }).waitFor()
    assert.deepEqual(await box(), before)
    await field(page).fill('qqwwzzyy')
    await page.getByText('Nothing found').waitFor()
    assert.deepEqual(await box(), before)
  })
})
