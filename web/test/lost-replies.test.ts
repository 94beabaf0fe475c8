import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { directInvoice } from '../../server/test/support/invoicing.ts'
import { createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { createOrder, createStockedItem, createSubmitted } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage, type Visit } from './support/browser.ts'
import { cell, enter, statusPill } from './support/document-editor.ts'
import { LOST, loseNext } from './support/lost-replies.ts'

const idIn = (page: Page) => page.url().split('/').at(-1)!.split('?')[0]!

onStage('A lost reply', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt, nut]: any[] = []
  before(async () => {
    customer = await createCustomer(stage().kontor, { name: 'Kurbel & Kette' })
    bolt = await createStockedItem(stage().kontor, 100, { itemCode: 'BOLT', itemName: 'Bolt', sellingPrice: 2 })
    nut = await createItem(stage().kontor, { itemCode: 'NUT', itemName: 'Nut', sellingPrice: 1 })
  })

  const all = async (path: string) => (await stage().kontor.get(path)).body.data
  async function beginOrder(visit: Visit, notes: string): Promise<void> {
    await visit.go('/sales-orders/new')
    await visit.page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await enter(visit.page, 'kurbel', 'bolt', '3')
    await visit.page.getByLabel('Notes').fill(notes)
  }
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Save' }).first().and(page.locator(':not([data-loading])')).waitFor()
    await page.keyboard.press('Control+s')
  }

  for (const loss of ['before', 'after'] as const)
    test(`an order saved again unchanged after a reply lost ${loss} the commit exists once`, async () => {
      await using visit = await stage().visit()
      const { page } = visit
      await beginOrder(visit, `Unchanged ${loss}`)
      await loseNext(page, 'POST', /\/sales-orders/, loss)
      await save(page)
      await page.getByRole('alert').getByText(LOST).waitFor()
      await save(page)
      await page.getByRole('heading', { name: /^SO-/ }).waitFor()
      const orders = await all(`/sales-orders?notes=Unchanged ${loss}`)
      assert.deepEqual([orders.length, orders[0].items[0].quantity], [1, 3])
    })

  for (const loss of ['before', 'after'] as const)
    test(`an order that the user changes after a reply lost ${loss} the commit exists once, with the changes`, async () => {
      await using visit = await stage().visit()
      const { page } = visit
      await beginOrder(visit, `Changed ${loss}`)
      await loseNext(page, 'POST', /\/sales-orders/, loss)
      await save(page)
      await page.getByRole('alert').getByText(LOST).waitFor()
      await assertAccessible(page, 'lost reply')
      await cell(page, 'Quantity', 1).fill('7')
      await page.getByRole('button', { name: 'Add line' }).click()
      await cell(page, 'Item', 2).focus()
      await enter(page, 'nut', '2')
      await save(page)
      await page.getByRole('heading', { name: /^SO-/ }).waitFor()
      const orders = await all(`/sales-orders?notes=Changed ${loss}`)
      assert.equal(orders.length, 1)
      assert.deepEqual(
        orders[0].items.map(({ item, quantity }: { item: string; quantity: number }) => [item, quantity]),
        [
          [bolt.id, 7],
          [nut.id, 2],
        ],
      )
      if (loss === 'before') return
      const told = `${orders[0].orderNumber} was already saved. Your changes since then have been applied.`
      await page.getByText(told).waitFor()
      assert.equal(idIn(page), orders[0].id)
    })

  test('two lost replies with a change in between still lead to one order, also where the change is refused first', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await beginOrder(visit, 'Twice')
    for (const [quantity, loss] of [
      ['4', 'after'],
      ['5', 'before'],
    ] as const) {
      await cell(page, 'Quantity', 1).fill(quantity)
      const wasLost = await loseNext(page, 'POST', /\/sales-orders/, loss)
      await save(page)
      await page.getByRole('alert').getByText(LOST).waitFor()
      assert.ok(wasLost())
      await page.unrouteAll()
    }
    await cell(page, 'Discount %', 1).fill('120')
    await save(page)
    await page.getByText('Discount must be at most 100.').waitFor()
    await cell(page, 'Discount %', 1).fill('12')
    await save(page)
    await page.getByRole('heading', { name: /^SO-/ }).waitFor()
    const orders = await all('/sales-orders?notes=Twice')
    assert.deepEqual([orders.length, orders[0].items[0].quantity, orders[0].items[0].discount], [1, 5, 12])
  })

  test('a change of an order whose reply was lost is no conflict with itself, and later changes are added', async () => {
    const order = await createOrder(stage().kontor, [{ item: bolt.id, quantity: 3 }], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}/edit`)
    await cell(page, 'Quantity', 1).fill('5')
    await loseNext(page, 'PUT', /\/sales-orders\/\w+/, 'after')
    await save(page)
    await page.getByRole('alert').getByText(LOST).waitFor()
    await page.getByLabel('Notes').fill('Back door')
    await save(page)
    await page.getByRole('heading', { name: order.orderNumber, exact: true }).waitFor()
    const after = await read(stage().kontor, `/sales-orders/${order.id}`)
    assert.deepEqual([after.items[0].quantity, after.notes, after.version], [5, 'Back door', order.version + 2])
  })

  test('a plain form behaves alike: one item, with what was entered last', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/items/new')
    await page.getByLabel('Item code').fill('LOST-1')
    await page.getByLabel('Item name').fill('Washer')
    await loseNext(page, 'POST', /\/items/, 'after')
    await save(page)
    await page.getByRole('alert').getByText(LOST).waitFor()
    await page.getByLabel('Item name').fill('Spring washer')
    await page.getByLabel('Selling price').fill('0.2')
    await save(page)
    await page.getByRole('heading', { name: 'Spring washer' }).waitFor()
    await page.getByText('Spring washer was already saved. Your changes since then have been applied.').waitFor()
    const items = await all('/items?itemCode=LOST-1')
    assert.deepEqual([items.length, items[0].itemName, items[0].sellingPrice], [1, 'Spring washer', 0.2])
  })

  test('a payment whose reply was lost is recorded once; a change made since then is told not to be saved', async () => {
    const invoice = await directInvoice(stage().kontor, [{ item: bolt.id, quantity: 10 }], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/invoices/${invoice.id}`)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const window = page.getByRole('dialog')
    await window.getByLabel('Amount').fill('8')
    await loseNext(page, 'POST', /\/payments/, 'after')
    await window.getByRole('button', { name: 'Record payment' }).click()
    await window.getByText(LOST).waitFor()
    await window.getByLabel('Amount').fill('9')
    await window.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('This had already been saved before the connection was lost.').waitFor()
    await page.getByText('A payment of €8.00 was recorded.').waitFor()
    const payments = await all(`/payments?invoice=${invoice.id}`)
    assert.deepEqual([payments.length, payments[0].amount], [1, 8])
  })

  test('a payment that never arrived is recorded once, as it was entered last', async () => {
    const invoice = await directInvoice(stage().kontor, [{ item: bolt.id, quantity: 10 }], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/invoices/${invoice.id}`)
    await page.getByRole('button', { name: 'Record payment' }).click()
    const window = page.getByRole('dialog')
    await window.getByLabel('Amount').fill('8')
    await loseNext(page, 'POST', /\/payments/, 'before')
    await window.getByRole('button', { name: 'Record payment' }).click()
    await window.getByText(LOST).waitFor()
    await window.getByLabel('Amount').fill('9')
    await window.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('A payment of €9.00 was recorded.').waitFor()
    const payments = await all(`/payments?invoice=${invoice.id}`)
    assert.deepEqual([payments.length, payments[0].amount], [1, 9])
  })

  test('a delivery whose reply was lost is made once', async () => {
    const order = await createSubmitted(stage().kontor, [{ item: bolt.id, quantity: 4 }], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}`)
    await page.getByRole('button', { name: 'Deliver', exact: true }).click()
    const window = page.getByRole('dialog')
    await loseNext(page, 'POST', /\/deliveries/, 'after')
    await window.getByRole('button', { name: 'Deliver' }).click()
    await window.getByText(LOST).waitFor()
    await window.getByRole('button', { name: 'Deliver' }).click()
    await window.waitFor({ state: 'hidden' })
    const deliveries = await all(`/deliveries?salesOrder=${order.id}`)
    assert.deepEqual([deliveries.length, deliveries[0].items[0].quantity], [1, 4])
  })

  test('a status button whose reply was lost shows the record as it is now', async () => {
    const order = await createOrder(stage().kontor, [bolt], { customer })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}`)
    await loseNext(page, 'PUT', /\/sales-orders\/\w+\/status/, 'after')
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText('The connection was lost before Kontor could confirm.').waitFor()
    await statusPill(page, 'Submitted').waitFor()
    assert.equal((await read(stage().kontor, `/sales-orders/${order.id}`)).status, 'submitted')
  })

  test('a delete whose reply was lost succeeds when it is tried again', async () => {
    const { id } = await createItem(stage().kontor, { itemCode: 'GONE', itemName: 'Gone' })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/items/${id}`)
    const remove = async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    }
    await page.getByRole('heading', { name: 'Gone' }).waitFor()
    await loseNext(page, 'DELETE', /\/items\/\w+/, 'after')
    await remove()
    await page.getByText('The connection was lost before Kontor could confirm.').waitFor()
    await remove()
    await page.getByText('Gone was deleted.').waitFor()
  })
})
