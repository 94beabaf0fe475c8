import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertInvalid, createItem, itemBody, newCode, read, rowsIn } from '../support/records.ts'

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const SECOND_MS = 1000

/** The table of section 2.1. */
const types = {
  id: 'string',
  itemCode: 'string',
  itemName: 'string',
  category: 'string',
  itemType: 'string',
  uom: 'string',
  sellingPrice: 'number',
  costPrice: 'number',
  currentStock: 'number',
  reorderLevel: 'number',
  reorderQty: 'number',
  description: 'string',
  images: 'object',
  isActive: 'boolean',
  createdAt: 'string',
  updatedAt: 'string',
}

/** Every field that section 4.4 names for the body. */
const payload = () => ({
  itemCode: newCode(),
  itemName: 'Hexagon bolt M8 × 40',
  category: 'Fasteners',
  itemType: 'Consumable',
  uom: 'Box',
  sellingPrice: 12.3456,
  costPrice: 0.0001,
  reorderLevel: 200,
  reorderQty: 1000.5,
  description: 'Steel,\nzinc plated',
  images: ['https://example.com/front.png', 'http://example.com/back.png?size=2'],
})

onEveryDatabase('Contract 2.1 and 4.4: the item', (kind) => {
  const kontor = kontorFor(kind)

  test('every field of the create payload is kept and comes back as it was sent', async () => {
    const body = payload()
    const created = await createItem(kontor(), body)
    assert.deepEqual({ ...created, ...body }, created)
    assert.deepEqual(await read(kontor(), `/items/${created.id}`), created)
  })

  test('a record has every field of the contract in its type: when created, read, changed and listed', async () => {
    const created = await kontor().post('/items', payload())
    const { id } = created.body.data
    const changed = await kontor().put(`/items/${id}`, { uom: 'Nos' })
    const listed = await kontor().get(`/items?id=${id}`)
    const shown = [created.body.data, changed.body.data, await read(kontor(), `/items/${id}`), listed.body.data[0]]
    for (const record of shown) {
      for (const [field, type] of Object.entries(types)) assert.equal(typeof record[field], type, field)
      assert.ok(Array.isArray(record.images))
    }
  })

  test('only itemCode and itemName are needed; the rest has defaults', async () => {
    const itemCode = newCode()
    const { id, createdAt, updatedAt, createdBy, ...rest } = await createItem(kontor(), { itemCode, itemName: 'Anvil' })
    assert.deepEqual(rest, {
      itemCode,
      itemName: 'Anvil',
      category: null,
      itemType: 'Product',
      uom: 'Nos',
      sellingPrice: 0,
      costPrice: 0,
      taxRate: 0,
      currentStock: 0,
      reservedStock: 0,
      availableStock: 0,
      reorderLevel: 0,
      isLowStock: false,
      reorderQty: 0,
      description: null,
      images: [],
      isActive: true,
      status: 'active',
      externalIds: {},
      version: 1,
    })
    assert.match(createdBy, /^usr_/)
    assert.equal(updatedAt, createdAt)
    assert.match(id, /^itm_/)
  })

  test('without itemCode and itemName nothing is created, and both are named', async () => {
    const before = await rowsIn(kontor(), 'items')
    const messages = assertInvalid(await kontor().post('/items', { category: 'Tools' }), 'itemCode', 'itemName')
    assert.match(messages.itemCode!, /required/)
    assertInvalid(await kontor().post('/items', { itemCode: null, itemName: 'Anvil' }), 'itemCode')
    assertInvalid(await kontor().post('/items', { itemCode: newCode(), itemName: '' }), 'itemName')
    assertInvalid(await kontor().post('/items', { itemCode: ' \t ', itemName: 'Anvil' }), 'itemCode')
    assert.equal(await rowsIn(kontor(), 'items'), before)
  })

  test('the id is assigned by the service, and ids sort by the time of creation', async () => {
    const first = await createItem(kontor(), { id: 'itm_mine' })
    assert.notEqual(first.id, 'itm_mine')
    kontor().advance(SECOND_MS)
    const second = await createItem(kontor())
    assert.ok(first.id < second.id)
  })

  test('what the service keeps itself is ignored on create, currentStock above all', async () => {
    const sent = {
      currentStock: 7,
      reservedStock: 3,
      availableStock: 4,
      status: 'inactive',
      version: 9,
      createdBy: 'x',
    }
    const times = { createdAt: '2001-01-01T00:00:00Z', updatedAt: '2001-01-01T00:00:00Z' }
    const { currentStock, reservedStock, availableStock, ...created } = await createItem(kontor(), {
      ...sent,
      ...times,
    })
    assert.deepEqual([currentStock, reservedStock, availableStock], [0, 0, 0])
    assert.deepEqual([created.status, created.version], ['active', 1])
    assert.notEqual(created.createdBy, 'x')
    assert.ok(created.createdAt > '2020' && created.updatedAt > '2020')
  })

  for (const itemType of ['Product', 'Service', 'Consumable']) {
    test(`an item may be a ${itemType}`, async () => {
      assert.equal((await createItem(kontor(), { itemType })).itemType, itemType)
    })
  }

  test('any other itemType is refused, and the allowed ones are named', async () => {
    for (const itemType of ['product', 'Bundle', '', 1, ['Product'], { Product: 1 }]) {
      const { itemType: message } = assertInvalid(await kontor().post('/items', itemBody({ itemType })), 'itemType')
      for (const allowed of ['Product', 'Service', 'Consumable']) assert.ok(message!.includes(allowed))
    }
  })

  test('prices are decimals: four places are kept exactly, a fifth is refused', async () => {
    const { sellingPrice } = await createItem(kontor(), { sellingPrice: 1234.5678 })
    assert.equal(sellingPrice, 1234.5678)
    const answer = await kontor().post('/items', itemBody({ sellingPrice: 1.23456 }))
    assert.match(assertInvalid(answer, 'sellingPrice').sellingPrice!, /at most 4 decimals/)
  })

  test('images are web addresses, and the order in which they were sent is kept', async () => {
    const images = ['https://example.com/b.png', 'https://example.com/a.png', 'https://example.com/b.png']
    assert.deepEqual((await createItem(kontor(), { images })).images, images)
  })

  for (const wrong of ['photo.png', '/photo.png', 'javascript:alert(1)', 'https://', 'https://a b.com/', '', 7, null]) {
    test(`${JSON.stringify(wrong)} is no image, and the entry is named`, async () => {
      const answer = await kontor().post('/items', itemBody({ images: ['https://example.com/a.png', wrong] }))
      assertInvalid(answer, 'images[1]')
    })
  }

  test('isActive is true unless sent, and status follows it', async () => {
    const { id, ...created } = await createItem(kontor(), { isActive: false })
    assert.deepEqual([created.isActive, created.status], [false, 'inactive'])
    const { body } = await kontor().put(`/items/${id}`, { isActive: true })
    assert.deepEqual([body.data.isActive, body.data.status], [true, 'active'])
    assertInvalid(await kontor().put(`/items/${id}`, { isActive: 'no' }), 'isActive')
  })

  test('createdAt and updatedAt are ISO 8601 in UTC', async () => {
    const { createdAt, updatedAt } = await createItem(kontor())
    assert.match(createdAt, UTC)
    assert.match(updatedAt, UTC)
  })
})
