import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { createCustomer, read } from '../support/records.ts'
import { createStockedItem, createSubmitted, deliver, receive, submit } from '../support/trade.ts'
import { type FileType, importedFile, TYPES } from './files.ts'
import { countsOf, type Json } from './importing.ts'

const ORDER_FIELDS =
  'externalIds.shop,customer.externalIds.crm,orderDate,notes,items.item.itemCode,items.quantity,items.rate,items.discount'
const DELIVERY_FIELDS =
  'externalIds.shop,salesOrder.externalIds.shop,deliveryDate,notes,items.item.itemCode,items.quantity'

onEveryDatabase('Files of one Kontor', (kind) => {
  const [from, to] = [kontorFor(kind), kontorFor(kind)]

  /** An order of two lines, of which a part was delivered. */
  async function trade(kontor: Kontor, mark: string) {
    const customer = await createCustomer(kontor, {
      name: `Transfer ${mark}`,
      address: { city: 'Kiel', country: 'DE' },
      externalIds: { crm: mark },
    })
    const items = []
    for (const each of ['a', 'b'])
      items.push(
        await createStockedItem(kontor, 9, {
          itemCode: `${mark}-${each}`,
          itemName: `=${each}; "ü"`,
          category: mark,
          taxRate: 19,
        }),
      )
    const lines = items.map((item, index) => ({ item: item.id, quantity: index + 2, rate: 12.3456, discount: 5 }))
    const order = await createSubmitted(kontor, lines, { customer, externalIds: { shop: mark }, notes: 'Ring twice' })
    const delivery = await deliver(kontor, order, [{ item: items[1]!.id, quantity: 1 }])
    await kontor.put(`/deliveries/${delivery.id}`, { externalIds: { shop: mark } })
    return { customer, order }
  }

  const ofOrder = ({ notes, orderDate, total, items }: Json) => ({
    notes,
    orderDate,
    total,
    items: items.map(({ itemCode, quantity, rate, discount, deliveredQuantity }: Json) => [
      itemCode,
      quantity,
      rate,
      discount,
      deliveredQuantity,
    ]),
  })

  for (const format of Object.keys(TYPES) as FileType[]) {
    test(`are imported into another as ${format}: items, customers, orders and deliveries`, async () => {
      const mark = `tr-${format}`
      const { customer, order } = await trade(from(), mark)
      const move = async (resource: string, query: string, key: string, expected: number[]) => {
        const file = await from().get(`/${resource}/export?format=${format}&${query}`)
        assert.equal(file.status, 200, file.text)
        const job = await importedFile(to(), format, file.bytes, `resource=${resource}&key=${key}`)
        assert.deepEqual([job.key, ...countsOf(job)], [[key], ...expected], JSON.stringify(job.errors))
        const again = await importedFile(to(), format, file.bytes, `resource=${resource}&key=${key}`)
        assert.deepEqual(countsOf(again), [0, 0, expected[0], 0], JSON.stringify(again))
      }
      await move('items', `category=${mark}`, 'itemCode', [2, 0, 0, 0])
      await move('customers', `externalIds.crm=${mark}`, 'externalIds.crm', [1, 0, 0, 0])
      const rows = format === 'ndjson' ? 1 : 2
      await move('sales-orders', `customer=${customer.id}&fields=${ORDER_FIELDS}`, 'externalIds.shop', [rows, 0, 0, 0])
      const there = await read(to(), `/sales-orders/by/externalIds.shop/${mark}`)
      await submit(to(), there)
      for (const each of ['a', 'b']) await receive(to(), await read(to(), `/items/by/itemCode/${mark}-${each}`), 9)
      await move('deliveries', `customer=${customer.id}&fields=${DELIVERY_FIELDS}`, 'externalIds.shop', [1, 0, 0, 0])
      const [sent, arrived] = [
        await read(from(), `/sales-orders/${order.id}`),
        await read(to(), `/sales-orders/${there.id}`),
      ]
      assert.deepEqual(ofOrder(arrived), ofOrder(sent))
      const { itemName, taxRate, category } = await read(to(), `/items/by/itemCode/${mark}-a`)
      assert.deepEqual([itemName, taxRate, category], ['=a; "ü"', 19, mark])
      assert.equal((await read(to(), `/customers/by/externalIds.crm/${mark}`)).address.city, 'Kiel')
    })
  }
})
