import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { filterableOf, sortableOf } from '../../src/core/lists/parse-list.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { listed as listedResources } from '../support/world.ts'
import { idsOf, sorted } from './model.ts'
import { fill, fillViews } from './sample.ts'
import { fillTrade } from './trade.ts'
import { listed, walkCursor, walkPages } from './walk.ts'

onEveryDatabase('Sorting', (kind) => {
  const [kontor, trading] = [kontorFor(kind), kontorFor(kind)]
  const records: Record<string, AnyRecord[]> = {}
  before(async () => {
    records.items = await fill(kontor(), 'items')
    records.customers = await fill(kontor(), 'customers')
    Object.assign(records, await fillTrade(trading()))
    records.views = await fillViews(trading())
  })

  for (const resource of listedResources) {
    const path = `/${resource.name}`
    const server = ['items', 'customers'].includes(resource.name) ? kontor : trading
    for (const sort of filterableOf(resource).keys()) {
      if (!sortableOf(resource).includes(sort)) {
        test(`${resource.name} cannot be sorted by ${sort}, and the refusal says by what they can`, async () => {
          const { status, body } = await server().get(`${path}?sort=${sort}`)
          assert.equal(status, 400)
          assert.equal(body.error.code, 'INVALID_SORT')
          assert.equal(body.error.details[0].field, 'sort')
          assert.match(body.error.message, /Sort by one of id, .*createdAt, updatedAt/)
        })
        continue
      }
      test(`${resource.name} sort by ${sort}, records without a value lowest and ties by id`, async () => {
        const rows = records[resource.name]!
        for (const order of ['asc', 'desc']) {
          const expected = idsOf(sorted(rows, sort, order))
          const parameters = { sort, order, perPage: 7, fields: 'id' }
          assert.deepEqual(idsOf(await walkPages(server(), path, parameters)), expected, `${order} by page`)
          assert.deepEqual(idsOf(await walkCursor(server(), path, parameters)), expected, `${order} by cursor`)
        }
      })
    }
  }

  test('the order is descending unless another is asked for', async () => {
    const { data } = await listed(kontor(), '/items', { sort: 'sellingPrice', perPage: 100 })
    assert.deepEqual(idsOf(data), idsOf(sorted(records.items!, 'sellingPrice', 'desc')))
    const ascending = await listed(kontor(), '/items', { order: 'asc', perPage: 100 })
    assert.deepEqual(idsOf(ascending.data), idsOf(sorted(records.items!, 'createdAt', 'asc')))
  })

  test('sorting by creation is sorting by id, also where many records share the moment', async () => {
    const { data } = await listed(kontor(), '/items', { sort: 'createdAt', order: 'asc', perPage: 100 })
    assert.deepEqual(idsOf(data), idsOf(data).sort())
  })

  test('an unknown sort field is refused with the nearest name', async () => {
    const nearest = {
      sellingprice: 'sellingPrice',
      itemname: 'itemName',
      '-createdAt': 'createdAt',
      createdat: 'createdAt',
    }
    for (const [sort, meant] of Object.entries(nearest)) {
      const { status, body } = await kontor().get(`/items?sort=${sort}`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'INVALID_SORT')
      assert.ok(body.error.message.includes(`Did you mean "${meant}"?`), body.error.message)
    }
    for (const sort of ['__proto__', 'constructor', 'images', 'address.city', 'createdAt,id', 'id; drop table items']) {
      const { status, body } = await kontor().get(`/items?sort=${encodeURIComponent(sort)}`)
      assert.equal(status, 400, sort)
      assert.equal(body.error.code, 'INVALID_SORT')
    }
  })

  test('an order that is neither asc nor desc is refused', async () => {
    for (const order of ['ASC', 'up', 'asc,desc', '-1']) {
      const { status, body } = await kontor().get(`/items?order=${order}`)
      assert.equal(status, 400, order)
      assert.equal(body.error.code, 'INVALID_PARAMETER')
      assert.equal(body.error.message, 'order must be one of asc, desc.')
    }
  })
})
