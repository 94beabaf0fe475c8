import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../../server/src/app/every-resource.ts'
import { createBulkStore } from '../../server/src/db/bulk/bulk-store.ts'
import { fillSized } from '../../server/src/demo/sized/fill.ts'
import { onStage, type Stage } from './support/browser.ts'

const PER_PAGE = 20
/** More than the service changes at once. */
const MANY = 1100
/** The embedded database is filled faster; the page cannot tell them apart. */
const sizeOf = ({ kontor }: Stage) => (kontor.database.name === 'SQLite' ? 100_000 : 40_000)
const written = (number: number) => number.toLocaleString('en')

async function fill(stage: Stage): Promise<void> {
  const store = createBulkStore(stage.kontor.engine, everyResource())
  for await (const _ of fillSized(store, { items: sizeOf(stage), customers: 0, orders: 0 }, Date.now())) {
    // Each step is a batch that is done.
  }
}

onStage('A list of a hundred thousand', (stage) => {
  before(() => fill(stage()))

  test('is scrolled, sorted, filtered, searched and paginated, with one page loaded for each user action', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const table = page.getByRole('table', { name: 'Items' })
    const range = page.getByRole('status').filter({ hasText: ' of ' })
    await visit.go('/items')
    const total = sizeOf(stage())
    await range.getByText(`1–20 of ${written(total)}`, { exact: true }).waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      const url = decodeURIComponent(request.url())
      // The figures of a list are asked for beside its rows.
      if (url.includes('/api/v1/') && !url.includes('include=counts')) asked.push(url)
    })
    /** What was done asked for the list once, in these words, and one page came. */
    const asksOnce = async (words: string, act: () => Promise<unknown>) => {
      asked.length = 0
      const isOfRows = (url: string) => url.includes(words) && !url.includes('include=counts')
      const answer = page.waitForResponse((one) => isOfRows(decodeURIComponent(one.url())))
      await act()
      const { data } = await (await answer).json()
      await page.locator('table[aria-busy=false]').waitFor()
      assert.equal(asked.length, 1, asked.join('\n'))
      assert.ok(data.length > 0 && data.length <= PER_PAGE, `${words}: ${data.length}`)
    }

    await table.hover()
    await page.mouse.wheel(0, 2000)
    await table.getByRole('row').last().waitFor()
    assert.deepEqual(asked, [], 'scrolling asks for nothing')
    for (const [name, field] of [
      ['Item code', 'itemCode'],
      ['Item name', 'itemName'],
      ['Selling price', 'sellingPrice'],
    ] as const)
      await asksOnce(`sort=${field}`, () => table.getByRole('columnheader', { name }).getByRole('button').click())
    const last = total / PER_PAGE
    await asksOnce(`page=${last}`, () => page.getByRole('button', { name: `Page ${last}` }).click())
    await range.getByText(`${written(total - PER_PAGE + 1)}–${written(total)} of`).waitFor()
    await asksOnce('taxRate[lte]=10', async () => {
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Tax rate' }).click()
      await page.getByLabel('To', { exact: true }).fill('10')
      await page.keyboard.press('Enter')
    })
    await asksOnce('search=steel', () => page.getByRole('searchbox', { name: 'Search items' }).fill('steel'))
  })

  test('is changed as a whole, however many match', async () => {
    const { kontor } = stage()
    const next = await kontor.get(`/items?isActive=false&sort=itemCode&order=asc&perPage=1&page=${MANY + 1}`)
    const filter = `isActive=false&itemCode[lt]=${next.body.data[0].itemCode}`
    const shown = written(MANY)
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items?${filter}`)
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: `Select all ${shown} that match` }).click()
    await page.getByRole('button', { name: 'Active…' }).click()
    await page.getByRole('menuitem', { name: 'Set active' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set active' }).click()
    await page.getByText(`${shown} records changed.`).waitFor({ timeout: 120_000 })
    assert.equal((await kontor.get(`/items?${filter}`)).body.meta.total, 0)
  })
})
