import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, read, times } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  moveThrough,
  pay,
  readOrder,
} from '../support/trade.ts'
import { watching } from '../support/watching.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('A list of sales orders', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  const numbers = (orders: AnyRecord[]) => orders.map(({ notes }) => notes).sort()
  const listed = async (filter: string) => numbers(await read(kontor(), `/sales-orders?${filter}`))
  before(async () => {
    item = await createStockedItem(kontor(), 1000)
  })

  test('is filtered by dates: from, until, both, and neither end is left out', async () => {
    for (const day of ['2026-01-31', '2026-02-01', '2026-02-15', '2026-02-28', '2026-03-01']) {
      await createOrder(kontor(), [item], { orderDate: day, notes: day })
    }
    const february = 'orderDate[gte]=2026-02-01&orderDate[lte]=2026-02-28'
    assert.deepEqual(await listed(february), ['2026-02-01', '2026-02-15', '2026-02-28'])
    assert.deepEqual(await listed('orderDate[gte]=2026-03-01&orderDate[lte]=2026-03-31'), ['2026-03-01'])
    assert.deepEqual(await listed('orderDate[lt]=2026-02-01&orderDate[gt]=2026-01-01'), ['2026-01-31'])
    assert.deepEqual(await listed('orderDate=2026-02-15'), ['2026-02-15'])
    assert.deepEqual(await listed('orderDate[gte]=2026-02-28&orderDate[lte]=2026-02-01'), [])
    assertRefused(await kontor().get('/sales-orders?orderDate[gte]=yesterday'), 400, 'INVALID_FILTER')
  })

  test('is sorted by date, and back', async () => {
    const days = async (order: string) =>
      (await read(kontor(), `/sales-orders?orderDate[lte]=2026-03-01&sort=orderDate&order=${order}`)).map(
        ({ orderDate }: AnyRecord) => orderDate,
      )
    const ascending = await days('asc')
    assert.deepEqual(ascending, ascending.toSorted())
    assert.deepEqual(await days('desc'), ascending.toReversed())
  })

  test('is filtered by status, customer, progress and total', async () => {
    const customer = await createCustomer(kontor(), { name: 'Filtered' })
    const mine = (filter: string) => listed(`customer=${customer.id}&${filter}`)
    const orders = new Map<string, AnyRecord>()
    for (const status of ['draft', 'submitted', 'on_hold', 'closed', 'cancelled']) {
      const order = await createOrder(kontor(), [item], { customer, notes: status })
      const way = status === 'draft' ? [] : status === 'cancelled' ? ['cancelled'] : ['submitted', status]
      orders.set(status, await moveThrough(kontor(), order, ...way))
    }
    for (const status of orders.keys()) assert.deepEqual(await mine(`status=${status}`), [status])
    assert.deepEqual(await mine('status[in]=draft,cancelled'), ['cancelled', 'draft'])
    assert.deepEqual(await mine('status[ne]=draft'), ['cancelled', 'closed', 'on_hold', 'submitted'])
    assert.deepEqual(await mine('status=paid'), [], 'a status of invoices')
    assertRefused(await kontor().get('/sales-orders?status=shipped'), 400, 'INVALID_FILTER')
    await deliver(kontor(), orders.get('submitted'))
    assert.deepEqual(await mine('deliveryStatus=delivered'), ['submitted'])
    await invoice(kontor(), orders.get('submitted'))
    assert.deepEqual(await mine('invoiceStatus=invoiced'), ['submitted'])
    assert.deepEqual(await mine('total[gt]=10'), [])
    assert.equal((await mine('total[gte]=10')).length, 5)
    assert.equal((await kontor().get(`/sales-orders?customer=${customer.id}`)).body.meta.total, 5)
  })

  test('is searched by number and by the name of the customer', async () => {
    const customer = await createCustomer(kontor(), { name: 'Nordlicht Fahrräder' })
    const order = await createOrder(kontor(), [item], { customer })
    for (const words of [order.orderNumber, 'nordlicht', 'FAHRRADER nord']) {
      const found = await read(kontor(), `/sales-orders?search=${encodeURIComponent(words)}`)
      assert.deepEqual(found, [order], words)
    }
  })

  test('knows no filter by what is kept inside', async () => {
    for (const field of ['uninvoicedAmount', 'issuedTotal', 'allowedTransitions', 'expectedTotal']) {
      assertRefused(await kontor().get(`/sales-orders?${field}=1`), 400, 'INVALID_FILTER')
    }
  })

  test('shows of an order all that the order itself shows', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 100 })
    const order = await createSubmitted(kontor(), [item, await createService(kontor()), item], { customer })
    await deliver(kontor(), order, [{ line: order.items[0].id, quantity: 0.5 }])
    await invoice(kontor(), order, { items: [{ line: order.items[1].id, quantity: 1 }] })
    await invoice(kontor(), order, { draft: true, items: [{ line: order.items[0].id, quantity: 1 }] })
    const tooMuch = await createOrder(kontor(), [{ item: item.id, quantity: 50 }], { customer })
    const found = await read(kontor(), `/sales-orders?customer=${customer.id}&sort=id&order=asc`)
    assert.deepEqual(found, [await readOrder(kontor(), order), await readOrder(kontor(), tooMuch)])
    assert.equal(found[0].invoices.length, 2)
    assert.equal(found[1].allowedTransitions[0].blockers[0].code, 'CREDIT_LIMIT_EXCEEDED')
  })

  test('shows sales only their own orders, and the warehouse no prices', async () => {
    const [anna, keeper] = [await signedIn(kontor(), 'sales'), await signedIn(kontor(), 'warehouse')]
    const body = { customer: (await createCustomer(kontor())).id, items: [{ item: item.id, quantity: 1 }] }
    const order = (await kontor().post('/sales-orders', body, anna)).body.data
    const own = await kontor().get('/sales-orders', anna)
    assert.deepEqual([own.body.data, own.body.meta.total], [[order], 1])
    const [seen] = (await kontor().get(`/sales-orders?id=${order.id}`, keeper)).body.data
    for (const hidden of ['subtotal', 'discountTotal', 'taxTotal', 'total']) assert.equal(hidden in seen, false, hidden)
    for (const hidden of ['rate', 'amount', 'taxAmount', 'discount'])
      assert.equal(hidden in seen.items[0], false, hidden)
    assert.equal(seen.items[0].quantity, 1)
    assertRefused(await kontor().get('/sales-orders?total[gt]=1', keeper), 403, 'FIELD_NOT_PERMITTED')
  })
})

