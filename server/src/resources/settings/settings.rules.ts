import type { Context } from '../../core/action.ts'
import type { Behaviour } from '../../core/entry.ts'
import { plainList } from '../../core/lists/list-query.ts'
import { Problem } from '../../core/problem.ts'
import { defineRules } from '../../core/rules.ts'
import type { Detail } from '../../model/input.ts'
import { isPattern } from '../documents/numbering.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import { salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { SETTINGS_ID, type Settings, settings } from './settings.resource.ts'

export const settingsRules = defineRules(settings, {
  check: ({ currency, timeZone, orderNumberPattern, invoiceNumberPattern }) => [
    ...fault('currency', isCurrency(currency), 'Currency must be a code of three letters (ISO 4217) such as EUR.'),
    ...fault('timeZone', isTimeZone(timeZone), 'Time zone must be a name such as Europe/Berlin.'),
    ...patternFault('orderNumberPattern', orderNumberPattern),
    ...patternFault('invoiceNumberPattern', invoiceNumberPattern),
  ],
  async changed(ctx, { before, after }) {
    if (before && before.currency !== after!.currency) await refuseOtherCurrency(ctx, before)
  },
})

export const settingsBehaviour: Behaviour = {
  rules: settingsRules,
  stock: {
    recordId: SETTINGS_ID,
    update: { summary: 'Change the settings', problems: ['DOCUMENT_LOCKED'] },
  },
  without: ['list', 'create', 'delete'],
}

async function refuseOtherCurrency(ctx: Context, { currency }: Settings): Promise<void> {
  for (const documents of [salesOrders, invoices]) {
    const { records } = await ctx.records.list(documents, plainList([], { perPage: 1 }))
    if (records.length === 0) continue
    throw new Problem('DOCUMENT_LOCKED', {
      message: `The currency cannot change any more: there are ${documents.name} in ${currency}.`,
      details: [{ field: 'currency', message: 'The currency can no longer be changed.' }],
    })
  }
}

const fault = (field: string, isFine: boolean, message: string): Detail[] => (isFine ? [] : [{ field, message }])

const patternFault = (field: string, pattern: string) =>
  fault(field, isPattern(pattern), 'The pattern must contain {number} once, and may contain {year}.')

const isCurrency = (code: string) => Intl.supportedValuesOf('currency').includes(code)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
