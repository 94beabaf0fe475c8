import type { Language } from '../../../model/languages.ts'
import { readTerms, type Terms } from '../../shared/payment-terms.ts'
import { formatsIn, oneLine } from './formats.ts'

/** Terms are typed in English where they were chosen from the list; what cannot be read was typed in some language. */
const WRITERS: Readonly<Record<Language, ((terms: Terms) => string) | undefined>> = { en: undefined, de: inGerman }

/** Payment terms as a reader of the language expects them; without a full stop. */
export function termsIn(language: Language, terms: string | null): string {
  const read = readTerms(terms)
  const write = WRITERS[language]
  return read && write ? write(read) : oneLine(terms).replace(/\.$/, '')
}

const days = (count: number) => `${count} ${count === 1 ? 'Tag' : 'Tage'}`

function inGerman(terms: Terms): string {
  switch (terms.due) {
    case 'receipt':
      return 'sofort fällig'
    case 'delivery':
      return 'per Nachnahme'
    case 'advance':
      return 'Vorkasse'
    case 'month':
      return terms.days === 0 ? 'zum Monatsende' : `${days(terms.days)} nach Monatsende`
    default:
      return `${days(terms.days)} netto${discounted(terms.discount)}`
  }
}

function discounted(discount: Extract<Terms, { due: 'after' }>['discount']): string {
  if (!discount) return ''
  const within = `${discount.days} ${discount.days === 1 ? 'Tag' : 'Tagen'}`
  return `, ${formatsIn('de').percent(discount.percent)} Skonto binnen ${within}`
}
