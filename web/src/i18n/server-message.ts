import { formatChoice, localeFor } from './format-preferences.ts'
import { currentLanguage } from './i18n.ts'

/** An amount as the server writes it: `5000.00 EUR`. */
const AMOUNT = /(?<![\w.,-])-?\d+\.\d{2,4} [A-Z]{3}\b/g

/** A message of the server with its amounts in the number format of the user. */
export const withAmounts = (message: string, locale = localeFor(currentLanguage(), formatChoice.read())): string =>
  message.replace(AMOUNT, (text) => {
    const [value, currency] = text.split(' ') as [string, string]
    return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
      Number(value),
    )
  })
