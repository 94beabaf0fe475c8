import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { addUser } from '../../server/test/support/people.ts'
import { create, createCustomer, createItem } from '../../server/test/support/records.ts'
import { createOrder, createSubmitted, invoice } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

onStage('Names of records', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, bolt, nut]: any[] = []
  before(async () => {
    customer = await createCustomer(stage().kontor, { name: 'Kurbel & Kette' })
    bolt = await createItem(stage().kontor, { itemCode: 'BOLT', itemName: 'Hexagon bolt', sellingPrice: 2 })
    nut = await createItem(stage().kontor, { itemCode: 'NUT', itemName: 'Wing nut', sellingPrice: 1 })
  })

  test('the history of an order names the item of a changed, an added and a removed line', async () => {
    const { kontor } = stage()
    const order = await createOrder(kontor, [{ item: bolt.id, quantity: 2 }], { customer })
    const [line] = order.items
    await kontor.put(`/sales-orders/${order.id}`, {
      items: [
        { id: line.id, item: bolt.id, quantity: 3 },
        { item: nut.id, quantity: 5 },
      ],
    })
    await kontor.put(`/sales-orders/${order.id}`, { items: [{ id: line.id, item: bolt.id, quantity: 3 }] })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/sales-orders/${order.id}?tab=history`)
    const removed = page.getByRole('group', { name: 'Wing nut, line removed' })
    await removed.waitFor()
    await page.getByRole('group', { name: 'Wing nut, line added' }).getByText('Quantity').waitFor()
    const changed = page.getByRole('group', { name: 'Hexagon bolt', exact: true })
    assert.match((await changed.innerText()).replaceAll('\n', ' '), /Hexagon bolt.*Quantity 2 → 3/)
    await assertAccessible(page, 'history of lines')
    await visit.picture('history-lines')
  })

  test('the history of a user says that a password was changed, and shows no placeholder for it', async () => {
    const { id } = await addUser(stage().kontor.engine, 'viewer')
    const { status } = await stage().kontor.put(`/users/${id}`, { password: 'another good password' })
    assert.equal(status, 200)
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/users/${id}?tab=history`)
    await page.getByText('Password: changed').waitFor()
    assert.equal(await page.getByText('[secret]').count(), 0)
  })

  test('a payment is called by its invoice, its amount and its customer', async () => {
    const { kontor } = stage()
    const billed = await invoice(kontor, await createSubmitted(kontor, [{ item: bolt.id, quantity: 4 }], { customer }))
    const { id } = await create(kontor, '/payments', { invoice: billed.id, amount: 3 })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go(`/payments/${id}`)
    await page.getByRole('heading', { name: `${billed.invoiceNumber} · €3.00 · Kurbel & Kette` }).waitFor()
    await visit.go('/audit-log')
    await page
      .getByRole('link', { name: `${billed.invoiceNumber} · Kurbel & Kette` })
      .first()
      .waitFor()
  })

  test('a refused deletion names the records that refer to the record, as links', async () => {
    const { kontor } = stage()
    const used = await createCustomer(kontor, { name: 'Busy', paymentTerms: 'Net 97' })
    for (let made = 0; made < 20; made++) await createCustomer(kontor, { name: `Idle ${made}`, paymentTerms: 'Net 97' })
    const order = await createSubmitted(kontor, [bolt], { customer: used })
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/customers?paymentTerms=Net 97')
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await page.getByRole('button', { name: 'Select all 21 that match' }).click()
    await page.getByRole('group', { name: 'Actions for the selection' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    const report = page.getByRole('dialog', { name: '20 updated, 1 skipped' })
    const link = report.getByRole('link', { name: order.orderNumber })
    assert.equal(await link.getAttribute('href'), `/sales-orders/${order.id}`)
    assert.match(await report.innerText(), /used by 1 sales order \(SO-[\d-]+\)\. Make the customer inactive instead\./)
  })
})
