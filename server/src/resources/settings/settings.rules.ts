import { defineRules } from '../../core/rules.ts'
import type { Detail } from '../../model/input.ts'
import { isPattern } from '../shared/numbering.ts'
import { settings } from './settings.resource.ts'

export const settingsRules = defineRules(settings, {
  check: ({ currency, timeZone, orderNumberPattern, invoiceNumberPattern }) => [
    ...fault('currency', isCurrency(currency), 'Currency must be a code of three letters (ISO 4217) such as EUR.'),
    ...fault('timeZone', isTimeZone(timeZone), 'Time zone must be a name such as Europe/Berlin.'),
    ...patternFault('orderNumberPattern', orderNumberPattern),
    ...patternFault('invoiceNumberPattern', invoiceNumberPattern),
  ],
})

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
