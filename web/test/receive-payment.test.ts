import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRecord } from '../../server/test/support/invoicing.ts'
import { create, createCustomer, createItem, read } from '../../server/test/support/records.ts'
import { assertAccessible } from './support/accessible.ts'
import { onStage } from './support/browser.ts'

const DAY_MS = 86_400_000
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
/** From the key that opens the window to the one that sends it. */
const KEYS_MAX = 25

onStage('Receiving a payment of a customer', (stage) => {
  let customer: AnyRecord
  let invoices: AnyRecord[]
  before(async () => {
    const { kontor } = stage()
    const item = await createItem(kontor, { itemCode: 'GEAR', itemName: 'Gear', sellingPrice: 100, taxRate: 0 })
    customer = await createCustomer(kontor, { name: 'Zahn & Rad' })
    invoices = []
    for (const [index, quantity] of [1, 2, 3].entries()) {
      const terms = { dueDate: dayFromNow(20 + index), ...(index === 0 && { paymentTerms: '2/10 Net 30' }) }
      const items = [{ item: item.id, quantity }]
      invoices.push(await create(kontor, '/invoices', { customer: customer.id, items, ...terms }))
    }
  })
  const outstanding = () =>
    Promise.all(invoices.map(async ({ id }) => (await read(stage().kontor, `/invoices/${id}`)).outstanding))

  test('settles three invoices in a few keys, with the discount that is still offered', async () => {
    await using visit = await stage().visit()
    const { page } = visit
    let keys = 0
    const press = async (...all: readonly string[]) => {
      for (const key of all) {
        await page.keyboard.press(key)
        keys++
      }
    }
    await visit.go(`/customers/${customer.id}`)
    await page.getByRole('button', { name: 'Receive payment' }).waitFor()
    await press('p')
    await page.getByRole('table', { name: 'Open invoices' }).waitFor()
    await press(...'448')
    await page.getByRole('status').getByText('€0.00').waitFor()
    assert.equal(await page.getByLabel(`Discount ${invoices[0]!.invoiceNumber}`).inputValue(), '2')
    assert.equal(await page.getByLabel(`Amount ${invoices[2]!.invoiceNumber}`).inputValue(), '150')
    await assertAccessible(page, 'the payment of a customer')
    await visit.picture('receive-payment')
    await press('Enter')
    await page.getByText('A payment of €448.00 was recorded.').waitFor()
    assert.ok(keys <= KEYS_MAX, `${keys} keys`)
    assert.deepEqual(await outstanding(), [0, 0, 150])
  })

  test('keeps what is left as credit, which is allocated and taken back on the page of the payment', async () => {
    await using visit = await stage().visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const { page } = visit
    await visit.go(`/customers/${customer.id}`)
    await page.getByRole('button', { name: 'Receive payment' }).click()
    await page.getByRole('table', { name: 'Open invoices' }).waitFor()
    await page.getByLabel('Amount', { exact: false }).first().fill('100')
    await page.getByLabel(`Amount ${invoices[2]!.invoiceNumber}`).fill('60')
    await page.getByText('Kept as credit').waitFor()
    await page.getByRole('status').getByText('€40.00').waitFor()
    await visit.picture('receive-payment-phone')
    await page.getByRole('button', { name: 'Record payment' }).click()
    await page.getByText('A payment of €100.00 was recorded.').waitFor()
    assert.deepEqual(await outstanding(), [0, 0, 90])
    const [payment] = (await stage().kontor.get('/payments?unallocated=40')).body.data
    await visit.go(`/payments/${payment.id}`)
    await page.getByRole('button', { name: 'Allocate to oldest invoices' }).click()
    await page.getByRole('button', { name: 'Allocate to oldest invoices' }).waitFor({ state: 'detached' })
    assert.deepEqual(await outstanding(), [0, 0, 50])
    await visit.picture('payment-allocations')
    await page.getByRole('button', { name: 'Take back' }).first().click()
    await page.getByRole('button', { name: 'Allocate to oldest invoices' }).waitFor()
    assert.deepEqual(await outstanding(), [0, 0, 110])
  })
})
