import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createCustomer, read } from '../../server/test/support/records.ts'
import { createOrder, createStockedItem, createSubmitted } from '../../server/test/support/trade.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const address = { street: 'Kai 1', zipCode: '24103', city: 'Kiel', country: 'DE' }

onStage('A delivery is a document like an order', (stage) => {
  // biome-ignore lint/suspicious/noExplicitAny: records of every shape.
  let [customer, item, order]: any[] = []
  before(async () => {
    const { kontor } = stage()
    customer = await createCustomer(kontor, { name: 'Nordlicht', address })
    item = await createStockedItem(kontor, 10, { itemCode: 'CRANK', itemName: 'Crank' })
    order = await createSubmitted(kontor, [{ item: item.id, quantity: 4 }], { customer })
    await createOrder(kontor, [{ item: item.id, quantity: 1 }], { customer })
  })
  const heading = (page: Page) => page.getByRole('heading', { name: /^DN-\d{4}-\d+$/ })
  const deliveryOf = async () => (await read(stage().kontor, `/deliveries?salesOrder=${order.id}`))[0]

  test('is entered by keyboard: the order that is to be delivered, then what of it goes', async () => {
    const { kontor } = stage()
    await using visit = await stage().visit()
    const { page } = visit
    await visit.go('/sales-orders')
    await page.getByRole('heading', { name: 'Sales orders' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByText('No deliveries yet').waitFor()
    await page.getByRole('link', { name: 'New delivery' }).first().click()
    const field = page.getByRole('combobox', { name: 'Sales order' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('SO-')
    await page.getByRole('option', { name: order.orderNumber }).waitFor()
    assert.equal(await page.getByRole('option').count(), 1, 'a draft is not offered')
    await page.keyboard.press('Enter')
    await page.getByLabel('Quantity, Crank').fill('3')
    await assertAccessible(page, 'a new delivery')
    await visit.picture('delivery-new')
    await page.keyboard.press('Enter')
    await heading(page).waitFor()
    const delivery = await deliveryOf()
    assert.deepEqual([delivery.items[0].quantity, delivery.customer], [3, customer.id])
    assert.equal((await read(kontor, `/items/${item.id}`)).currentStock, 7)
  })

  test('shows its address and its order; its stock movements and it lead to each other', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const { id, deliveryNumber } = await deliveryOf()
    await visit.go(`/deliveries/${id}`)
    await heading(page).waitFor()
    await page.getByText('24103 Kiel').waitFor()
    await page.getByRole('link', { name: order.orderNumber }).waitFor()
    await visit.picture('delivery-light')
    const movements = page.getByRole('region', { name: 'Stock movements' })
    await movements.getByText('-3', { exact: true }).waitFor()
    await assertAccessible(page, 'a delivery')
    await visit.picture('delivery')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ])
    assert.equal(file.suggestedFilename(), `${deliveryNumber}.pdf`)
    await movements.getByRole('link', { name: /^View/ }).click()
    const row = page.getByRole('table', { name: 'Stock movements' }).getByRole('row', { name: deliveryNumber })
    await row.waitFor()
    await visit.picture('delivery-movements')
    await row.getByRole('link', { name: deliveryNumber }).click()
    await heading(page).waitFor()
    const [movement] = await read(stage().kontor, `/stock-movements?source.id=${id}`)
    await visit.go(`/stock-movements/${movement.id}`)
    await page.getByRole('heading', { name: 'Delivery', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Source' }).getByRole('link', { name: deliveryNumber }).click()
    await heading(page).waitFor()
  })

  test('is found by Ctrl+K, in its list and at its customer', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    const { deliveryNumber } = await deliveryOf()
    await visit.go('/deliveries')
    const table = page.getByRole('table', { name: 'Deliveries' })
    await table.getByRole('link', { name: order.orderNumber }).waitFor()
    await assertAccessible(page, 'the list of deliveries')
    await visit.picture('deliveries')
    await page.keyboard.press('Control+k')
    await page
      .getByPlaceholder(/^Search records/)
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.type(deliveryNumber)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: deliveryNumber }).waitFor()
    await visit.go(`/customers/${customer.id}?tab=deliveries`)
    await page.getByRole('link', { name: deliveryNumber }).waitFor()
    await visit.picture('customer-deliveries')
  })

  test('is shown in German, in the dark and on a phone', async () => {
    const { id, deliveryNumber } = await deliveryOf()
    await using visit = await stage().visit({ ...PHONE, locale: 'de-DE', colorScheme: 'dark' })
    const { page } = visit
    await visit.go('/deliveries')
    await page.getByRole('heading', { name: 'Lieferungen' }).waitFor()
    await page.getByRole('list', { name: 'Lieferungen' }).getByText(deliveryNumber).waitFor()
    await visit.picture('deliveries-phone')
    await visit.go(`/deliveries/${id}`)
    await page.getByText('Lieferanschrift').waitFor()
    await page.getByRole('region', { name: 'Lagerbewegungen' }).getByRole('link', { name: 'Lieferung' }).waitFor()
    await assertAccessible(page, 'a delivery on a phone')
    await visit.picture('delivery-phone')
    await visit.go('/deliveries/new')
    await page.getByRole('combobox', { name: 'Auftrag' }).waitFor()
    await visit.picture('delivery-new-phone')
  })
})
