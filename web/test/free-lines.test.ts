import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'
import { cell, enter, total } from './support/document-editor.ts'

/** Adds a line of another kind by the keyboard. */
async function addLine(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Other line' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

onStage('Lines without an item', (stage) => {
  before(async () => {
    const { kontor } = stage()
    await createCustomer(kontor, { name: 'Kurbel & Kette' })
    await createItem(kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2, taxRate: 10 })
  })

  test('are written, shown and changed with the keyboard', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await enter(page, 'kurbel', 'bolt')
    await page.keyboard.type('3')
    await page.getByText('BOLT · Nos').waitFor() // only a line with its item can be described
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.type('Cut to length')
    await addLine(page, 'Subtotal')
    await page.keyboard.type('Goods together')
    await addLine(page, 'Heading')
    await page.keyboard.type('Services')
    await addLine(page, 'Line without an item')
    await page.keyboard.type('Shipping')
    await page.keyboard.press('Enter')
    for (const text of ['2', '4.95', '0', '20']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await total(page).getByText('€18.48').waitFor()
    await page.getByRole('group', { name: 'Line 2' }).getByText('€6.00').waitFor()
    await assertAccessible(page, 'an order with lines without an item')
    await visit.picture('free-lines-editor')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    await page.getByText('Goods together').waitFor()
    await visit.picture('free-lines-view')
    const order = await read(stage().kontor, `/sales-orders/${page.url().split('/').at(-1)}`)
    assert.deepEqual(
      order.items.map((line: Record<string, unknown>) => [line.kind, line.description, line.quantity, line.amount]),
      [
        ['item', 'Cut to length', 3, 6],
        ['subtotal', 'Goods together', 0, 0],
        ['heading', 'Services', 0, 0],
        ['item', 'Shipping', 2, 9.9],
      ],
    )
    await visit.go(`/sales-orders/${order.id}/edit`)
    await cell(page, 'Description', 4).fill('Freight')
    await page.keyboard.press('Control+s')
    await page.getByText('Freight').waitFor()
    assert.equal((await read(stage().kontor, `/sales-orders/${order.id}`)).items[3].description, 'Freight')
  })

  test('have room on a phone and in the dark', async () => {
    await using visit = await stage().visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page } = visit
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await addLine(page, 'Text')
    await page.keyboard.type('Delivered on pallets.')
    await addLine(page, 'Line without an item')
    await page.keyboard.type('Shipping')
    await visit.picture('free-lines-phone')
    await assertAccessible(page, 'lines without an item on a phone')
    const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    assert.equal(isWide, false)
  })
})
