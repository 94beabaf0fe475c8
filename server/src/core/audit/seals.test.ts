import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Statement, sealOf } from './seals.ts'

const entry: Statement = {
  createdAt: '2026-01-02T03:04:05.678Z',
  actor: 'usr_1',
  actorName: 'Anna',
  credential: null,
  address: null,
  requestId: 'req',
  serverRequestId: 'own',
  action: 'update',
  resource: 'things',
  recordId: 'thg_1',
  recordVersion: null,
  operation: 'things.update',
  diff: { price: [1, 2] },
}
const seal = (more: Partial<Statement> = {}) => sealOf(Buffer.alloc(32, 1), 'before', 7, { ...entry, ...more })

test('an entry from before the change feed keeps its seal', () => {
  const before = 'eb806af83466cc847189f82be7b43c6dd00774ecdf120d34737f53f1c9663aaa'
  assert.equal(seal(), before)
  assert.equal(seal({ position: null }), before)
})

test('the version and the position of an entry are sealed', () => {
  const seals = [
    {},
    { position: 1 },
    { position: 2 },
    { position: 1, recordVersion: 1 },
    { position: 2, recordVersion: 1 },
  ]
  assert.equal(new Set(seals.map(seal)).size, seals.length)
})
