import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemAt } from '../../src/demo/sized/items.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, behindTheScenes, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, newCode, read, times } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any

onEveryDatabase('In a bulk request', (kind) => {
  const kontor = kontorFor(kind)

  async function bulk(resource: string, body: object, options?: CallOptions): Promise<Json> {
    const { status, body: answer, text } = await kontor().post(`/${resource}/bulk`, body, options)
    assert.equal(status, 200, text)
    const { results, succeeded, failed } = answer.data
    assert.equal(results.filter(({ ok }: Json) => ok).length, succeeded)
    assert.equal(results.length, succeeded + failed)
    return answer.data
  }
  const idsOf = (records: readonly Json[]): string[] => records.map(({ id }) => id)

  test('each record is processed separately, and the response gives the outcomes in the order of the request', async () => {
    const [free, used] = [await createItem(kontor()), await createItem(kontor(), { itemName: 'Used' })]
    await createOrder(kontor(), [used])
    const ids = [used.id, free.id, 'itm_nothing', free.id]
    const { results, succeeded, failed } = await bulk('items', { action: 'delete', ids })
    assert.deepEqual([succeeded, failed], [1, 2])
    assert.deepEqual(
      results.map(({ id, title, ok, error }: Json) => [id, title, ok, error?.code]),
      [
        [used.id, 'Used', false, 'RESOURCE_IN_USE'],
        [free.id, free.itemName, true, undefined],
        ['itm_nothing', null, false, 'NOT_FOUND'],
      ],
    )
    assert.match(results[0].error.message, /used by sales-orders \(so_/)
    assert.equal((await kontor().get(`/items/${free.id}`)).status, 404)
    assert.equal((await kontor().get(`/items/${used.id}`)).status, 200)
  })

  test('records are updated under their own rules', async () => {
    const some = await times(3, () => createItem(kontor()))
    await bulk('items', { action: 'update', ids: idsOf(some), input: { category: 'Sorted', isActive: false } })
    for (const { id, version } of some) {
      const item = await read(kontor(), `/items/${id}`)
      assert.deepEqual([item.category, item.status, item.version], ['Sorted', 'inactive', version + 1])
    }
  })

  test('records change their status where each may', async () => {
    const item = await createItem(kontor(), { sellingPrice: 10 })
    const poor = await createCustomer(kontor(), { creditLimit: 1 })
    const orders = [await createOrder(kontor(), [item]), await createOrder(kontor(), [item], { customer: poor })]
    const { results } = await bulk('sales-orders', {
      action: 'status',
      ids: idsOf(orders),
      input: { status: 'submitted' },
    })
    assert.deepEqual(
      results.map(({ title, ok, error }: Json) => [title, ok, error?.code]),
      [
        [orders[0].orderNumber, true, undefined],
        [orders[1].orderNumber, false, 'CREDIT_LIMIT_EXCEEDED'],
      ],
    )
    assert.equal((await read(kontor(), `/sales-orders/${orders[1].id}`)).status, 'draft')
  })

  test('a filter selects the records of the list', async () => {
    const category = newCode()
    for (const itemName of ['Kept', 'Gone', 'Gone too']) await createItem(kontor(), { itemName, category })
    const filter = `category=${category}&search=gone&sort=itemName&order=asc&page=7&perPage=1&fields=id`
    const { results, nextCursor } = await bulk('items', { action: 'delete', filter })
    assert.deepEqual([results.map(({ title }: Json) => title), nextCursor], [['Gone', 'Gone too'], null])
    const { data } = (await kontor().get(`/items?category=${category}`)).body
    assert.deepEqual(
      data.map(({ itemName }: Json) => itemName),
      ['Kept'],
    )
    assert.deepEqual((await bulk('items', { action: 'delete', filter: 'category=Nowhere' })).results, [])
  })

  test('a filter that matches more than a call takes continues with nextCursor, and misses none', async () => {
    const count = 1203
    await behindTheScenes(kontor().engine, async (records) => {
      for (let index = 0; index < count; index++)
        await records.insert(items, { ...itemAt(index, ''), itemCode: `BULK-${index}`, category: 'Bulk' })
    })
    const seen: string[] = []
    let cursor: string | null = null
    let calls = 0
    do {
      const filter: string = `category=Bulk${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
      const { results, nextCursor } = await bulk('items', { action: 'update', filter, input: { uom: 'Box' } })
      seen.push(...idsOf(results))
      cursor = nextCursor
      calls++
    } while (cursor)
    assert.deepEqual([seen.length, new Set(seen).size, calls], [count, count, 2])
    assert.equal((await kontor().get('/items?category=Bulk&uom=Box')).body.meta.total, count)
  })

  test('the same request under the same Idempotency-Key is carried out once', async () => {
    const category = newCode()
    await createItem(kontor(), { category })
    const headers = { 'idempotency-key': newCode() }
    const body = { action: 'update', filter: `category=${category}`, input: { uom: 'Box' } }
    const first = await kontor().post('/items/bulk', body, { headers })
    const late = await createItem(kontor(), { category })
    const again = await kontor().post('/items/bulk', body, { headers })
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual((await read(kontor(), `/items/${late.id}`)).version, 1)
    const other = await kontor().post('/items/bulk', { ...body, input: {} }, { headers })
    assertRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('every change is in the audit log, under the id of the request', async () => {
    const some = await times(2, () => createItem(kontor()))
    const { headers } = await kontor().post('/items/bulk', { action: 'delete', ids: idsOf(some) })
    const { data } = (await kontor().get(`/audit-log?requestId=${headers['x-request-id']}`)).body
    assert.deepEqual(data.map(({ recordId }: Json) => recordId).sort(), idsOf(some).sort())
    assert.deepEqual(new Set(data.map(({ operation }: Json) => operation)), new Set(['items.delete']))
  })

  test('a user cannot do what they may not do to one record', async () => {
    const item = await createItem(kontor())
    const ask = (role: { token: string }, body: object) =>
      kontor().post('/items/bulk', { ids: [item.id], ...body }, { token: role.token })
    const viewer = await signedIn(kontor(), 'viewer')
    assertRefused(await ask(viewer, { action: 'delete' }), 403, 'FORBIDDEN')
    assertRefused(await ask(viewer, { action: 'update', input: { uom: 'Box' } }), 403, 'FORBIDDEN')
    const warehouse = await signedIn(kontor(), 'warehouse')
    assertRefused(await ask(warehouse, { action: 'update', input: { costPrice: 1 } }), 403, 'FIELD_NOT_PERMITTED')
    const byHidden = { action: 'update', ids: null, filter: 'costPrice[gt]=0', input: { uom: 'Box' } }
    assertRefused(await ask(warehouse, byHidden), 403, 'FIELD_NOT_PERMITTED')
    const { body } = await ask(warehouse, { action: 'update', input: { itemCode: newCode() } })
    assert.equal(body.data.results[0].error.code, 'FIELD_NOT_PERMITTED')
    const key = await createKey(kontor(), { scopes: ['write'] })
    const deleting = await kontor().post('/items/bulk', { action: 'delete', ids: [item.id] }, withKey(key))
    assertRefused(deleting, 403, 'INSUFFICIENT_SCOPE')
    assert.equal((await read(kontor(), `/items/${item.id}`)).version, 1)
  })

  test('records of others do not exist for a user limited to their own', async () => {
    const can = ['read', 'create', 'update', 'delete'] as const
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, { items: { can, own: true } }))
    const theirs = await createItem(kontor())
    const { results } = await bulk('items', { action: 'delete', ids: [theirs.id] }, { token })
    assert.deepEqual([results[0].title, results[0].error.code], [null, 'NOT_FOUND'])
    assert.deepEqual((await bulk('items', { action: 'delete', filter: '' }, { token })).results, [])
  })

  test('an invalid request is refused as a whole, and nothing happens', async () => {
    const { id } = await createItem(kontor())
    const ask = (body: object) => kontor().post('/items/bulk', body)
    assertInvalid(await ask({ ids: [id] }), 'action')
    assertInvalid(await ask({ action: 'status', ids: [id] }), 'action') // items have no lifecycle
    assertInvalid(await ask({ action: 'delete' }), 'ids')
    assertInvalid(await ask({ action: 'delete', ids: [id], filter: 'category=x' }), 'ids')
    assertInvalid(await ask({ action: 'delete', ids: [id], input: { uom: 'x' } }), 'input.uom')
    assertInvalid(
      await ask({ action: 'update', ids: [id], input: { uomm: 'x', taxRate: 101 } }),
      'input.uomm',
      'input.taxRate',
    )
    assertInvalid(await ask({ action: 'update', ids: [id], input: [] }), 'input')
    assertInvalid(await ask({ action: 'delete', ids: Array.from({ length: 1001 }, () => 'itm_x') }), 'ids')
    assertRefused(await ask({ action: 'delete', filter: 'colour=red' }), 400, 'INVALID_FILTER')
    assertRefused(await ask({ action: 'delete', filter: 'cursor=x' }), 400, 'INVALID_CURSOR')
    assertRefused(await kontor().post('/audit-log/bulk', {}), 405, 'METHOD_NOT_ALLOWED')
    assert.equal((await read(kontor(), `/items/${id}`)).version, 1)
  })
})
