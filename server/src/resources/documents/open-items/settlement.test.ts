import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { invoices } from '../../invoices/invoices.resource.ts'
import { daysLate as late, NEVER, settlementOf as settlement } from './settlement.ts'

const issued = { status: 'unpaid', total: 100, amountPaid: 0, discountGiven: 0, creditedAmount: 0, dueDate: '2026-02-28' } as const
const settlementOf = (item: object) => settlement(invoices, { ...item })

test('an issued invoice is unpaid, partially paid or paid by what was paid on it, whatever it was before', () => {
  for (const status of ['unpaid', 'partially_paid', 'paid'] as const) {
    const settled = (amountPaid: number) => settlementOf({ ...issued, status, amountPaid })
    assert.deepEqual(settled(0), { status: 'unpaid', outstanding: 100, overdueFrom: '2026-03-01' })
    assert.deepEqual(settled(99.99), { status: 'partially_paid', outstanding: 0.01, overdueFrom: '2026-03-01' })
    assert.deepEqual(settled(100), { status: 'paid', outstanding: 0, overdueFrom: NEVER })
  }
})

test('an issued invoice over nothing is paid', () => {
  assert.deepEqual(settlementOf({ ...issued, total: 0 }), { status: 'paid', outstanding: 0, overdueFrom: NEVER })
})

test('nothing is owed on a draft or on a cancelled invoice', () => {
  for (const status of ['draft', 'cancelled'] as const) {
    assert.deepEqual(settlementOf({ ...issued, status }), { status, outstanding: 0, overdueFrom: NEVER })
  }
})

test('an invoice without a due date, or due on the last day there is, never becomes overdue', () => {
  for (const dueDate of [null, NEVER]) assert.equal(settlementOf({ ...issued, dueDate }).overdueFrom, NEVER)
  assert.equal(settlementOf({ ...issued, dueDate: '9999-12-30' }).overdueFrom, NEVER)
  assert.equal(late(NEVER, '9999-12-30'), 0)
})

test('days are counted from the day after the due date, over months and leap days', () => {
  assert.equal(late('2026-03-01', '2026-02-28'), 0)
  assert.equal(late('2026-03-01', '2026-03-01'), 1)
  assert.equal(late('2026-03-01', '2026-03-31'), 31)
  assert.equal(late('2028-02-29', '2028-03-01'), 2)
  assert.equal(late('2026-03-01', '2027-03-01'), 366)
})

test('what is paid and what is outstanding always come to the total', () => {
  const cents = fc.integer({ min: 0, max: 999_999_999 })
  fc.assert(
    fc.property(cents, cents, fc.nat(2), (one, other, discount) => {
      const [paid, total] = [Math.min(one, other), Math.max(one, other) / 100]
      const given = Math.min(paid, discount)
      const [amountPaid, discountGiven] = [(paid - given) / 100, given / 100]
      const { outstanding, status } = settlementOf({ ...issued, total, amountPaid, discountGiven })
      assert.equal(Math.round(outstanding * 100), Math.abs(one - other))
      assert.equal(status === 'paid', one === other)
      assert.equal(status === 'unpaid', paid === 0 && total > 0)
    }),
  )
})
