import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, directInvoice } from '../support/invoicing.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createItem } from '../support/records.ts'
import { createOrder, createStockedItem, deliver, submit } from '../support/trade.ts'
import { listed, walkCursor, walkPages } from './walk.ts'

onEveryDatabase('Filters on lines', (kind) => {
  const kontor = kontorFor(kind)
  let bolt: AnyRecord
  let nut: AnyRecord
  let orders: AnyRecord[]
  before(async () => {
    bolt = await createStockedItem(kontor(), 100, { itemCode: 'BOLT', itemName: 'Bolt M8', sellingPrice: 2 })
    nut = await createItem(kontor(), { itemCode: 'NUT', itemName: 'Nut M8', sellingPrice: 1 })
    const line = (item: AnyRecord, quantity: number, more = {}) => ({ item: item.id, quantity, ...more })
    orders = [
      await createOrder(kontor(), [line(bolt, 1)]),
      await createOrder(kontor(), [line(nut, 5), line(bolt, 10, { discount: 50 })]),
      await createOrder(kontor(), [line(nut, 10)]),
      await createOrder(kontor(), [line(bolt, 2), line(bolt, 3)]),
    ]
  })
  /** The numbers of the orders that are found, in the order in which they were created. */
  const found = async (parameters: Record<string, string | number>) => {
    const { data, meta } = await listed(kontor(), '/sales-orders', { ...parameters, order: 'asc' })
    assert.equal(meta.total, data.length)
    return data.map(({ id }: AnyRecord) => orders.findIndex((order) => order.id === id)).join('')
  }

  test('find the documents with such a line, each once and with all its lines', async () => {
    assert.equal(await found({ 'items.item': bolt.id }), '013')
    assert.equal(await found({ 'items.item': nut.id }), '12')
    assert.equal(await found({ 'items.itemCode': 'BOLT' }), '013')
    assert.equal(await found({ 'items.item': 'itm_none' }), '')
    const { data } = await listed(kontor(), '/sales-orders', { 'items.itemCode': 'NUT', order: 'asc' })
    assert.equal(data[0].items.length, 2)
  })

  test('have the operators of other filters', async () => {
    assert.equal(await found({ 'items.item[in]': `${bolt.id}, ${nut.id}` }), '0123')
    assert.equal(await found({ 'items.itemCode[in]': 'NUT,none' }), '12')
    assert.equal(await found({ 'items.itemName[like]': 'bolt' }), '013')
    assert.equal(await found({ 'items.itemName[like]': 'n%' }), '12')
    assert.equal(await found({ 'items.quantity[gte]': 10 }), '12')
    assert.equal(await found({ 'items.quantity[lt]': 3 }), '03')
    assert.equal(await found({ 'items.amount': 10 }), '12')
    assert.equal(await found({ 'items.itemCode[ne]': 'BOLT' }), '12', 'a line with another value exists')
    assert.equal(await found({ 'items.quantity': 'null' }), '')
  })

  test('of one request are satisfied by one line', async () => {
    assert.equal(await found({ 'items.itemCode': 'BOLT', 'items.quantity[gte]': 5 }), '1')
    assert.equal(await found({ 'items.itemCode': 'NUT', 'items.discount[gt]': 0 }), '')
    assert.equal(await found({ 'items.quantity[gt]': 2, 'items.quantity[lt]': 4 }), '3')
  })

  test('go together with other filters, with search, sorting, cursors and exports', async () => {
    const second = orders[1]!
    assert.equal(await found({ 'items.item': bolt.id, orderNumber: second.orderNumber }), '1')
    assert.equal(await found({ 'items.item': bolt.id, search: second.orderNumber }), '1')
    assert.equal(await found({ 'items.item': bolt.id, status: 'closed' }), '')
    for (const [sort, expected] of [
      ['total', '031'],
      ['orderNumber', '013'],
      ['createdAt', '013'],
    ] as const) {
      const parameters = { 'items.item': bolt.id, sort, order: 'asc', perPage: 1 }
      for (const walk of [walkPages, walkCursor]) {
        const walked = await walk(kontor(), '/sales-orders', parameters)
        assert.equal(walked.map(({ id }) => orders.findIndex((order) => order.id === id)).join(''), expected, sort)
      }
    }
    const { text } = await kontor().get('/sales-orders/export?items.itemCode=NUT&fields=orderNumber')
    assert.equal(text.trimEnd().split('\r\n').length, 1 + 2)
  })

  test('work on invoices and deliveries too', async () => {
    const invoice = await directInvoice(kontor(), [{ item: bolt.id, quantity: 3 }])
    const invoices = await listed(kontor(), '/invoices', { 'items.item': bolt.id })
    assert.deepEqual(
      invoices.data.map(({ id }: AnyRecord) => id),
      [invoice.id],
    )
    await submit(kontor(), orders[0]!)
    const delivery = await deliver(kontor(), orders[0]!)
    for (const query of [{ 'items.item': bolt.id }, { 'items.itemCode': 'BOLT' }]) {
      const deliveries = await listed(kontor(), '/deliveries', query)
      assert.deepEqual(
        deliveries.data.map(({ id }: AnyRecord) => id),
        [delivery.id],
      )
    }
  })

  test('are refused for a field that lines do not have, that is secret, or that is hidden from the role', async () => {
    const unknown = ['items.colour', 'items.billedTax', 'items', 'items.', 'items.id', 'items.item.id', 'items.items']
    for (const name of unknown) {
      const { status, body } = await kontor().get(`/sales-orders?${name}=1`)
      assert.deepEqual([status, body.error.code], [400, 'INVALID_FILTER'], name)
    }
    assert.match((await kontor().get('/sales-orders?items.itemcode=1')).text, /Did you mean \\"items.itemCode\\"\?/)
    assertRefused(await kontor().get('/sales-orders?items.quantity=many'), 400, 'INVALID_FILTER')
    assertRefused(await kontor().get('/sales-orders?sort=items.quantity'), 400, 'INVALID_SORT')
    const permissions = {
      'sales-orders': { can: ['read'], hidden: ['items.rate'] },
      items: { can: ['read'], hidden: ['itemCode'] },
    } as const
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    for (const name of ['items.rate', 'items.rate[gt]', 'items.itemCode', 'items.amount'])
      assertRefused(await kontor().get(`/sales-orders?${name}=1`, { token }), 403, 'FIELD_NOT_PERMITTED')
    assert.equal((await kontor().get(`/sales-orders?items.item=${bolt.id}`, { token })).body.meta.total, 3)
  })
})
