import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { assertUnchanged, dumpOf } from '../support/dump.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import {
  assertInvalid,
  assertRefused,
  createCustomer,
  createItem,
  itemBody,
  leavingAsItWas,
  newCode,
  read,
} from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any

onEveryDatabase('Rows in a bulk request', (kind) => {
  const kontor = kontorFor(kind)
  const bulk = (resource: string, body: object, options?: CallOptions): Promise<Answer> =>
    kontor().post(`/${resource}/bulk`, body, options)

  test('are created each by itself, with results in their order', async () => {
    const taken = await createItem(kontor())
    const rows = [itemBody({ itemName: 'First' }), itemBody({ itemCode: taken.itemCode }), 7, { itemName: 'No code' }]
    const { status, body, text } = await bulk('items', { action: 'create', rows })
    assert.equal(status, 200, text)
    const { results, succeeded, failed } = body.data
    assert.deepEqual([succeeded, failed], [1, 3])
    assert.deepEqual(
      results.map(({ title, ok, created, error }: Json) => [title, ok, created, error?.code]),
      [
        ['First', true, true, undefined],
        [null, false, undefined, 'VALIDATION_ERROR'],
        [null, false, undefined, 'VALIDATION_ERROR'],
        [null, false, undefined, 'VALIDATION_ERROR'],
      ],
    )
    assert.equal(results[1].error.details[0].existingId, taken.id)
    assert.equal((await read(kontor(), `/items/${results[0].id}`)).itemName, 'First')
  })

  test('are upserted by a unique field: new ones created, known ones changed', async () => {
    const known = await createItem(kontor())
    const rows = [{ itemCode: known.itemCode, itemName: 'Renamed' }, itemBody(), { itemName: 'No code' }]
    const { body } = await bulk('items', { action: 'upsert', key: 'itemCode', rows })
    assert.deepEqual(
      body.data.results.map(({ ok, created }: Json) => [ok, created]),
      [
        [true, false],
        [true, true],
        [false, undefined],
      ],
    )
    assert.equal((await read(kontor(), `/items/${known.id}`)).itemName, 'Renamed')
  })

  test('of one key make one record, however many there are', async () => {
    const itemCode = newCode()
    const rows = Array.from({ length: 20 }, (_, index) => ({ itemCode, itemName: `Name ${index}` }))
    const { body } = await bulk('items', { action: 'upsert', key: 'itemCode', rows })
    assert.deepEqual([body.data.succeeded, new Set(body.data.results.map(({ id }: Json) => id)).size], [20, 1])
    assert.equal(body.data.results.filter(({ created }: Json) => created).length, 1)
  })

  test('can be documents with lines, each with its own number', async () => {
    const [item, customer] = [await createItem(kontor()), await createCustomer(kontor())]
    const rows = Array.from({ length: 5 }, () => ({ customer: customer.id, items: [{ item: item.id, quantity: 1 }] }))
    const { body } = await bulk('sales-orders', { action: 'create', rows })
    const numbers = body.data.results.map(({ title }: Json) => title)
    assert.equal(new Set(numbers).size, 5)
  })

  test('are sent as lines of JSON, after a first line with the action', async () => {
    const lines = (...values: unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`
    const headers = { 'content-type': 'application/x-ndjson' }
    const send = (path: string, text: string) => kontor().call('POST', path, { text, headers })
    const { status, body, text } = await send('/items/bulk', lines({ action: 'create' }, itemBody(), itemBody()))
    assert.deepEqual([status, body.data?.succeeded], [200, 2], text)
    const upserted = await send('/items/bulk', lines({ action: 'upsert', key: 'itemCode' }, itemBody()))
    assert.equal(upserted.body.data.succeeded, 1)
    assertRefused(await send('/items/bulk', '{"action":"create"}\n{"itemCode":'), 400, 'INVALID_JSON')
    assertRefused(await send('/items/bulk', '[]\n{}'), 400, 'INVALID_JSON')
    assertRefused(await send('/items', lines(itemBody())), 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  test('under one Idempotency-Key are created once', async () => {
    const request = { action: 'create', rows: [itemBody(), itemBody()] }
    const options = { headers: { 'idempotency-key': newCode() } }
    const first = await bulk('items', request, options)
    const again = await leavingAsItWas(kontor(), 'items', () => bulk('items', request, options))
    assert.equal(again.text, first.text)
  })

  test('need the right to do it, and a key for an upsert', async () => {
    const key = await createKey(kontor(), { scopes: ['read'] })
    const create = { action: 'create', rows: [itemBody()] }
    assertRefused(await bulk('items', create, withKey(key)), 403, 'INSUFFICIENT_SCOPE')
    assertRefused(await bulk('items', create, await signedIn(kontor(), 'sales')), 403, 'FORBIDDEN')
    assertInvalid(await bulk('items', { action: 'create' }), 'rows')
    assertInvalid(await bulk('items', { action: 'create', rows: [] }), 'rows')
    assertInvalid(await bulk('items', { action: 'upsert', rows: [itemBody()] }), 'key')
    assertInvalid(await bulk('items', { action: 'upsert', key: 'itemName', rows: [itemBody()] }), 'key')
    const many = Array.from({ length: 1001 }, () => ({}))
    assertInvalid(await bulk('items', { action: 'create', rows: many }), 'rows')
  })

  test('as a dry run are tried one by one, and none is stored', async () => {
    const stored = await dumpOf(kontor().engine)
    const rows = [itemBody(), { itemName: 'No code' }]
    const { body } = await kontor().post('/items/bulk?dryRun=true', { action: 'create', rows })
    await assertUnchanged(kontor().engine, stored)
    assert.deepEqual([body.data.succeeded, body.data.failed, body.meta.effects.length], [1, 1, 1])
  })
})
