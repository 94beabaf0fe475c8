import type { Context } from '../../core/action.ts'
import type { Guard } from '../../core/lifecycle.ts'
import { defineProblems } from '../../core/problem.ts'
import { listed, msg, NO_TEXT } from '../../model/message.ts'
import { customers } from '../customers/customers.resource.ts'
import { nextDocumentNumber } from '../documents/derive-document.ts'
import type { DocumentBehaviour } from '../documents/document-behaviour.ts'
import { documentRules } from '../documents/document-rules.ts'
import { isIssued } from '../documents/document-type.ts'
import { OVER_ALLOCATED } from '../documents/open-items/allocate.ts'
import { allocatingActions } from '../documents/open-items/allocating-actions.ts'
import { allocatingRules, unallocatedOf } from '../documents/open-items/allocating-rules.ts'
import { payableInvoices } from '../invoices/invoices.operations.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { type CreditNote, creditNotes } from './credit-notes.resource.ts'
import { refundActions } from './refund.ts'

export const { NOTHING_TO_CREDIT, OVER_CREDITED } = defineProblems({
  NOTHING_TO_CREDIT: [422, msg`Nothing of the invoice is left to be credited.`],
  OVER_CREDITED: [422, msg`The quantity is more than is left to be credited.`],
})

const allocating = allocatingRules(creditNotes, payableInvoices)

const unused: Guard<typeof creditNotes> = ({ allocations, refunds }) =>
  allocations.length === 0 && refunds.length === 0
    ? undefined
    : {
        code: 'INVALID_STATUS_TRANSITION',
        text: msg`Some of it settles invoices or was refunded. Take that back first.`,
        reveals: ['credit-notes.allocations', 'credit-notes.refunds'],
      }

export const creditNoteRules = documentRules(creditNotes, {
  adds: whatIsLeft,
  problems: [OVER_ALLOCATED],
  editable: ({ status, invoice }) => {
    const header = ['creditDate', 'reason', 'returnToStock', 'notes']
    if (status !== 'draft') return ['notes']
    return invoice ? header : undefined
  },
  refusals: {
    tooMuch: OVER_CREDITED,
    nothingLeft: NOTHING_TO_CREDIT,
    allTaken(invoice, names) {
      const by = names.length > 0 ? msg` by ${listed(names)}` : NO_TEXT
      return msg`All of the invoice ${invoice} has been credited already${by}.`
    },
  },
  deletable: { field: 'status', values: ['draft'] },
  lock: allocating.lock as never,
  changed: allocating.changed as never,
  lifecycle: {
    moves: [
      { from: ['draft'], to: 'open', right: 'submit', effect: issue },
      { from: ['draft'], to: 'void', right: 'cancel' },
      { from: ['open', 'settled'], to: 'void', right: 'cancel', guards: [unused] },
    ],
    initial: ({ draft }) => (draft ? undefined : 'open'),
    hint: (target) => (target === 'settled' ? msg`Allocate or refund it instead.` : undefined),
  },
})

/** What is left of it, and whether that is nothing. */
function whatIsLeft(note: CreditNote, { total }: Partial<CreditNote>): Partial<CreditNote> {
  if (!isIssued(creditNotes, note.status)) return { unallocated: 0 }
  const unallocated = unallocatedOf(creditNotes.allocating!, { ...note, total })
  return { unallocated, status: unallocated === 0 ? 'settled' : 'open' }
}

/** It gets its number and its address. What is outstanding on the invoice that it corrects is settled at once. */
async function issue(ctx: Context, note: CreditNote): Promise<Partial<CreditNote>> {
  const { address } = await ctx.records.get(customers, note.customer)
  const { number } = await nextDocumentNumber(ctx, creditNotes, note.creditDate)
  const outstanding = note.invoice ? (await ctx.records.lock(invoices, note.invoice)).outstanding : 0
  const amount = Math.min(outstanding, note.total)
  const allocations = amount > 0 ? [{ invoice: note.invoice!, amount }] : []
  return { creditNoteNumber: number, billingAddress: address, allocations } as Partial<CreditNote>
}

export const creditNoteBehaviour: DocumentBehaviour = {
  rules: creditNoteRules,
  actions: [...allocatingActions(creditNotes, creditNoteRules, payableInvoices), ...refundActions(creditNoteRules)],
  stock: { create: { summary: 'Create a credit note without an invoice' } },
  shippedRights: {
    sales: { can: ['read'] },
    accountant: { can: ['read', 'create', 'update', 'submit', 'cancel', 'export'] },
    viewer: { can: ['read'] },
  },
}
