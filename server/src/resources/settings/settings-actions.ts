import { type Action, readAction, writeAction } from '../../core/action.ts'
import { historyAction } from '../../core/audit/history-action.ts'
import { updateRecord } from '../../core/changes.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import { fieldsOf } from '../../model/resource.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { SETTINGS_ID, settings } from './settings.resource.ts'
import { settingsRules } from './settings.rules.ts'

/** One record, so no id in the address. */
export const settingsActions: readonly Action[] = [
  historyAction(settings, { path: '/history', recordId: SETTINGS_ID }),
  readAction({
    name: 'read',
    method: 'GET',
    path: '',
    recordId: SETTINGS_ID,
    summary: 'Get the settings',
    parameters: 'record',
    access: 'read',
    status: 200,
    run: async ({ records }) => ({ record: await records.get(settings, SETTINGS_ID) }),
  }),
  writeAction({
    name: 'update',
    method: 'PUT',
    path: '',
    recordId: SETTINGS_ID,
    summary: 'Change the settings',
    access: 'update',
    input: fieldsOf(settings),
    mode: 'update',
    status: 200,
    problems: ['DOCUMENT_LOCKED'],
    async run(ctx, { input }) {
      const { before, after } = await updateRecord(ctx, settings, settingsRules, SETTINGS_ID, input)
      if (before.currency === after.currency) return { record: after }
      for (const documents of [salesOrders, invoices]) {
        const { records } = await ctx.records.list(documents, plainList([], { perPage: 1 }))
        if (records.length === 0) continue
        throw new Problem('DOCUMENT_LOCKED', {
          message: `The currency cannot change any more: there are ${documents.name} in ${before.currency}.`,
          details: [{ field: 'currency', message: 'The currency can no longer be changed.' }],
        })
      }
      return { record: after }
    },
  }),
]
