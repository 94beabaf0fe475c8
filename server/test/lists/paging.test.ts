import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRecord } from '../../src/model/resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { idsOf } from './model.ts'
import { addressOf, listed, walkPages } from './walk.ts'

const SIZE = 105

onEveryDatabase('Pages', (kind) => {
  const kontor = kontorFor(kind)
  const newestFirst: string[] = []
  before(async () => {
    for (let index = 0; index < SIZE; index++) {
      const item = { itemCode: `P-${index}`, itemName: `Item ${index}`, category: index < 3 ? 'Few' : 'Many' }
      newestFirst.unshift((await kontor().post('/items', item)).body.data.id)
    }
  })

  test('a list without parameters is the first twenty, newest first, with its totals', async () => {
    const { headers, body } = await kontor().get('/items')
    assert.equal(body.success, true)
    assert.deepEqual(idsOf(body.data), newestFirst.slice(0, 20))
    const { nextCursor, ...meta } = body.meta
    assert.deepEqual(meta, { page: 1, perPage: 20, total: SIZE, totalPages: 6, hasMore: true })
    assert.equal(typeof nextCursor, 'string')
    assert.equal(headers['x-total-count'], String(SIZE))
  })

  test('the defaults can also be spelt out', async () => {
    const spelt = await listed(kontor(), '/items', {
      page: 1,
      perPage: 20,
      sort: 'createdAt',
      order: 'desc',
      search: '',
    })
    assert.deepEqual(spelt, (await kontor().get('/items')).body)
  })

  test('every record of a list is as whole as when it is read alone', async () => {
    const [first] = (await listed(kontor(), '/items')).data
    assert.deepEqual(first, (await kontor().get(`/items/${first.id}`)).body.data)
  })

  test('pages follow each other without gap or overlap, whatever their size', async () => {
    for (const perPage of [1, 7, 35, 100]) {
      assert.deepEqual(idsOf(await walkPages(kontor(), '/items', { perPage, fields: 'id' })), newestFirst)
    }
  })

  test('the last page holds what is left', async () => {
    const { data, meta } = await listed(kontor(), '/items', { page: 6 })
    assert.deepEqual(idsOf(data), newestFirst.slice(100))
    assert.deepEqual(meta, { page: 6, perPage: 20, total: SIZE, totalPages: 6, nextCursor: null, hasMore: false })
  })

  test('a page that the last record just fills has nothing after it', async () => {
    const { data, meta } = await listed(kontor(), '/items', { page: 3, perPage: 35 })
    assert.equal(data.length, 35)
    assert.deepEqual(meta, { page: 3, perPage: 35, total: SIZE, totalPages: 3, nextCursor: null, hasMore: false })
  })

  test('more than a hundred a page is served as a hundred, and meta says so', async () => {
    for (const perPage of ['100', '101', '5000', '999999999999999']) {
      const { data, meta } = await listed(kontor(), '/items', { perPage })
      assert.equal(data.length, 100)
      assert.equal(meta.perPage, 100)
      assert.equal(meta.totalPages, 2)
    }
  })

  test('a page past the end is empty and has true totals', async () => {
    for (const page of ['7', '1000', '999999999999999']) {
      const { data, meta } = await listed(kontor(), '/items', { page })
      assert.deepEqual(data, [])
      const { page: shown, ...rest } = meta
      assert.deepEqual(rest, { perPage: 20, total: SIZE, totalPages: 6, nextCursor: null, hasMore: false })
      assert.ok(Number.isInteger(shown) && shown >= 7)
    }
  })

  test('a number of any length is a number', async () => {
    const huge = '9'.repeat(30)
    assert.equal((await listed(kontor(), '/items', { perPage: huge })).meta.perPage, 100)
    const { data, meta } = await listed(kontor(), '/items', { page: huge })
    assert.deepEqual(data, [])
    assert.equal(meta.total, SIZE)
  })

  test('a page past the end is empty without totals too', async () => {
    const parameters = { page: '999999999999999', perPage: 100, includeTotal: 'false' }
    const { data, meta } = await listed(kontor(), '/items', parameters)
    assert.deepEqual(data, [])
    assert.equal(meta.hasMore, false)
  })

  test('a list of nothing has no pages', async () => {
    const { headers, body } = await kontor().get('/items?category=None')
    assert.deepEqual(body.data, [])
    assert.deepEqual(body.meta, { page: 1, perPage: 20, total: 0, totalPages: 0, nextCursor: null, hasMore: false })
    assert.equal(headers['x-total-count'], '0')
  })

  test('totals count what the filters leave', async () => {
    const counted = await kontor().get('/items?category=Few&perPage=2')
    assert.equal(counted.body.meta.total, 3)
    assert.equal(counted.body.meta.totalPages, 2)
    assert.equal(counted.headers['x-total-count'], '3')
    assert.equal((await listed(kontor(), '/items', { 'itemName[like]': 'Item 10%' })).meta.total, 6)
  })

  test('includeTotal=false leaves the totals out', async () => {
    const { headers, body } = await kontor().get('/items?includeTotal=false&page=2')
    assert.deepEqual(idsOf(body.data), newestFirst.slice(20, 40))
    assert.deepEqual(Object.keys(body.meta).sort(), ['hasMore', 'nextCursor', 'page', 'perPage'])
    assert.equal(headers['x-total-count'], undefined)
  })

  test('page and perPage are whole numbers from 1; anything else is refused', async () => {
    for (const name of ['page', 'perPage']) {
      for (const value of [
        '0',
        '-1',
        '1.5',
        'abc',
        'Infinity',
        '1e309',
        '1e2',
        ' ',
        '+',
        'NaN',
        '0x10',
        '1,5',
        '٣',
        'null',
      ]) {
        const { status, body } = await kontor().get(addressOf('/items', { [name]: value }))
        assert.equal(status, 400, `${name}=${value}`)
        assert.equal(body.error.code, 'INVALID_PARAMETER', `${name}=${value}`)
        assert.deepEqual(
          body.error.details.map(({ field }: AnyRecord) => field),
          [name],
        )
      }
    }
  })
})
