import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createStockedItem, createSubmitted, invoice } from '../../server/test/support/trade.ts'
import { onStage } from './support/browser.ts'
import { enter, statusPill, tabTo, total } from './support/document-editor.ts'

const idIn = (page: Page) => page.url().split('/').at(-1)!
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const invoiceWindow = (page: Page) => page.getByRole('dialog', { name: 'Create invoice' })

onStage('From an order to the money', (stage) => {
  test('is written by keyboard alone, invoiced in two parts, paid, and printed', async () => {
    const { kontor } = stage()
    const customer = await createCustomer(kontor, { name: 'Nordlicht', paymentTerms: 'Net 30', creditLimit: 5000 })
    await createStockedItem(kontor, 100, {
      itemCode: 'BOLT-M8',
      itemName: 'Hexagon bolt',
      sellingPrice: 82.5,
      taxRate: 19,
    })
    await createItem(kontor, { itemCode: 'SVC', itemName: 'Assembly by hand', itemType: 'Service', sellingPrice: 50 })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()

    // Customer, then code, quantity, by Tab past the price to the discount; and the next line: a name, and by Tab.
    await enter(page, 'nordl', 'bolt-m8')
    await tabTo(page, '10', '', '15')
    await page.keyboard.press('Enter')
    await page.keyboard.type('assembly')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2')
    await page.getByText('2 lines').waitFor()
    await page.getByText('of €5,000.00 credit used').waitFor()
    await total(page).getByText('€934.49').waitFor()
    await page.keyboard.press('Control+Enter')

    await statusPill(page, 'Submitted').waitFor()
    const order = await read(kontor, `/sales-orders/${idIn(page)}`)
    assert.deepEqual(
      [order.status, order.customer, order.total, order.paymentTerms],
      ['submitted', customer.id, 934.49, 'Net 30'],
    )
    assert.deepEqual(
      order.items.map(({ itemCode, quantity, rate, discount }: Record<string, unknown>) => [
        itemCode,
        quantity,
        rate,
        discount,
      ]),
      [
        ['BOLT-M8', 10, 82.5, 15],
        ['SVC', 2, 50, 0],
      ],
    )
    await visit.picture('order')

    // A part of it first.
    await page.keyboard.press('i')
    await invoiceWindow(page).getByLabel('Quantity, Hexagon bolt').fill('4')
    await invoiceWindow(page).getByLabel('Quantity, Assembly by hand').fill('0')
    await invoiceWindow(page).getByRole('button', { name: 'Create invoice' }).click()
    await page.getByRole('heading', { name: 'INV-' }).waitFor()
    const first = await read(kontor, `/invoices/${idIn(page)}`)
    assert.deepEqual([first.salesOrder, first.items.length, first.items[0].quantity], [order.id, 1, 4])
    await visit.picture('invoice')

    // Then the rest, with one click.
    await page.getByRole('link', { name: order.orderNumber }).first().click()
    await page.getByText('4 / 10').waitFor()
    await button(page, 'Create invoice').click()
    await invoiceWindow(page).getByRole('button', { name: 'Create invoice' }).press('Enter')
    await page.getByText('Bill to').waitFor()
    await page.waitForURL((url) => url.pathname.startsWith('/invoices/'))
    const second = await read(kontor, `/invoices/${idIn(page)}`)
    assert.equal(Math.round((first.total + second.total) * 100), Math.round(order.total * 100))

    // What is outstanding is filled in already.
    await button(page, 'Record payment').click()
    const window = page.getByRole('dialog', { name: `Payment for ${second.invoiceNumber}` })
    assert.equal(Number((await window.getByLabel('Amount').inputValue()).replaceAll(',', '')), second.outstanding)
    await window.getByRole('button', { name: 'Record payment' }).click()
    await statusPill(page, 'Paid').waitFor()
    assert.equal((await read(kontor, `/invoices/${second.id}`)).status, 'paid')

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    const file = await downloading
    assert.equal(file.suggestedFilename(), `${second.invoiceNumber}.pdf`)
    const pdf = readFileSync(await file.path(), 'latin1')
    assert.ok(pdf.startsWith('%PDF-'))
    assert.ok(pdf.includes(second.invoiceNumber), 'the PDF names the invoice')

    // The order knows it all.
    await visit.go(`/sales-orders/${order.id}`)
    await page.getByRole('list', { name: 'Progress' }).getByText('Invoiced', { exact: true }).waitFor()
    await page.getByRole('link', { name: first.invoiceNumber }).waitFor()
    await page.getByRole('link', { name: second.invoiceNumber }).waitFor()
  })

  test('a wrong price on an issued invoice is corrected by a draft that keeps the order', async () => {
    const { kontor } = stage()
    const item = await createStockedItem(kontor, 10, { itemName: 'Saddle', sellingPrice: 80 })
    const order = await createSubmitted(kontor, [{ item: item.id, quantity: 2 }])
    const wrong = await invoice(kontor, order)
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/invoices/${wrong.id}`)
    await button(page, 'More actions').click()
    await page.getByText('The copy belongs to no order.').waitFor()
    await page.getByRole('menuitem', { name: 'Correct invoice' }).click()
    const question = page.getByRole('dialog', { name: `Correct ${wrong.invoiceNumber}?` })
    await question.getByText('is voided').waitFor()
    await question.getByRole('button', { name: 'Correct invoice' }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/edit'))
    await page.getByLabel('Rate, line 1', { exact: true }).fill('75')
    await total(page).getByText('€150.00').waitFor()
    await page.keyboard.press('Control+s')
    await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
    const draft = await read(kontor, `/invoices/${idIn(page)}`)
    assert.deepEqual([draft.salesOrder, draft.replaces, draft.total], [order.id, wrong.id, 150])
    const { invoiceStatus } = await read(kontor, `/sales-orders/${order.id}`)
    assert.equal(invoiceStatus, 'invoiced')
    await page.getByRole('link', { name: wrong.invoiceNumber }).click()
    await statusPill(page, 'Cancelled').waitFor()
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: /Correct invoice.*corrected already/ }).waitFor()
  })

  test('what is ordered leaves the warehouse in parts, and the order shows how much has', async () => {
    const { kontor } = stage()
    const customer = await createCustomer(kontor)
    const item = await createStockedItem(kontor, 10, { itemName: 'Crank' })
    const { body } = await kontor.post('/sales-orders', {
      customer: customer.id,
      items: [{ item: item.id, quantity: 12 }],
    })
    await kontor.put(`/sales-orders/${body.data.id}/status`, { status: 'submitted' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${body.data.id}`)
    await button(page, 'Deliver').click()
    const window = page.getByRole('dialog', { name: 'Deliver' })
    await window.getByRole('button', { name: 'Deliver' }).click()
    await window.getByRole('alert').getByText('stock').waitFor()
    await window.getByLabel('Quantity, Crank').fill('7')
    await window.getByRole('button', { name: 'Deliver' }).click()
    await page.getByText('7 / 12').waitFor()
    await page.getByRole('link', { name: /^DN-\d{4}-\d+$/ }).click()
    await page.getByRole('heading', { name: /^DN-\d{4}-\d+$/ }).waitFor()
    await page.getByRole('link', { name: body.data.orderNumber }).waitFor()
    await page.getByRole('cell', { name: '7 Nos' }).waitFor()
  })

  test('a payment that is too high is refused where it was typed; one made by mistake is taken back', async () => {
    const { kontor } = stage()
    const customer = await createCustomer(kontor)
    const item = await createItem(kontor, { sellingPrice: 100 })
    const { body } = await kontor.post('/invoices', { customer: customer.id, items: [{ item: item.id, quantity: 1 }] })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/invoices/${body.data.id}`)
    await page.getByText('No payments yet.').waitFor()
    await page.keyboard.press('p')
    const window = page.getByRole('dialog', { name: 'Payment for' })
    await window.getByLabel('Amount').fill('100.01')
    await window.getByRole('button', { name: 'Record payment' }).click()
    await window.getByRole('alert').waitFor()
    await window.getByLabel('Amount').fill('40')
    await window.getByRole('button', { name: 'Record payment' }).click()
    await statusPill(page, 'Partially paid').waitFor()
    await button(page, 'Undo').click()
    await page.getByText('No payments yet.').waitFor()
    assert.equal((await read(kontor, `/invoices/${body.data.id}`)).outstanding, 100)
  })

  test('an invoice without an order is a draft until it is issued, and void once it is cancelled', async () => {
    const { kontor } = stage()
    await createCustomer(kontor, { name: 'Walk-in' })
    await createItem(kontor, { itemCode: 'TUBE', itemName: 'Inner tube', sellingPrice: 4.9 })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/invoices/new')
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await enter(page, 'walk-in', 'tube', '3')
    await total(page).getByText('€14.70').waitFor()
    await page.keyboard.press('Control+s')
    await button(page, 'Issue').click()
    await page.getByRole('heading', { name: 'INV-' }).waitFor()
    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Void invoice' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Void invoice' }).click()
    await statusPill(page, 'Cancelled').waitFor()
    await total(page).waitFor({ state: 'hidden' })
    assert.equal(await button(page, 'Record payment').count(), 0)
  })
})
