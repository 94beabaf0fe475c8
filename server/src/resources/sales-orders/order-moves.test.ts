import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderLifecycle } from './order-moves.ts'
import { salesOrders } from './sales-orders.resource.ts'

const { moves } = orderLifecycle
const statuses = salesOrders.fields.status.options.choices

test('no two rows of the table answer for the same move, and none leads nowhere', () => {
  const pairs = moves.flatMap(({ from, to }) => from.map((status) => `${status} → ${to}`))
  assert.equal(new Set(pairs).size, pairs.length)
  for (const { from, to } of moves) assert.ok(!from.includes(to), to)
})

test('every status but the first can be reached, and only a cancelled order is at its end', () => {
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

test('every way to submitted asks for credit, and cancelling takes a right of its own', () => {
  for (const { to, right, guards = [] } of moves) {
    if (to === 'submitted') assert.ok(guards.length >= 2)
    assert.equal(right, to === 'cancelled' ? 'cancel' : 'submit')
  }
})
