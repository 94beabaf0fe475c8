import { type Action, type Context, writeAction } from '../../core/action.ts'
import { amendRecord } from '../../core/changes.ts'
import { type Blocker, refuseFaults } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import { choice, date, list, money, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import { fractionFaults, OVER_ALLOCATED } from '../documents/open-items/allocate.ts'
import { METHODS } from '../payments/payments.resource.ts'
import { today } from '../settings/settings.operations.ts'
import { type CreditNote, creditNotes } from './credit-notes.resource.ts'

type NoteRules = Rules<typeof creditNotes>

/** What is left of a credit note is paid out, and that can be undone. */
export const refundActions = (rules: NoteRules): readonly Action[] => [
  writeAction({
    name: 'refund',
    method: 'POST',
    path: '/:id/refund',
    summary: 'Refund a credit note',
    description: 'Notes that some of what is left of it was paid to the customer.',
    access: 'update',
    status: 200,
    problems: [OVER_ALLOCATED, 'DOCUMENT_LOCKED'],
    blocker: ({ unallocated }: CreditNote) => (unallocated > 0 ? undefined : nothingLeft),
    input: {
      amount: money({ required: true, min: 0.0001, example: 20 }),
      method: choice(METHODS, { default: 'bank_transfer' }),
      date: date({ example: '2026-11-20', description: 'Today if left out.' }),
    },
    async run(ctx, { id, input: { amount, method, date } }) {
      const before = await ctx.records.lock(creditNotes, id)
      refuseFaults(fractionFaults(amount, before.currency, before.currency))
      const refund = { amount, method, date: date ?? (await today(ctx)) }
      return change(ctx, rules, before, [...before.refunds, refund as CreditNote['refunds'][number]])
    },
  }),
  writeAction({
    name: 'unrefund',
    method: 'POST',
    path: '/:id/unrefund',
    summary: 'Take back refunds of a credit note',
    description: 'What was refunded is left again.',
    access: 'update',
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    blocker: ({ refunds }: CreditNote) => (refunds.length > 0 ? undefined : nothingRefunded),
    input: {
      refunds: list(text({ required: true, max: 64 }), { description: 'The ids of the lines; all if left out.' }),
    },
    async run(ctx, { id, input }) {
      const sent = (input.refunds ?? []) as readonly string[]
      const before = await ctx.records.lock(creditNotes, id)
      const undone = sent.length > 0 ? sent : before.refunds.map((line) => line.id)
      const kept = before.refunds.filter((line) => !undone.includes(line.id))
      return change(ctx, rules, before, kept)
    },
  }),
]

async function change(ctx: Context, rules: NoteRules, before: CreditNote, refunds: CreditNote['refunds']) {
  return { record: await amendRecord(ctx, creditNotes, rules, before, { refunds }) }
}

const nothingLeft: Blocker = {
  code: 'DOCUMENT_LOCKED',
  text: msg`Nothing of the credit note is left.`,
  reveals: ['credit-notes.unallocated'],
}

const nothingRefunded: Blocker = {
  code: 'DOCUMENT_LOCKED',
  text: msg`Nothing of the credit note was refunded.`,
  reveals: ['credit-notes.refunds'],
}
