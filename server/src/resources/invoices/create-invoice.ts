import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { type AnyRecord, fieldsOf } from '../../model/resource.ts'
import { type Invoice, invoices } from './invoices.resource.ts'
import { invoiceRules } from './invoices.rules.ts'

/** Every invoice begins as a draft; unless it is to stay one, it is issued at once. */
export async function createAndIssue(ctx: Context, input: AnyRecord, staysDraft: boolean): Promise<AnyRecord> {
  const draft: Invoice = await createRecord(ctx, invoices, invoiceRules, input)
  return staysDraft ? draft : ctx.act(invoices, 'issue', { id: draft.id })
}

/** An invoice without an order. */
export const createInvoice: Action = writeAction({
  name: 'create',
  method: 'POST',
  path: '',
  summary: 'Create an invoice without an order',
  access: 'create',
  input: fieldsOf(invoices),
  mode: 'create',
  status: 201,
  problems: ['INACTIVE_REFERENCE', 'TOTAL_MISMATCH'],
  run: async (ctx, { input }) => {
    const { draft, ...values } = input as AnyRecord
    return { record: await createAndIssue(ctx, values, draft === true) }
  },
})
