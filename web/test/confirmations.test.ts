import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { directInvoice } from '../../server/test/support/invoicing.ts'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createSubmitted, pay } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'
import { statusPill } from './support/document-editor.ts'

onStage('A question with two answers', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt]: any[] = []
  before(async () => {
    customer = await createCustomer(stage().kontor, { name: 'Kurbel & Kette' })
    bolt = await createItem(stage().kontor, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
  })

  const answersOf = async ({ page }: Visit) =>
    (await page.getByRole('dialog').getByRole('button').allInnerTexts()).filter((text) => text !== '')

  const openMenu = async ({ page }: Visit, path: string, more: string, item: string) => {
    await page.goto(stage().origin + path)
    await page.getByRole('button', { name: more }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog').waitFor()
  }

  test('cancelling an order offers to keep or to cancel the order, and each does what it says', async () => {
    const order = await createSubmitted(stage().kontor, [bolt], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await openMenu(visit, `/sales-orders/${order.id}`, 'More actions', 'Cancel order')
    assert.deepEqual(await answersOf(visit), ['Keep order', 'Cancel order'])
    await assertAccessible(page, 'cancel order')
    await page.getByRole('button', { name: 'Keep order' }).click()
    assert.equal((await read(stage().kontor, `/sales-orders/${order.id}`)).status, 'submitted')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await statusPill(page, 'Cancelled').waitFor()
    assert.equal((await read(stage().kontor, `/sales-orders/${order.id}`)).status, 'cancelled')
  })

  test('a closed order is reopened by its button, which is not the main one, and not by Ctrl+Enter', async () => {
    const order = await createSubmitted(stage().kontor, [bolt], { customer })
    await stage().kontor.put(`/sales-orders/${order.id}/status`, { status: 'closed' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}`)
    const button = page.getByRole('button', { name: 'Reopen' })
    await button.waitFor()
    assert.equal(await button.getAttribute('data-variant'), 'default')
    await page.keyboard.press('Control+Enter')
    await button.click()
    await statusPill(page, 'Submitted').waitFor()
    const { body } = await stage().kontor.get(`/sales-orders/${order.id}/history`)
    assert.equal(body.data.length, 4, 'created, submitted, closed, reopened once')
  })

  test('voiding an invoice offers to keep or to void the invoice', async () => {
    const { id } = await directInvoice(stage().kontor, [{ item: bolt.id, quantity: 1 }], { customer })
    await using visit = await stage().visit()
    await openMenu(visit, `/invoices/${id}`, 'More actions', 'Void invoice')
    assert.deepEqual(await answersOf(visit), ['Keep invoice', 'Void invoice'])
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Void invoice' }).click()
    await statusPill(visit.page, 'Cancelled').waitFor()
  })

  test('a record is called by its number, or without one by what it is about, in questions and messages', async () => {
    const { kontor } = stage()
    await kontor.post('/stock-movements', { item: bolt.id, quantity: 10, reason: 'receipt' })
    const order = await createSubmitted(kontor, [bolt], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}`)
    await page.getByRole('heading', { name: order.orderNumber }).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('dialog').getByRole('button', { name: 'Deliver', exact: true }).click()
    await page.getByText(/^DN-\d{4}-00001 was created\.$/).waitFor()
    const [delivery] = (await kontor.get(`/deliveries?salesOrder=${order.id}`)).body.data
    await openMenu(visit, `/deliveries/${delivery.id}`, 'More actions', 'Delete')
    await page.getByRole('dialog', { name: `Delete ${delivery.deliveryNumber}?` }).waitFor()
    const invoice = await directInvoice(kontor, [{ item: bolt.id, quantity: 1 }], { customer })
    const payment = await pay(kontor, invoice, 1)
    await openMenu(visit, `/payments/${payment.id}`, 'More actions', 'Delete')
    const name = `Payment of €1.00 for ${invoice.invoiceNumber}`
    await page
      .getByRole('dialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText(`${name} was deleted.`).waitFor()
    const draft = await directInvoice(kontor, [{ item: bolt.id, quantity: 1 }], { customer, draft: true })
    await openMenu(visit, `/invoices/${draft.id}`, 'More actions', 'Delete')
    await page.getByRole('dialog', { name: 'Delete Invoice for Kurbel & Kette?' }).waitFor()
  })

  test('both questions name both answers in German', async () => {
    const order = await createSubmitted(stage().kontor, [bolt], { customer })
    const { id } = await directInvoice(stage().kontor, [{ item: bolt.id, quantity: 1 }], { customer })
    await using visit = await stage().visit()
    await visit.go('/')
    await visit.page.evaluate(`localStorage.setItem('kontor.language', 'de')`)
    await openMenu(visit, `/sales-orders/${order.id}`, 'Weitere Aktionen', 'Auftrag stornieren')
    assert.deepEqual(await answersOf(visit), ['Auftrag behalten', 'Auftrag stornieren'])
    await openMenu(visit, `/invoices/${id}`, 'Weitere Aktionen', 'Rechnung stornieren')
    assert.deepEqual(await answersOf(visit), ['Rechnung behalten', 'Rechnung stornieren'])
  })

  test('leaving a form by its Cancel button offers to keep editing, not a second Cancel', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items/new')
    await page.getByLabel('Item code').fill('HALF')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor()
    assert.deepEqual(await answersOf(visit), ['Keep editing', 'Leave without saving'])
    await page.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await page.getByLabel('Item code').inputValue(), 'HALF')
  })
})
