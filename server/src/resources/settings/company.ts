import type { Reads } from '../../core/store.ts'
import { choice, flag, group, percent, text } from '../../model/fields.ts'
import { TAX_ROUNDINGS } from '../../model/money.ts'
import { SETTINGS_ID, settings } from './settings.resource.ts'

/** What every user needs to read a list: the company, its currency, its time zone, and what new records begin with. */
export const companyFields = group({
  name: text({ required: true, example: 'Nordlicht Teile GmbH' }),
  currency: text({ required: true, example: 'EUR' }),
  timeZone: text({ required: true, example: 'Europe/Berlin' }),
  taxRounding: choice(TAX_ROUNDINGS, { required: true, description: 'Of new documents.' }),
  pricesIncludeTax: flag({ required: true, description: 'Of new documents.' }),
  defaults: group({
    taxRate: percent(),
    uom: text(),
    paymentTerms: text(),
  }),
  isSetUp: flag({ required: true, description: 'Whether the first steps have been completed.' }),
})

/** How the company is called where it has no name yet. */
const UNNAMED = 'Kontor'

export const companyName = async (records: Reads): Promise<string> =>
  (await records.get(settings, SETTINGS_ID)).companyName || UNNAMED

export async function companyOf(records: Reads) {
  const { companyName: name, ...company } = await records.get(settings, SETTINGS_ID)
  const { currency, timeZone, taxRounding, pricesIncludeTax, defaults, isSetUp } = company
  return { name, currency, timeZone, taxRounding, pricesIncludeTax, defaults, isSetUp }
}
