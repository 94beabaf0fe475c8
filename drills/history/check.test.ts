import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Change, checkHistory, type StoredRecord } from './check.ts'
import { faultIn } from './content.ts'
import type { Operation, Written } from './history.ts'

const written = (more: Partial<Written> = {}): Written => ({
  resource: 'sales-orders',
  id: 'so_1',
  version: 1,
  lines: 2,
  digest: 'first',
  ...more,
})

const operation = (more: Partial<Operation> = {}): Operation => ({
  mark: 'drill-000001',
  method: 'POST',
  path: '/sales-orders',
  creates: 1,
  invokedAt: 0,
  endedAt: 1,
  attempts: 1,
  outcome: 'ok',
  status: 201,
  written: [written()],
  ...more,
})

const change = (more: Partial<Change> = {}): Change => ({
  attempt: 'drill-000001.1',
  action: 'create',
  id: 'so_1',
  version: 1,
  entry: 'aud_1',
  resource: 'sales-orders',
  ...more,
})

const update = operation({
  mark: 'drill-000002',
  method: 'PUT',
  path: '/sales-orders/so_1',
  creates: 0,
  written: [written({ version: 2, digest: 'second' })],
})
const updated = change({ attempt: 'drill-000002.1', action: 'update', version: 2 })

const check = (operations: readonly Operation[], records: readonly StoredRecord[], changes: readonly Change[]) =>
  checkHistory(operations, { records: new Map(records.map((record) => [record.id, record])), changes }).map(
    ({ kind }) => kind,
  )

const unknown = ({ written: _, status: __, ...rest }: Operation): Operation => ({ ...rest, outcome: 'unknown' })
const refused = (one: Operation): Operation => ({ ...unknown(one), outcome: 'fail', status: 422 })

describe('The history checker', () => {
  test('accepts acknowledged writes that are there, later ones included', () => {
    assert.deepEqual(check([operation()], [written()], [change()]), [])
    assert.deepEqual(check([operation(), update], [written({ version: 2, digest: 'second' })], [change(), updated]), [])
  })

  test('accepts an unknown write that is there, and one that is not', () => {
    assert.deepEqual(check([unknown(operation())], [written()], [change()]), [])
    assert.deepEqual(check([unknown(operation())], [], []), [])
  })

  test('accepts a refused write that is not there, and a record that was deleted', () => {
    assert.deepEqual(check([refused(operation())], [], []), [])
    const deletion = operation({ mark: 'drill-000002', method: 'DELETE', path: '/x/so_1', creates: 0, written: [] })
    const deleted = change({ attempt: 'drill-000002.1', action: 'delete', version: 2 })
    assert.deepEqual(check([operation(), deletion], [], [change(), deleted]), [])
    assert.deepEqual(check([operation(), deletion], [written()], [change(), deleted]), ['wrongly there'])
  })

  test('finds an acknowledged record that is gone, with and without its audit entry', () => {
    assert.deepEqual(check([operation()], [], [change()]), ['lost'])
    assert.deepEqual(check([operation()], [], []), ['lost'])
  })

  test('finds an acknowledged update that is gone', () => {
    assert.deepEqual(check([operation(), update], [written()], [change()]), ['lost'])
  })

  test('finds a version that has gone back', () => {
    assert.deepEqual(check([operation(), update], [written()], [change(), updated]), ['gone back', 'gone back'])
    assert.deepEqual(check([operation(), unknown(update)], [written()], [change(), updated]), ['gone back'])
  })

  test('finds a refused write that is there, and a record that no client has created', () => {
    assert.deepEqual(check([refused(operation())], [written()], [change()]), ['wrongly there'])
    assert.deepEqual(check([operation(), refused(update)], [written({ version: 2 })], [change(), updated]), [
      'wrongly there',
    ])
    assert.deepEqual(check([], [written()], [change()]), ['wrongly there'])
    assert.deepEqual(check([], [written()], []), ['wrongly there'])
  })

  test('finds a repeated request that was executed twice', () => {
    const repeated = operation({ key: 'key-1', attempts: 2, written: [written({ id: 'so_2' })] })
    const twice = [change(), change({ attempt: 'drill-000001.2', id: 'so_2' })]
    const records = [written(), written({ id: 'so_2' })]
    assert.deepEqual(check([repeated], records, twice), ['double'])
    assert.deepEqual(check([unknown(repeated)], records, twice), ['double'])
  })

  test('finds two updates that were answered with the same version', () => {
    const other = { ...update, mark: 'drill-000003', written: [written({ version: 2, digest: 'third' })] }
    const changes = [change(), updated, { ...updated, attempt: 'drill-000003.1' }]
    const found = check([operation(), update, other], [written({ version: 2, digest: 'third' })], changes)
    assert.ok(found.includes('double'), found.join())
  })

  test('finds a document with fewer lines than answered, and one with other content', () => {
    assert.deepEqual(check([operation()], [written({ lines: 1, digest: 'other' })], [change()]), ['half-written'])
    assert.deepEqual(check([operation()], [written({ digest: 'other' })], [change()]), ['different'])
    assert.deepEqual(check([operation()], [{ ...written(), fault: 'has no lines' }], [change()]), ['half-written'])
  })

  test('finds a batch of which only a part is there, whatever its answer was', () => {
    const batch = unknown(operation({ path: '/batch', creates: 2 }))
    assert.deepEqual(check([batch], [written()], [change()]), ['half-written'])
  })

  test('finds an answer 500', () => {
    assert.deepEqual(check([{ ...unknown(operation()), status: 500 }], [], []), ['server error'])
  })
})

describe('A stored document', () => {
  const lines = [
    { amount: 10, taxAmount: 1.9 },
    { amount: 0.42, taxAmount: 0.0798 },
  ]
  const order = { version: 1, items: lines, subtotal: 10.42, discountTotal: 0, taxTotal: 1.98, total: 12.4 }

  test('is whole if its lines add up to its totals', () => {
    assert.equal(faultIn('sales-orders', order), undefined)
    assert.equal(faultIn('items', { version: 1 }), undefined)
  })

  test('is half-written if lines or totals are missing', () => {
    assert.match(faultIn('sales-orders', { ...order, items: lines.slice(1) })!, /^has lines of 0\.42/)
    assert.equal(faultIn('sales-orders', { ...order, items: [] }), 'has no lines')
    assert.match(faultIn('invoices', { ...order, total: 0 })!, /wrong total/)
    assert.match(faultIn('items', {})!, /version undefined/)
  })
})
