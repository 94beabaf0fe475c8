import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inEnglish, pathsIn } from '../../model/message.ts'
import { unpayable } from './invoices.operations.ts'
import type { Invoice } from './invoices.resource.ts'

/** Why nothing can be paid on such an invoice, and the fields that the reason tells of. */
function reasonFor(status: Invoice['status'], outstanding: number): unknown[] {
  const blocker = unpayable({ status, outstanding, invoiceNumber: 'INV-1' } as Invoice)
  return blocker ? [blocker.code, inEnglish(blocker.text), blocker.reveals, pathsIn(blocker.text)] : []
}

test('an issued invoice can be paid as long as something is outstanding on it', () => {
  assert.deepEqual(reasonFor('unpaid', 0.01), [])
  assert.deepEqual(reasonFor('partially_paid', 1), [])
  const told = [['invoices.outstanding'], ['invoices.invoiceNumber']]
  assert.deepEqual(reasonFor('paid', 0), ['OVERPAYMENT', 'Nothing is outstanding on INV-1.', ...told])
})

test('nothing can be paid on a draft or on a cancelled invoice', () => {
  const locked = (text: string) => ['DOCUMENT_LOCKED', text, ['invoices.status'], []]
  assert.deepEqual(reasonFor('draft', 0), locked('The invoice is a draft. Issue it first.'))
  assert.deepEqual(reasonFor('cancelled', 0), locked('The invoice is cancelled. Nothing is owed on it.'))
})
