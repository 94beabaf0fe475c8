import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spread } from './spread-amount.ts'

const open = (id: string, outstanding: number, discountAmount?: number) => ({
  id,
  outstanding,
  ...(discountAmount && { discountUntil: '2026-11-25', discountAmount }),
})
const of = (amount: number, discount = 0) => ({ amount, discount })

test('an amount settles invoices in their order, and the last of them in part', () => {
  const invoices = [open('a', 0.1), open('b', 0.2), open('c', 5)]
  assert.deepEqual(spread(0.4, invoices, '2026-11-20'), { a: of(0.1), b: of(0.2), c: of(0.1) })
  assert.deepEqual(spread(0, invoices, '2026-11-20'), { a: of(0), b: of(0), c: of(0) })
  assert.deepEqual(spread(99, invoices, '2026-11-20'), { a: of(0.1), b: of(0.2), c: of(5) })
})

test('a discount is taken up to its last day, where the invoice is settled by it', () => {
  const invoices = [open('a', 100, 2), open('b', 100, 2)]
  assert.deepEqual(spread(198, invoices, '2026-11-25'), { a: of(98, 2), b: of(98, 2) })
  assert.deepEqual(spread(150, invoices, '2026-11-25'), { a: of(98, 2), b: of(52) })
  assert.deepEqual(spread(198, invoices, '2026-11-26'), { a: of(100), b: of(98) })
})
