import type { Reads } from '../../core/store.ts'
import { flag, group, text } from '../../model/fields.ts'
import { SETTINGS_ID, settings } from './settings.resource.ts'

/** What every user needs to read a list: the company, its currency and its time zone. */
export const companyFields = group({
  name: text({ required: true, example: 'Nordlicht Teile GmbH' }),
  currency: text({ required: true, example: 'EUR' }),
  timeZone: text({ required: true, example: 'Europe/Berlin' }),
  isSetUp: flag({ required: true, description: 'Whether the first steps have been completed.' }),
})

/** How the company is called where it has no name yet. */
const UNNAMED = 'Kontor'

export const companyName = async (records: Reads): Promise<string> =>
  (await records.get(settings, SETTINGS_ID)).companyName || UNNAMED

export async function companyOf(records: Reads) {
  const { companyName, currency, timeZone, isSetUp } = await records.get(settings, SETTINGS_ID)
  return { name: companyName, currency, timeZone, isSetUp }
}
