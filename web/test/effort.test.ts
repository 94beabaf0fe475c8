import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createStockedItem, createSubmitted, invoice as issueInvoice } from '../../server/test/support/trade.ts'
import { onStage } from './support/browser.ts'
import { cell, enter } from './support/document-editor.ts'

const idIn = (page: Page) => page.url().split('/').at(-1)!.split('?')[0]!
const CODES = ['PEDAL', 'CHAIN', 'SADDLE', 'BRAKE', 'WHEEL'] as const
/** What an order of five lines may cost, from the dashboard to the saved order. A chord counts as one key. */
const KEYS_MAX = 52

/** Presses keys and counts them. */
function counter(page: Page) {
  let count = 0
  return {
    get count() {
      return count
    },
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
      count += keys.length
    },
    async type(text: string) {
      await page.keyboard.type(text)
      count += text.length
    },
  }
}

onStage('The way to a record', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let customer: any
  before(async () => {
    const { kontor } = stage()
    customer = await createCustomer(kontor, { name: 'Nordlicht', paymentTerms: '30 days', creditLimit: 1000 })
    for (const code of CODES) await createItem(kontor, { itemCode: code, itemName: `The ${code}`, sellingPrice: 10 })
  })

  test(`an order of five lines takes at most ${KEYS_MAX} keys`, async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/')
    await page.getByRole('navigation', { name: 'Navigation' }).waitFor()
    const keys = counter(page)
    await keys.press('c')
    await page.getByRole('menuitem', { name: 'Sales order' }).and(page.locator(':focus')).waitFor()
    await keys.press('Enter')
    await page.getByRole('combobox', { name: 'Customer' }).and(page.locator(':focus')).waitFor()
    await keys.type('nord')
    await keys.press('Enter')
    for (const [index, code] of CODES.entries()) {
      if (index > 0) await keys.press('Enter')
      await keys.type(code.slice(0, 4).toLowerCase())
      await keys.press('Enter')
      await keys.type('12')
    }
    await keys.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    const { items } = await read(stage().kontor, `/sales-orders/${idIn(page)}`)
    assert.deepEqual(
      items.map(({ itemCode, quantity }: Record<string, unknown>) => [itemCode, quantity]),
      CODES.map((code) => [code, 12]),
    )
    assert.ok(keys.count <= KEYS_MAX, `${keys.count} keys`)
  })

  test('from a customer to a new order leads into the first line, with the terms of the customer', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/customers/${customer.id}`)
    await page.getByRole('link', { name: 'New order' }).click()
    await cell(page, 'Item', 1).and(page.locator(':focus')).waitFor()
    await page.getByRole('combobox', { name: 'Payment terms' }).and(page.getByPlaceholder('30 days')).waitFor()
    await enter(page, 'pedal', '5')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'SO-' }).waitFor()
    const order = await read(stage().kontor, `/sales-orders/${idIn(page)}`)
    assert.deepEqual([order.customer, order.paymentTerms, order.items[0].quantity], [customer.id, '30 days', 5])
  })

  test('the credit line of an order includes the order that is being typed', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/new?customer=${customer.id}`)
    const panel = page.getByRole('region', { name: 'Nordlicht' })
    await panel.getByText('€0.00 of €1,000.00 credit used').waitFor()
    await enter(page, 'pedal', '5')
    await panel.getByText('€50.00 of €1,000.00 credit used').waitFor()
  })

  test('from an item to a change of its stock keeps the item, and saving returns to the item', async () => {
    const item = await createStockedItem(stage().kontor, 10, { itemName: 'Spoke' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${item.id}?tab=stock`)
    await page.getByRole('link', { name: 'Change stock' }).click()
    await page.getByRole('heading', { name: 'New stock movement' }).waitFor()
    await page.getByRole('combobox', { name: 'Item' }).and(page.locator('[value=Spoke]')).waitFor()
    await page.getByLabel('Quantity').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('7')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'Spoke' }).waitFor()
    await page.waitForURL(`**/items/${item.id}?tab=stock`)
    await page.getByRole('cell', { name: '+7' }).waitFor()
    assert.equal((await read(stage().kontor, `/items/${item.id}`)).currentStock, 17)
  })

  test('a form that is opened with an unsafe way back ignores it', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/stock-movements/new?back=//example.com/')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Stock movements' }).waitFor()
  })

  test('a new payment offers only invoices that are not paid, and fills in the amount and the customer', async () => {
    const { kontor } = stage()
    const item = await createItem(kontor, { sellingPrice: 80 })
    const bill = async () => issueInvoice(kontor, await createSubmitted(kontor, [item], { customer }))
    const [paid, open] = [await bill(), await bill()]
    await kontor.post('/payments', { invoice: paid.id, amount: paid.outstanding })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/payments/new')
    await page.getByRole('combobox', { name: 'Invoice' }).click()
    await page.getByRole('option', { name: open.invoiceNumber }).waitFor()
    assert.equal(await page.getByRole('option', { name: paid.invoiceNumber }).count(), 0)
    await page.keyboard.type(open.invoiceNumber)
    await page.keyboard.press('Enter')
    await page.getByText('Nordlicht').waitFor()
    assert.equal(Number(await page.getByLabel('Amount').inputValue()), open.outstanding)
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'New payment' }).waitFor({ state: 'hidden' })
    assert.equal((await read(kontor, `/invoices/${open.id}`)).status, 'paid')
  })

  test('an invoice that waits for its payment shows “Paid” as its next step', async () => {
    const { kontor } = stage()
    const { id } = await issueInvoice(
      kontor,
      await createSubmitted(kontor, [await createItem(kontor, { sellingPrice: 9 })]),
    )
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/invoices/${id}`)
    const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
    await steps.first().waitFor()
    assert.deepEqual(await steps.allInnerTexts(), ['Draft', 'Issued', 'Paid'])
    assert.equal(await steps.last().getAttribute('data-stage'), 'todo')
  })
})
