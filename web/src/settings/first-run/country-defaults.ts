import { profileOf } from '../../../../server/src/model/country/country-profiles.ts'
import { AUTOMATIC, FORMATS, formatChoice } from '../../i18n/format-preferences.ts'
import type { Values } from '../../screens/form/form-values.ts'
import type { Settings } from '../settings-query.ts'

type Group = Readonly<Record<string, unknown>>

export const countryIn = (values: Values): string | null => ((values.address as Group | null)?.country ?? null) as never

/** The country that the browser is set to; most likely the company is there. */
function countryHere(): string | null {
  const region = new Intl.Locale(navigator.language).maximize().region ?? null
  return profileOf(region) ? region : null
}

/** What a company in the country usually has; what is not known stays as it is. */
export function valuesIn(country: string | null, before: Values): Values {
  const profile = profileOf(country)
  if (!profile) return {}
  const { currency, taxRate, uom, language } = profile
  return { currency, documentLanguage: language, defaults: { ...(before.defaults as Group), taxRate, uom } }
}

/** Numbers and dates as in the country, unless this user has chosen otherwise. */
export function formatAsIn(country: string | null): void {
  const format = profileOf(country)?.format
  if (format && FORMATS.includes(format) && formatChoice.read() === AUTOMATIC) formatChoice.choose(format)
}

/** A company that knows nothing of taxes yet has not been asked. */
export function suggestionsFor(settings: Settings): { company: Values; money: Values } {
  const country = settings.address?.country ?? countryHere()
  const isAsked = typeof settings.defaults?.taxRate === 'number'
  return {
    company: settings.address?.country ? {} : { address: { ...settings.address, country } },
    money: { ...timeZoneHere(settings), ...(!isAsked && valuesIn(country, settings)) },
  }
}

/** Nothing was chosen yet: most likely the company is in the time zone of its administrator. */
const timeZoneHere = ({ timeZone }: Settings) =>
  timeZone === 'UTC' ? { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone } : {}
