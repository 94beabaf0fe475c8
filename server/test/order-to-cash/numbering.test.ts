import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { assertInvalid, createCustomer, createItem, times } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { createOrder, invoice, orderBody } from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('The number of an order', (kind) => {
  const kontor = stoppedKontorFor(kind)
  let item: AnyRecord
  let customer: AnyRecord
  beforeEach(async () => {
    item ??= await createItem(kontor(), { sellingPrice: 5 })
    customer ??= await createCustomer(kontor())
  })
  const order = (more: object = {}): Promise<AnyRecord> => createOrder(kontor(), [item], { customer, ...more })
  const numberOf = async (more: object = {}): Promise<string> => (await order(more)).orderNumber
  const pattern = async (orderNumberPattern: string, more: object = {}) =>
    assert.equal((await kontor().put('/settings', { orderNumberPattern, ...more })).status, 200)

  test('counts on from one, and begins again with every year', async () => {
    assert.equal(await numberOf(), 'SO-2026-00001')
    assert.equal(await numberOf(), 'SO-2026-00002')
    assert.equal(await numberOf({ orderDate: '2027-01-01' }), 'SO-2027-00001')
    assert.equal(await numberOf({ orderDate: '2025-12-31' }), 'SO-2025-00001')
    assert.equal(await numberOf(), 'SO-2026-00003')
    assert.equal(await numberOf({ orderDate: '2027-06-01' }), 'SO-2027-00002')
  })

  test('is not used up by what is refused', async () => {
    const body = { customer: customer.id, items: [{ item: item.id, quantity: 1 }] }
    assert.equal((await kontor().post('/sales-orders', { ...body, expectedTotal: 1 })).status, 422)
    assertInvalid(await kontor().post('/sales-orders', { ...body, deliveryDate: '2020-01-01' }), 'deliveryDate')
    assert.equal(await numberOf(), 'SO-2026-00004')
  })

  test('stays with the order when its date moves into another year', async () => {
    const { id, orderNumber } = await order()
    const moved = await kontor().put(`/sales-orders/${id}`, { orderDate: '2024-01-01' })
    assert.deepEqual([moved.body.data.orderDate, moved.body.data.orderNumber], ['2024-01-01', orderNumber])
  })

  test('is not given a second time when its order is deleted', async () => {
    const { id, orderNumber } = await order()
    await kontor().delete(`/sales-orders/${id}`)
    assert.notEqual(await numberOf(), orderNumber)
  })

  test('follows the pattern in the settings from the next order on', async () => {
    const before = await order()
    await pattern('AB{year}/{number:7}')
    assert.equal(await numberOf(), 'AB2026/0000001')
    await pattern('{number:1}-{year}')
    assert.equal(await numberOf(), '1-2026')
    await pattern('{number}')
    assert.equal(await numberOf(), '00001')
    assert.equal(await numberOf({ orderDate: '2030-01-01' }), '00002', 'without a year it goes on for ever')
    await pattern('SO-{year}-{number}')
    const number = Number(before.orderNumber.slice(-5)) + 1
    assert.equal(await numberOf(), `SO-2026-${String(number).padStart(5, '0')}`, 'an old pattern goes on where it was')
    assert.equal((await kontor().get(`/sales-orders/${before.id}`)).body.data.orderNumber, before.orderNumber)
  })

  test('goes on counting when only the digits change, so that no number comes twice', async () => {
    await pattern('D-{number}')
    assert.equal(await numberOf(), 'D-00001')
    await pattern('D-{number:5}')
    assert.equal(await numberOf(), 'D-00002')
    await pattern('D-{number:2}')
    assert.equal(await numberOf(), 'D-03')
  })

  test('is counted apart from those of invoices, even under the same pattern', async () => {
    await pattern('X-{number}', { invoiceNumberPattern: 'X-{number}' })
    const [first, second] = [await order(), await order()]
    assert.deepEqual([first.orderNumber, second.orderNumber], ['X-00001', 'X-00002'])
    assert.equal((await invoice(kontor(), second)).invoiceNumber, 'X-00001')
    assert.equal((await invoice(kontor(), first)).invoiceNumber, 'X-00002')
    assert.equal(await numberOf(), 'X-00003')
  })

  test('grows beyond its digits', async () => {
    await pattern('G{number:1}')
    const numbers = await times(12, () => numberOf())
    assert.deepEqual(
      numbers.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1))),
      Array.from({ length: 12 }, (_, index) => `G${index + 1}`),
    )
  })

  test('is counted by year also for orders of several years in one batch', async () => {
    await pattern('B-{year}-{number}')
    const inYear = (year: number) => ({
      method: 'POST',
      path: '/sales-orders',
      body: orderBody(customer, [item], { orderDate: `${year}-05-01` }),
    })
    assert.equal(await numberOf({ orderDate: '2041-05-01' }), 'B-2041-00001')
    const answer = await kontor().post('/batch', { operations: [2041, 2042, 2041, 2042].map(inYear) })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      answer.body.data.map(({ data }: AnyRecord) => data.orderNumber),
      ['B-2041-00002', 'B-2042-00001', 'B-2041-00003', 'B-2042-00002'],
    )
  })

  test('is found whatever the case of its letters', async () => {
    await pattern('Case-{number}')
    const { id } = await order()
    const found = (await kontor().get('/sales-orders?search=case-00001')).body.data
    assert.deepEqual(
      found.map((hit: AnyRecord) => hit.id),
      [id],
    )
  })
})
