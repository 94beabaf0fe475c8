import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dueDateOf } from './payment-terms.ts'

const DAY = 86_400_000

const invoiceDates = fc
  .date({ min: new Date('1900-01-01'), max: new Date('9980-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const days = fc.integer({ min: 0, max: 3650 })
/** Reckoned by another way than the code under test goes. */
const laterBy = (count: number, date: string) => new Date(Date.parse(date) + count * DAY).toISOString().slice(0, 10)
const lastOfMonth = (date: string) => {
  const [year, month] = date.split('-').map(Number)
  return new Date(Date.UTC(year!, month!, 0)).toISOString().slice(0, 10)
}

const understood = (dueDate: string) => ({ dueDate, isUnderstood: true })
const notUnderstood = (dueDate: string) => ({ dueDate, isUnderstood: false })

test('Net N falls due N days after the invoice, however it is written', () => {
  for (const terms of ['Net 30', 'net30', 'NET 30 DAYS', ' net\t30  days ', '30 days', '30days', 'Net 030']) {
    assert.deepEqual(dueDateOf('2026-11-14', terms), understood('2026-12-14'), terms)
  }
  assert.deepEqual(dueDateOf('2026-11-14', 'Net 1 day'), understood('2026-11-15'))
  assert.deepEqual(dueDateOf('2026-11-14', 'Net 0'), understood('2026-11-14'))
})

test('days are counted over month ends, leap days and the turn of the year', () => {
  assert.deepEqual(dueDateOf('2026-01-31', 'Net 30'), understood('2026-03-02'))
  assert.deepEqual(dueDateOf('2028-01-31', 'Net 30'), understood('2028-03-01'))
  assert.deepEqual(dueDateOf('2028-02-28', 'Net 1'), understood('2028-02-29'))
  assert.deepEqual(dueDateOf('2100-02-28', 'Net 1'), understood('2100-03-01'))
  assert.deepEqual(dueDateOf('2026-12-31', 'Net 1'), understood('2027-01-01'))
  assert.deepEqual(dueDateOf('2024-02-29', 'Net 3650'), understood('2034-02-26'))
})

test('what is to be paid at once falls due on the invoice date', () => {
  const terms = [
    'Due on receipt',
    'DUE  ON RECEIPT',
    'due upon receipt',
    'COD',
    'c.o.d.',
    'Cash on Delivery',
    'Prepaid',
  ]
  for (const text of [...terms, 'Advance', 'in advance', 'Cash in advance', 'Immediate', 'due immediately']) {
    assert.deepEqual(dueDateOf('2026-02-28', text), understood('2026-02-28'), text)
  }
})

test('no terms at all mean due on the invoice date', () => {
  for (const nothing of [null, '', '  \n\t'])
    assert.deepEqual(dueDateOf('2026-02-28', nothing), understood('2026-02-28'))
})

test('EOM falls due on the last day of the month of the invoice', () => {
  for (const terms of ['EOM', 'eom', ' E O M ', 'End of month']) {
    assert.deepEqual(dueDateOf('2026-02-01', terms), understood('2026-02-28'), terms)
  }
  assert.deepEqual(dueDateOf('2028-02-29', 'EOM'), understood('2028-02-29'))
  assert.deepEqual(dueDateOf('2026-12-31', 'EOM'), understood('2026-12-31'))
})

test('EOM+N falls due N days after the end of that month', () => {
  for (const terms of ['EOM+10', 'eom + 10', 'EOM + 10 days', '10 EOM', '10 days EOM', 'Net 10 EOM']) {
    assert.deepEqual(dueDateOf('2028-02-03', terms), understood('2028-03-10'), terms)
  }
})

test('a discount for early payment does not change when the invoice falls due', () => {
  for (const terms of ['2/10 Net 30', '2/10, net 30', '2%/10 NET 30 days', '1.5/8 Net 30', '2 / 10 net30']) {
    assert.deepEqual(dueDateOf('2026-11-14', terms), understood('2026-12-14'), terms)
  }
})

test('terms that cannot be read fall due on the invoice date, and say so', () => {
  const vague = [
    'soon',
    'Net',
    'Net thirty',
    'Net 30 or so',
    '30',
    'Net -5',
    'Net 3 0',
    'Net 2.5',
    'EOM-5',
    'EOM+',
    '2/10',
  ]
  for (const terms of [...vague, 'internet 30', 'after EOM', 'no COD', '30 days after delivery', 'Net 30 / Net 60']) {
    assert.deepEqual(dueDateOf('2026-11-14', terms), notUnderstood('2026-11-14'), terms)
  }
})

test('a wait of more than ten years is no term of payment', () => {
  for (const terms of ['Net 3651', 'EOM + 3651', '99999999999999999999 days', `Net ${'9'.repeat(400)}`]) {
    assert.deepEqual(dueDateOf('2026-11-14', terms), notUnderstood('2026-11-14'), terms)
  }
})

test('no due date lies past the last that can be written', () => {
  assert.deepEqual(dueDateOf('9999-12-30', 'Net 1'), understood('9999-12-31'))
  assert.deepEqual(dueDateOf('9999-12-30', 'Net 2'), notUnderstood('9999-12-30'))
})

test('Net N is exactly N days later, for every date and every N', () => {
  fc.assert(
    fc.property(invoiceDates, days, (date, count) => {
      assert.deepEqual(dueDateOf(date, `Net ${count}`), understood(laterBy(count, date)))
    }),
  )
})

test('EOM + N is exactly N days after the last of the month, for every date and every N', () => {
  fc.assert(
    fc.property(invoiceDates, days, (date, count) => {
      assert.deepEqual(dueDateOf(date, 'EOM'), understood(lastOfMonth(date)))
      assert.deepEqual(dueDateOf(date, `EOM + ${count}`), understood(laterBy(count, lastOfMonth(date))))
    }),
  )
})

test('an invoice never falls due before its date, whatever its terms', () => {
  const words = fc.constantFrom('net', 'days', 'eom', '+', '/', '2/10', 'cod', 'due on receipt', '%', '-', ' ')
  const sentences = fc.array(fc.oneof(words, days.map(String)), { maxLength: 6 }).map((parts) => parts.join(' '))
  fc.assert(
    fc.property(invoiceDates, fc.oneof(sentences, fc.string()), (date, terms) => {
      const { dueDate, isUnderstood } = dueDateOf(date, terms)
      assert.ok(dueDate >= date)
      assert.match(dueDate, /^\d{4}-\d{2}-\d{2}$/)
      assert.ok(isUnderstood || dueDate === date)
    }),
  )
})
