import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { idsOf } from './model.ts'
import { addressOf, listed } from './walk.ts'

const SIZE = 25
const LISTING = { sort: 'sellingPrice', order: 'asc', 'sellingPrice[lt]': '100', search: 'item', perPage: 4 }

onEveryDatabase('Cursors', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    for (let index = 0; index < SIZE; index++) {
      const item = { itemCode: `C-${index}`, itemName: `Item ${index}`, sellingPrice: index % 6, category: 'All' }
      await kontor().post('/items', item)
      await kontor().post('/customers', { name: `Item ${index}` })
    }
  })
  const refused = async (parameters: Record<string, string | number>, reason = JSON.stringify(parameters)) => {
    const { status, body } = await kontor().get(addressOf('/items', parameters))
    assert.equal(status, 400, reason)
    assert.equal(body.error.code, 'INVALID_CURSOR', reason)
    assert.equal(body.error.details[0].field, 'cursor')
  }

  test('an answer by cursor leaves out page, total and totalPages', async () => {
    const first = await listed(kontor(), '/items', LISTING)
    assert.equal(first.meta.hasMore, true)
    const { headers, body } = await kontor().get(addressOf('/items', { ...LISTING, cursor: first.meta.nextCursor }))
    assert.deepEqual(Object.keys(body.meta).sort(), ['hasMore', 'nextCursor', 'perPage'])
    assert.equal(headers['x-total-count'], undefined)
    assert.equal(body.data.length, 4)
  })

  test('includeTotal=true brings the total', async () => {
    const { meta } = await listed(kontor(), '/items', LISTING)
    const address = addressOf('/items', { ...LISTING, cursor: meta.nextCursor, includeTotal: 'true' })
    const { headers, body } = await kontor().get(address)
    assert.deepEqual(Object.keys(body.meta).sort(), ['hasMore', 'nextCursor', 'perPage', 'total'])
    assert.equal(body.meta.total, SIZE)
    assert.equal(headers['x-total-count'], String(SIZE))
    assert.equal(body.data.length, 4)
  })

  test('the same cursor gives the same page again', async () => {
    const { meta } = await listed(kontor(), '/items', LISTING)
    const parameters = { ...LISTING, cursor: meta.nextCursor }
    assert.deepEqual(await listed(kontor(), '/items', parameters), await listed(kontor(), '/items', parameters))
  })

  test('a cursor goes on from any page', async () => {
    const second = await listed(kontor(), '/items', { ...LISTING, page: 2 })
    const third = await listed(kontor(), '/items', { ...LISTING, page: 3 })
    const { data } = await listed(kontor(), '/items', { ...LISTING, cursor: second.meta.nextCursor })
    assert.deepEqual(data, third.data)
  })

  test('the page size, the chosen fields and the total may change on the way', async () => {
    const all = idsOf((await listed(kontor(), '/items', { ...LISTING, perPage: 100 })).data)
    const first = await listed(kontor(), '/items', { ...LISTING, perPage: 3 })
    const second = await listed(kontor(), '/items', {
      ...LISTING,
      perPage: 5,
      fields: 'id',
      cursor: first.meta.nextCursor,
    })
    const third = await listed(kontor(), '/items', { ...LISTING, perPage: 500, cursor: second.meta.nextCursor })
    assert.deepEqual(idsOf([...first.data, ...second.data, ...third.data]), all)
    assert.equal(third.meta.perPage, 100)
    assert.equal(third.meta.nextCursor, null)
  })

  test('a cursor still works when its record, and all after it, are gone', async () => {
    const parameters = { category: 'Gone', perPage: 2, order: 'asc' }
    const ids: string[] = []
    for (let index = 0; index < 4; index++) {
      const { body } = await kontor().post('/items', { itemCode: `G-${index}`, itemName: 'Gone', category: 'Gone' })
      ids.push(body.data.id)
    }
    const { meta } = await listed(kontor(), '/items', parameters)
    await kontor().delete(`/items/${ids[1]}`)
    const next = { ...parameters, cursor: meta.nextCursor }
    assert.deepEqual(idsOf((await listed(kontor(), '/items', next)).data), ids.slice(2))
    for (const id of ids.slice(2)) await kontor().delete(`/items/${id}`)
    const rest = await listed(kontor(), '/items', next)
    assert.deepEqual(rest.data, [])
    assert.deepEqual(rest.meta, { perPage: 2, nextCursor: null, hasMore: false })
  })

  test('a cursor together with a page is refused', async () => {
    const { meta } = await listed(kontor(), '/items', LISTING)
    const { status, body } = await kontor().get(addressOf('/items', { ...LISTING, cursor: meta.nextCursor, page: 1 }))
    assert.equal(status, 400)
    assert.equal(body.error.code, 'INVALID_PARAMETER')
  })

  test('a cursor of another list is refused', async () => {
    const { meta } = await listed(kontor(), '/items', LISTING)
    const { sort, order, search, 'sellingPrice[lt]': limit, perPage } = LISTING
    const cursor = meta.nextCursor as string
    await refused({ ...LISTING, cursor, sort: 'costPrice' })
    await refused({ ...LISTING, cursor, order: 'desc' })
    await refused({ ...LISTING, cursor, 'sellingPrice[lt]': '99' })
    await refused({ ...LISTING, cursor, search: 'items' })
    await refused({ ...LISTING, cursor, category: 'All' })
    await refused({ ...LISTING, cursor, updatedSince: '2020-01-01' })
    await refused({ order, search, 'sellingPrice[lt]': limit, perPage, cursor })
    await refused({ sort, search, 'sellingPrice[lt]': limit, perPage, cursor })
    await refused({ sort, order, search, perPage, cursor })
    await refused({ sort, order, 'sellingPrice[lt]': limit, perPage, cursor })
    await refused({ cursor })
  })

  test('a cursor of another resource is refused', async () => {
    const { meta } = await listed(kontor(), '/customers', { perPage: 2 })
    assert.equal((await kontor().get(addressOf('/customers', { cursor: meta.nextCursor }))).status, 200)
    await refused({ cursor: meta.nextCursor })
  })

  test('a cursor that was changed in a single character is refused, wherever it is', async () => {
    const { meta } = await listed(kontor(), '/items', LISTING)
    const cursor = meta.nextCursor as string
    for (let index = 0; index < cursor.length; index++) {
      const other = cursor[index] === 'A' ? 'B' : 'A'
      await refused({ ...LISTING, cursor: cursor.slice(0, index) + other + cursor.slice(index + 1) }, `at ${index}`)
    }
  })

  test('a cursor that was cut short, made longer or made up is refused', async () => {
    const { meta } = await listed(kontor(), '/items', LISTING)
    const cursor = meta.nextCursor as string
    const madeUp = Buffer.from(JSON.stringify([5, 'itm_0'])).toString('base64url')
    const broken = ['.', '..', 'x', 'null', '0', cursor.slice(1), cursor.slice(0, -1), cursor.split('.')[0]!]
    const longer = [
      `${cursor}A`,
      `${cursor}.`,
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor}\n`,
      cursor + cursor,
      'A'.repeat(2000),
    ]
    for (const text of [...broken, ...longer, madeUp, `${madeUp}.AAAAAAAAAAAAAAAAAAAAAA`, '😀.😀', '%']) {
      await refused({ ...LISTING, cursor: text }, `cursor ${text}`)
    }
  })

  test('the order in which the filters are written does not matter to a cursor', async () => {
    const { meta } = await listed(kontor(), '/items', { category: 'All', itemType: 'Product', perPage: 4 })
    const { data } = await listed(kontor(), '/items', {
      itemType: 'Product',
      category: 'All',
      perPage: 4,
      cursor: meta.nextCursor,
    })
    assert.equal(data.length, 4)
  })
})
