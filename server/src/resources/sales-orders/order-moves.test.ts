import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderLifecycle } from './order-moves.ts'
import { salesOrders } from './sales-orders.resource.ts'

const { moves } = orderLifecycle
const statuses = salesOrders.fields.status.options.choices

test('no two rows of the table describe the same move, and every move leads to a known status', () => {
  const pairs = moves.flatMap(({ from, to }) => from.map((status) => `${status} → ${to}`))
  assert.equal(new Set(pairs).size, pairs.length)
  for (const { from, to } of moves) assert.ok(!from.includes(to), to)
})

test('every status but the first can be reached, and only a cancelled order has no further move', () => {
  const reached = new Set(moves.map(({ to }) => to))
  assert.deepEqual(
    statuses.filter((status) => !reached.has(status)),
    [],
  )
  const left = new Set(moves.flatMap(({ from }) => from))
  assert.deepEqual(
    statuses.filter((status) => !left.has(status)),
    ['cancelled'],
  )
})

test('every move to submitted checks the credit, and cancelling needs a separate right', () => {
  for (const { to, right, guards = [] } of moves) {
    if (to === 'submitted') assert.ok(guards.length >= 2)
    assert.equal(right, to === 'cancelled' ? 'cancel' : 'submit')
  }
})
