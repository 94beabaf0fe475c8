import type { Allocating } from '../../model/document.ts'
import { choice, date, flag, lines, money, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import type { Row } from '../../model/resource.ts'
import { customers } from '../customers/customers.resource.ts'
import { defineDocument } from '../documents/define-document.fields.ts'
import { addressCopy } from '../documents/document.fields.ts'
import { allocatingFields } from '../documents/open-items/allocating.fields.ts'
import { METHODS } from '../payments/payments.resource.ts'

const allocating = {
  to: 'invoices',
  field: 'invoice',
  of: 'total',
  less: 'refunds',
  kinds: { amount: 'credit' },
} as const satisfies Allocating

export const creditNotes = defineDocument({
  name: 'credit-notes',
  singular: 'credit note',
  idPrefix: 'crn',
  title: 'creditNoteNumber',
  about: { field: 'customerName' },
  hit: { name: 'customerName', code: 'creditNoteNumber' },
  description: 'What customers get back of invoices, or otherwise: it settles invoices, or is refunded.',
  unsummed: ['draft'],
  allocating,
  lockedAfter: [],
  document: {
    party: { field: 'customer', resource: customers.name, name: 'customerName' },
    date: 'creditDate',
    number: {
      field: 'creditNoteNumber',
      pattern: 'CN-{year}-{number}',
      isTakenLate: true,
      isGapless: true,
    },
    price: 'sellingPrice',
    sources: [
      {
        resource: 'invoices',
        field: 'invoice',
        line: 'invoiceLine',
        progress: 'creditStatus',
        action: {
          path: 'from-invoice',
          description:
            'Credits all that is left of the invoice, or the given lines, at its prices and taxes. What is outstanding on the invoice is settled by it at once.',
          takes: ['creditDate', 'reason', 'returnToStock', 'draft', 'notes'],
        },
      },
    ],
    stock: { moves: 'in', if: 'returnToStock' },
    printed: { en: 'Credit note', de: 'Rechnungskorrektur' },
    statuses: { draft: 'draft', open: 'open', settled: 'done', void: 'stopped' },
    advice: { draft: msg`Issue it first.` },
  },
  own: {
    reason: text({ max: 2000, example: 'Two chains came back.', description: 'Printed on it.' }),
    returnToStock: flag({
      default: false,
      description: 'Goods of its lines come back into stock when it is issued.',
    }),
    billingAddress: addressCopy('customers.address', "The customer's address when the credit note was issued."),
    ...allocatingFields(allocating, 'credit-notes'),
    refunds: lines(
      {
        amount: money({ required: true, min: 0.0001, hiddenWith: ['.total'], example: 20 }),
        method: choice(METHODS, { default: 'bank_transfer' }),
        date: date({ filled: true, example: '2026-11-20', description: 'Today if left out.' }),
      },
      { readOnly: true, setBy: 'POST /credit-notes/{id}/refund', description: 'What was paid out of it.' },
    ),
    draft: flag({ transient: true, description: 'Keeps the new credit note a draft instead of issuing it.' }),
  },
  told: {
    creditNoteNumber: {
      example: 'CN-2026-00001',
      description: 'Without gaps; taken when the credit note is issued, so a draft has none.',
    },
    status: { example: 'open', description: 'settled follows from what was allocated and refunded.' },
    'items.invoiceLine': { description: 'The line of the invoice that it credits.' },
    expectedTotal: { description: 'Refuses the credit note if its total comes out differently.' },
    notes: { example: 'Thank you for telling us.' },
  },
})

export type CreditNote = Row<typeof creditNotes>
