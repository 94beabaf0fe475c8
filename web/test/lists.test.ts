import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'

const COUNT = 24
const item = (number: number) => ({
  itemCode: `BOLT-${String(number).padStart(2, '0')}`,
  itemName: `Bolt number ${number}`,
  category: number % 2 === 0 ? 'Even' : 'Odd',
  sellingPrice: number,
})

const rows = (page: Page) => page.getByRole('table', { name: 'Items' }).locator('tbody tr')
const shown = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

/** The list of items, its first row ticked. */
async function withOneSelected({ page, go }: Visit): Promise<Page> {
  await go('/items')
  await shown(page, '1–20 of 24')
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await page.getByText('1 selected').waitFor()
  return page
}

onStage('A list', (stage) => {
  before(async () => {
    for (let number = 1; number <= COUNT; number++) await stage().kontor.post('/items', item(number))
  })

  test('is filtered, sorted and paginated by its address; a reload keeps all of it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await shown(page, '1–20 of 24')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Selling price' }).click()
    await page.getByLabel('From').fill('3')
    await page.keyboard.press('Enter')
    await shown(page, '1–20 of 22')
    await page.getByRole('columnheader', { name: 'Selling price' }).getByRole('button').press('Space')
    await rows(page).first().getByText('BOLT-03').waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Selling price' }).getAttribute('aria-sort'), 'ascending')
    await page.getByRole('button', { name: 'Page 2' }).click()
    await shown(page, '21–22 of 22')
    assert.match(page.url(), /\/items\?sellingPrice\[gte\]=3&sort=sellingPrice&order=asc&page=2$/)
    await page.reload()
    await shown(page, '21–22 of 22')
    await page.getByRole('button', { name: 'Remove filter Selling price' }).click()
    await shown(page, '1–20 of 24')
    await page.goBack()
    await shown(page, '21–22 of 22')
  })

  test('makes one request for the rows of each user action, and one for the figures if the filters change', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await shown(page, '1–20 of 24')
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
    await page.getByRole('columnheader', { name: 'Item code' }).getByRole('button').click()
    await rows(page).first().getByText('BOLT-01').waitFor()
    assert.equal(asked.length, 1, asked.join('\n'))
    await page.getByRole('searchbox', { name: 'Search items' }).fill('number 23')
    await shown(page, '1–1 of 1')
    const isOfFigures = (url: string) => url.includes('include=counts')
    assert.equal(asked.filter((url) => !isOfFigures(url)).length, 2, asked.join('\n'))
    assert.equal(asked.filter(isOfFigures).length, 1, asked.join('\n'))
  })

  test('distinguishes "nothing found" from "no records yet"', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?search=nowhere')
    await page.getByText('Nothing matches').waitFor()
    await assertAccessible(page, 'no match')
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await shown(page, '1–20 of 24')
    await visit.go('/customers')
    await page.getByText('No customers yet').waitFor()
  })

  test('is browsed, selected and opened by keyboard', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?sort=itemCode&order=asc')
    await shown(page, '1–20 of 24')
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    await page.getByText('2 selected').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('2 selected').waitFor({ state: 'hidden' })
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bolt number 1', exact: true }).waitFor()
  })

  test('is filtered without a mouse: each step moves the focus to the next input', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    await visit.go('/items')
    await shown(page, '1–20 of 24')
    await filter.press('Enter')
    await page.locator('[aria-label="Filter by…"]:focus').waitFor()
    await page.keyboard.type('category')
    await page.keyboard.press('Enter')
    await page.locator('[aria-label=Value]:focus').waitFor()
    await page.keyboard.type('odd')
    await page.keyboard.press('Enter')
    await shown(page, '1–12 of 12')
    await page.keyboard.press('Enter')
    await page.locator('[aria-label="Filter by…"]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Filter' }).waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Filter')
  })

  test('closes one layer with each Escape: a menu, a dialog, and then the selection', async () => {
    await using visit = await stage().visit()
    const page = await withOneSelected(visit)
    await page.getByRole('button', { name: 'Active…' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Set active' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'Set active' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog', { name: 'Delete 1 record?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Delete 1 record?' }).waitFor({ state: 'hidden' })
    assert.equal(await page.getByText('1 selected').isVisible(), true)
    await page.keyboard.press('Escape')
    await page.getByText('1 selected').waitFor({ state: 'hidden' })
  })

  test('closes a dialog and the selection when Escape is pressed twice quickly', async () => {
    await using visit = await stage().visit()
    const page = await withOneSelected(visit)
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog', { name: 'Delete 1 record?' }).waitFor()
    // Sooner than any hand could, and before anything but promises had a chance.
    await page.evaluate(`(async () => {
      const press = () => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      press()
      for (let turn = 0; turn < 50; turn++) await undefined
      for (const begin = performance.now(); performance.now() < begin + 5; );
      press()
    })()`)
    await page.getByRole('dialog', { name: 'Delete 1 record?' }).waitFor({ state: 'hidden' })
    await page.getByText('1 selected').waitFor({ state: 'hidden' })
  })

  test('changes a selected page, and then all matching records, at once', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?category=Even')
    await shown(page, '1–12 of 12')
    await visit.go('/items')
    await shown(page, '1–20 of 24')
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: 'Select all 24 that match' }).click()
    await page.getByText('24 selected').waitFor()
    await assertAccessible(page, 'rows selected')
    await page.getByRole('button', { name: 'Active…' }).click()
    await page.getByRole('menuitem', { name: 'Set inactive' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set inactive' }).click()
    await page.getByText('24 records changed.').waitFor()
    const { body } = await stage().kontor.get('/items?isActive=false')
    assert.equal(body.meta.total, 24)
  })

  test('selects a range with Shift', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?sort=itemCode&order=asc')
    await page.getByRole('checkbox', { name: 'Select Bolt number 2', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select Bolt number 6', exact: true }).click({ modifiers: ['Shift'] })
    await page.getByText('5 selected').waitFor()
  })

  test('saves filters and columns as a view under a name', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?category=Odd&sort=sellingPrice&order=desc')
    await shown(page, '1–12 of 12')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Odd ones')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('View “Odd ones” is saved.').waitFor()
    await visit.go('/items')
    await shown(page, '1–20 of 24')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Odd ones', exact: true }).click()
    await shown(page, '1–12 of 12')
    assert.match(page.url(), /category=Odd&sort=sellingPrice&order=desc$/)
  })

  test('keeps its chosen columns', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Cost price' }).check()
    await assertAccessible(page, 'columns open')
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Cost price' }).waitFor()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Cost price' }).waitFor()
  })

  test('exports the filtered records as an Excel or a CSV file, with the columns that are shown', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items?category=Odd')
    const exported = async (format: string) => {
      await page.getByRole('button', { name: 'More actions for this list' }).click()
      const entry = page.getByRole('menuitem', { name: `Export as ${format}` })
      const [file] = await Promise.all([page.waitForEvent('download'), entry.click()])
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
    }
    const csv = await exported('CSV')
    assert.match(csv.name, /items.*\.csv$/)
    const [headings] = csv.content.toString().split('\r\n')
    assert.match(headings!, /^\uFEFFItem code,Item name,/)
    assert.doesNotMatch(headings!, /ID|Version/)
    const excel = await exported('Excel')
    assert.match(excel.name, /items.*\.xlsx$/)
    const [first, ...rows] = await readSheet(excel.content)
    assert.deepEqual(first, headings!.slice(1).split(','))
    assert.equal(rows.length, csv.content.toString().trim().split('\r\n').length - 1)
  })

  test('is shown as cards on a phone, without horizontal scrolling', async () => {
    await using visit = await stage().visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const { page } = visit
    await visit.go('/items')
    await page.getByRole('list', { name: 'Items' }).waitFor()
    await assertAccessible(page, 'cards')
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    await visit.picture('items-mobile')
  })

  test('passes axe in light and dark mode with its filters open', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items')
    await shown(page, '1–20 of 24')
    await visit.picture('items')
    await page.getByRole('button', { name: 'Filter' }).click()
    await assertAccessible(page, 'filter open')
    await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Created at' }).click()
    await page.getByLabel('From').waitFor()
    await assertAccessible(page, 'dates filter open')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search records, pages and actions…').fill('bolt number 1')
    await page.getByRole('button', { name: /Bolt number 1 · BOLT-01/ }).waitFor()
    await assertAccessible(page, 'palette')
    await visit.picture('palette')
  })
})