onEveryDatabase('The cost of a list', (kind) => {
  const kontor = kontorFor(kind)
  const people = 25 // each with two orders

  /** Every kind of order that there can be, for each customer. */
  before(async () => {
    const item = await createStockedItem(kontor(), 10_000)
    await times(people, async (index) => {
      const customer = await createCustomer(kontor(), { name: `Customer ${index}`, creditLimit: 1000 })
      const lines = [{ item: item.id, quantity: 2 }, await createService(kontor())]
      const order = await createSubmitted(kontor(), lines, { customer })
      await deliver(kontor(), order, [{ item: item.id, quantity: 1 }])
      const issued = await invoice(kontor(), order, { invoiceDate: '2020-01-01' })
      await pay(kontor(), issued, 1)
      await createOrder(kontor(), lines, { customer })
    })
  })

  async function statementsFor(path: string): Promise<number> {
    let count = 0
    const { length } = await watching(
      kontor().engine,
      () => {
        count++
      },
      () => read(kontor(), path),
    )
    assert.equal(length, Number(/perPage=(\d+)/.exec(path)![1]))
    return count
  }

  const lists = [
    ['/sales-orders', 2, 20],
    ['/invoices', 1, 16],
    ['/deliveries', 1, 10],
    ['/customers', 1, 12],
  ] as const
  for (const [path, each, most] of lists) {
    test(`${path}: those of ${people} customers cost no more statements than those of one, at most ${most}`, async () => {
      const [{ id }] = await read(kontor(), '/customers?perPage=1')
      const few = await statementsFor(`${path}?perPage=${each}&${path === '/customers' ? 'id' : 'customer'}=${id}`)
      const many = await statementsFor(`${path}?perPage=${each * people}`)
      assert.ok(many > 2 && many <= few && many <= most, `${many} statements for many, ${few} for few`)
    })
  }
})
