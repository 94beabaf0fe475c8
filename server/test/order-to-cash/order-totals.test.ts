import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, leavingAsItWas } from '../support/records.ts'
import { createOrder, orderBody } from '../support/trade.ts'

onEveryDatabase('The total of an order', (kind) => {
  const kontor = kontorFor(kind)
  let customer: { id: string }
  let item: { id: string; itemCode: string }
  before(async () => {
    customer = await createCustomer(kontor())
    item = await createItem(kontor(), { sellingPrice: 82.5, taxRate: 19 })
  })

  /** Sends a body that is to be refused, and makes sure that nothing of it stays. */
  const refusedOrder = (body: object) =>
    leavingAsItWas(kontor(), 'sales-orders', () => kontor().post('/sales-orders', body))
  const body = (line: object, more: object = {}) => orderBody(customer, [{ item: item.id, quantity: 1, ...line }], more)

  test('is exact: 2.25 × 64.22 at 100 % is 0, and 10 × 82.50 at 15 % is 701.25', async () => {
    const untaxed = await createItem(kontor())
    const order = await createOrder(kontor(), [
      { item: untaxed.id, quantity: 2.25, rate: 64.22, discount: 100 },
      { item: untaxed.id, quantity: 10, rate: 82.5, discount: 15 },
    ])
    assert.deepEqual(
      order.items.map(({ amount }: { amount: number }) => amount),
      [0, 701.25],
    )
    assert.deepEqual([order.subtotal, order.discountTotal, order.total], [969.5, 268.25, 701.25])
  })

  test('that was expected is taken, and the expectation is not kept', async () => {
    const answer = await kontor().post('/sales-orders', body({ quantity: 10, discount: 15 }, { expectedTotal: 834.49 }))
    assert.equal(answer.status, 201, answer.text)
    assert.equal('expectedTotal' in answer.body.data, false)
  })

  test('that was not expected is refused line by line, and costs no number', async () => {
    const { orderNumber } = await createOrder(kontor(), [item])
    const lines = [
      { item: item.id, quantity: 10, discount: 15 },
      { item: item.id, quantity: 1 },
    ]
    const answer = await refusedOrder(orderBody(customer, lines, { expectedTotal: 834.49 }))
    assertRefused(answer, 422, 'TOTAL_MISMATCH')
    assert.equal(answer.body.error.message, 'The total is 932.66, not 834.49 as you expected.')
    assert.deepEqual(answer.body.error.details, [
      { field: 'items[0]', message: 'amount 701.25, tax 133.24' },
      { field: 'items[1]', message: 'amount 82.5, tax 15.67' },
    ])
    assert.equal((await createOrder(kontor(), [item])).orderNumber, numberAfter(orderNumber))
  })

  test('with a total that cannot be stored exactly is refused', async () => {
    const most = 99_999_999_999.9999
    for (const line of [
      { quantity: most, rate: most },
      { quantity: 2, rate: most },
      { quantity: 2, rate: most, discount: 100 },
    ]) {
      const said = assertInvalid(await refusedOrder(body({ ...line, taxRate: 0 })), 'items')
      assert.match(said.items!, /more than 99999999999\.9999/)
    }
    const large = await kontor().post('/sales-orders', body({ rate: 99_999_999_999.99, taxRate: 0 }))
    assert.deepEqual([large.status, large.body.data.total], [201, 99_999_999_999.99])
  })

  test('adds up 500 lines, but not 501', async () => {
    const lines = Array.from({ length: 501 }, (_, index) => ({
      item: item.id,
      quantity: index + 1,
      rate: 0.01,
      taxRate: 0,
    }))
    assertInvalid(await refusedOrder(orderBody(customer, lines)), 'items')
    const order = await createOrder(kontor(), lines.slice(0, 500))
    assert.equal(order.total, 1252.5)
    assert.deepEqual(
      order.items.map(({ quantity }: { quantity: number }) => quantity),
      lines.slice(0, 500).map(({ quantity }) => quantity),
    )
  })
})

const numberAfter = (number: string) =>
  number.replace(/\d+$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'))
