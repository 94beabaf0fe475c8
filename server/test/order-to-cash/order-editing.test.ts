import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, rowsIn } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  moveThrough,
  readOrder,
  stockOf,
} from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('Editing a sales order', (kind) => {
  const kontor = kontorFor(kind)
  let item: AnyRecord
  let other: AnyRecord
  before(async () => {
    item = await createStockedItem(kontor(), 100, { sellingPrice: 10 })
    other = await createStockedItem(kontor(), 100, { sellingPrice: 7 })
  })

  const edit = (order: { id: string }, body: object) => kontor().put(`/sales-orders/${order.id}`, body)
  async function edited(order: { id: string }, body: object): Promise<AnyRecord> {
    const answer = await edit(order, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  /** Changes only the quantity of one line. */
  const withQuantity = (order: AnyRecord, quantity: number, index = 0) => ({
    items: order.items.map((line: object, at: number) => (at === index ? { ...line, quantity } : line)),
  })
  async function refusedEdit(order: AnyRecord, body: object, code = 'DOCUMENT_LOCKED'): Promise<Answer> {
    const now = await readOrder(kontor(), order)
    const answer = await edit(order, body)
    assertRefused(answer, 422, code)
    assert.deepEqual(await readOrder(kontor(), order), now)
    return answer
  }
  const namedIn = (answer: Answer) => answer.body.error.details.map(({ field }: { field: string }) => field)

  test('a draft can be changed as a whole', async () => {
    const draft = await createOrder(kontor(), [item])
    const customer = await createCustomer(kontor(), { name: 'Another customer' })
    const changed = await edited(draft, {
      customer: customer.id,
      orderDate: '2026-01-05',
      deliveryDate: '2026-01-10',
      paymentTerms: 'COD',
      notes: 'new',
      items: [{ item: other.id, quantity: 3, discount: 50 }],
    })
    assert.deepEqual(
      [changed.customer, changed.customerName, changed.orderDate, changed.deliveryDate, changed.paymentTerms],
      [customer.id, 'Another customer', '2026-01-05', '2026-01-10', 'COD'],
    )
    assert.deepEqual([changed.subtotal, changed.total, changed.notes], [21, 10.5, 'new'])
    assert.deepEqual([changed.orderNumber, changed.version], [draft.orderNumber, 2])
    assert.deepEqual(await stockOf(kontor(), other), [100, 0, 100])
  })

  test('lines that are sent back keep their ids and what was agreed; new ones get their own', async () => {
    const priced = await createItem(kontor(), { sellingPrice: 10, itemName: 'First name' })
    const draft = await createOrder(kontor(), [priced, other])
    await kontor().put(`/items/${priced.id}`, { sellingPrice: 99, itemName: 'Second name' })
    const [first, second] = draft.items
    const changed = await edited(draft, {
      items: [second, { item: priced.id, quantity: 1 }, { id: first.id, item: priced.id, quantity: 2 }],
    })
    assert.deepEqual(
      changed.items.map(({ itemName, rate }: AnyRecord) => [itemName, rate]),
      [
        ['Anvil', 7],
        ['Second name', 99],
        ['First name', 10],
      ],
    )
    const [a, b, c] = changed.items.map(({ id }: AnyRecord) => id)
    assert.deepEqual([a, c], [second.id, first.id])
    assert.ok(b !== a && b !== c)
  })

  test('a line under the same id that names another item takes the price and name of that', async () => {
    const draft = await createOrder(kontor(), [item])
    const { items } = await edited(draft, { items: [{ id: draft.items[0].id, item: other.id, quantity: 1 }] })
    assert.deepEqual([items[0].rate, items[0].itemCode, items[0].amount], [7, other.itemCode, 7])
  })

  test('a line id that is repeated, or belongs to another order, becomes a new line', async () => {
    const [mine, foreign] = [await createOrder(kontor(), [item]), await createOrder(kontor(), [other])]
    const line = mine.items[0]
    const changed = await edited(mine, { items: [line, line, { ...line, id: foreign.items[0].id }] })
    assert.equal(new Set(changed.items.map(({ id }: AnyRecord) => id)).size, 3)
    assert.deepEqual(await readOrder(kontor(), foreign), foreign)
  })

  test('an order never loses its last line, its customer, nor gets faulty ones', async () => {
    const draft = await createOrder(kontor(), [item])
    assertInvalid(await edit(draft, { items: [] }), 'items')
    assertInvalid(await edit(draft, { items: null, customer: null }), 'items', 'customer')
    assertInvalid(await edit(draft, { items: [{ item: 'itm_nothing', quantity: 1 }] }), 'items[0].item')
    assertInvalid(await edit(draft, { orderDate: '2026-05-02', deliveryDate: '2026-05-01' }), 'deliveryDate')
    assert.deepEqual(await readOrder(kontor(), draft), draft)
  })

  test('a draft accepts no inactive item or customer', async () => {
    const draft = await createOrder(kontor(), [item])
    const retired = await createItem(kontor(), { isActive: false })
    const gone = await createCustomer(kontor(), { isActive: false })
    await refusedEdit(draft, { items: [...draft.items, { item: retired.id, quantity: 1 }] }, 'INACTIVE_REFERENCE')
    await refusedEdit(draft, { customer: gone.id }, 'INACTIVE_REFERENCE')
  })

  test('a draft keeps an item that became inactive, and may still change', async () => {
    const retired = await createItem(kontor(), { sellingPrice: 10 })
    const draft = await createOrder(kontor(), [retired])
    await kontor().put(`/items/${retired.id}`, { isActive: false })
    assert.equal((await edited(draft, { ...withQuantity(draft, 3), notes: 'the last ones' })).total, 30)
  })

  test('a total that was not expected is refused in a change too', async () => {
    const draft = await createOrder(kontor(), [item])
    await refusedEdit(draft, { ...withQuantity(draft, 3), expectedTotal: 20 }, 'TOTAL_MISMATCH')
    assert.equal((await edited(draft, { ...withQuantity(draft, 3), expectedTotal: 30 })).total, 30)
  })

  test('the status is not changed by an edit', async () => {
    const draft = await createOrder(kontor(), [item])
    assert.equal((await edited(draft, { status: 'closed' })).status, 'draft')
  })

  test('a submitted order that is read and sent back as it is passes unchanged', async () => {
    const order = await createSubmitted(kontor(), [item, await createService(kontor())], { notes: 'as agreed' })
    assert.deepEqual(await edited(order, order), order)
  })

  test('a submitted order may change its notes, its delivery date and its quantities', async () => {
    const order = await createSubmitted(kontor(), [item, other])
    const body = { notes: 'Ring twice', deliveryDate: '2999-01-01', ...withQuantity(order, 5) }
    const changed = await edited(order, body)
    assert.deepEqual([changed.notes, changed.deliveryDate], ['Ring twice', '2999-01-01'])
    assert.deepEqual([changed.items[0].quantity, changed.items[0].amount, changed.total], [5, 50, 57])
    assert.deepEqual([changed.items[0].id, changed.items[1]], [order.items[0].id, order.items[1]])
    assertInvalid(await edit(order, { deliveryDate: '1999-01-01' }), 'deliveryDate')
  })

  const locked: readonly (readonly [string, (order: AnyRecord) => Promise<object> | object, readonly string[]])[] = [
    ['customer', async () => ({ customer: (await createCustomer(kontor())).id }), ['customer']],
    ['order date', () => ({ orderDate: '2020-01-01' }), ['orderDate']],
    ['payment terms', () => ({ paymentTerms: 'Net 90' }), ['paymentTerms']],
    ['rates', ({ items: [line] }) => ({ items: [{ ...line, rate: 1 }] }), ['items.rate']],
    ['discounts', ({ items: [line] }) => ({ items: [{ ...line, discount: 1 }] }), ['items.discount']],
    ['taxes', ({ items: [line] }) => ({ items: [{ ...line, taxRate: 1 }] }), ['items.taxRate']],
    ['lines', ({ items }) => ({ items: [...items, { item: item.id, quantity: 1 }] }), ['items']],
    ['lines that lose their ids', () => ({ items: [{ item: item.id, quantity: 1 }] }), ['items']],
    [
      'several at once',
      ({ items: [line] }) => ({
        paymentTerms: 'COD',
        orderDate: '2020-01-01',
        items: [{ ...line, rate: 2, discount: 3 }],
      }),
      ['orderDate', 'items.rate', 'items.discount', 'paymentTerms'],
    ],
  ]
  for (const [what, change, fields] of locked) {
    test(`a submitted order keeps its ${what}, and the refusal names ${fields.join(', ')}`, async () => {
      const order = await createSubmitted(kontor(), [item])
      const answer = await refusedEdit(order, await change(order))
      assert.deepEqual(namedIn(answer), fields)
      assert.equal(
        answer.body.error.message,
        'In this sales order with the status "submitted", only notes, deliveryDate, items.quantity may change.',
      )
    })
  }

  for (const way of [['submitted', 'on_hold'], ['submitted', 'closed'], ['cancelled']]) {
    const status = way.at(-1)!
    test(`an order that is ${status} may change nothing but its notes`, async () => {
      const order = await moveThrough(kontor(), await createOrder(kontor(), [item]), ...way)
      const stock = await stockOf(kontor(), item)
      const answer = await refusedEdit(order, { ...withQuantity(order, 2), deliveryDate: '2999-01-01' })
      assert.deepEqual(namedIn(answer), ['deliveryDate', 'items.quantity'])
      assert.ok(answer.body.error.message.endsWith(`with the status "${status}", only notes may change.`), answer.text)
      assert.equal((await edited(order, { ...order, notes: 'for the record' })).notes, 'for the record')
      assert.deepEqual(await stockOf(kontor(), item), stock)
    })
  }

  test('reserved stock follows the quantities, line by line', async () => {
    const [bolt, nut] = [await createStockedItem(kontor(), 10), await createStockedItem(kontor(), 10)]
    const order = await createSubmitted(kontor(), [
      bolt,
      nut,
      { item: bolt.id, quantity: 2 },
      await createService(kontor()),
    ])
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 3, 7])
    await edited(order, withQuantity(order, 5, 2))
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 6, 4])
    await edited(order, withQuantity(order, 0.5, 2))
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 1.5, 8.5])
    assert.deepEqual(await stockOf(kontor(), nut), [10, 1, 9])
    await moveThrough(kontor(), order, 'cancelled')
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 0, 10])
  })

  test('a quantity beyond the stock warns of the backorder', async () => {
    const bolt = await createStockedItem(kontor(), 3)
    const order = await createSubmitted(kontor(), [bolt])
    const { body } = await edit(order, withQuantity(order, 4))
    assert.equal(body.meta.warnings[0].code, 'BACKORDER')
    assert.equal((await edit(order, withQuantity(body.data, 3))).body.meta, undefined)
  })

  test('a quantity never goes below what is delivered', async () => {
    const bolt = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: bolt.id, quantity: 5 }])
    await deliver(kontor(), order, [{ item: bolt.id, quantity: 2.5 }])
    const said = assertInvalid(await edit(order, withQuantity(order, 2.4999)), 'items[0].quantity')
    assert.equal(said['items[0].quantity'], 'Quantity must be at least 2.5: that much is delivered or invoiced.')
    assert.deepEqual(await stockOf(kontor(), bolt), [7.5, 2.5, 5])
    const changed = await edited(order, withQuantity(order, 2.5))
    assert.equal(changed.deliveryStatus, 'delivered')
    assert.deepEqual(await stockOf(kontor(), bolt), [7.5, 0, 7.5])
  })

  test('a quantity never goes below what is invoiced, drafts included', async () => {
    const order = await createSubmitted(kontor(), [item, { item: other.id, quantity: 5 }])
    const draft = await invoice(kontor(), order, { items: [{ item: other.id, quantity: 3 }], draft: true })
    const said = assertInvalid(await edit(order, withQuantity(order, 2, 1)), 'items[1].quantity')
    assert.equal(said['items[1].quantity'], 'Quantity must be at least 3: that much is delivered or invoiced.')
    assert.equal((await edited(order, withQuantity(order, 3, 1))).invoiceStatus, 'partly_invoiced')
    await kontor().delete(`/invoices/${draft.id}`)
    assert.equal((await edited(order, withQuantity(order, 2, 1))).invoiceStatus, 'not_invoiced')
  })

  test('an order that was taken back to draft can be changed as a whole, and submitted anew', async () => {
    const [bolt, nut] = [await createStockedItem(kontor(), 10), await createStockedItem(kontor(), 10)]
    const order = await moveThrough(kontor(), await createSubmitted(kontor(), [bolt]), 'draft')
    await edited(order, { items: [{ item: nut.id, quantity: 4 }] })
    await moveThrough(kontor(), order, 'submitted')
    assert.deepEqual(await stockOf(kontor(), bolt), [10, 0, 10])
    assert.deepEqual(await stockOf(kontor(), nut), [10, 4, 6])
  })

  test('is for users with the right: sales for their own orders, viewers and the warehouse not at all', async () => {
    const [anna, ben] = [await signedIn(kontor(), 'sales'), await signedIn(kontor(), 'sales')]
    const body = { customer: (await createCustomer(kontor())).id, items: [{ item: item.id, quantity: 1 }] }
    const order = (await kontor().post('/sales-orders', body, anna)).body.data
    const path = `/sales-orders/${order.id}`
    assert.equal((await kontor().put(path, { notes: 'mine' }, anna)).status, 200)
    assertRefused(await kontor().put(path, { notes: 'mine now' }, ben), 404, 'NOT_FOUND')
    for (const role of ['viewer', 'warehouse', 'accountant']) {
      const person = await signedIn(kontor(), role)
      assertRefused(await kontor().put(path, { notes: 'x' }, person), 403, 'FORBIDDEN')
      assertRefused(await kontor().post('/sales-orders', body, person), 403, 'FORBIDDEN')
    }
    assert.equal((await readOrder(kontor(), order)).notes, 'mine')
  })

  test('leaves no orphaned lines behind', async () => {
    const rows = await rowsIn(kontor(), 'sales-orders_items')
    const draft = await createOrder(kontor(), [item, item, item])
    await edited(draft, { items: [{ item: item.id, quantity: 1 }] })
    assert.equal(await rowsIn(kontor(), 'sales-orders_items'), rows + 1)
  })
})
