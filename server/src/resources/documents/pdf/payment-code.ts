import { oneLine } from './formats.ts'
import type { PrintedCompany, PrintedLetterhead } from './printed-document.ts'

const NAME_MAX = 70
const TEXT_MAX = 140
const AMOUNT_MAX = 999_999_999.99

/** Characters outside the basic plane are not in the character set of SEPA, and the encoder does not know them. */
const plain = (text: string, max: number) => oneLine(text.replace(/[\u{10000}-\u{10ffff}]/gu, '')).slice(0, max)

interface Transfer {
  readonly amount: number
  readonly currency: string
  readonly reference: string
}

/** The content of a code that banking apps read (EPC069-12). Undefined where none can be made: it knows only euros. */
export function paymentCode(
  { name }: Pick<PrintedCompany, 'name'>,
  { iban, bic, accountHolder }: PrintedLetterhead,
  { amount, currency, reference }: Transfer,
): string | undefined {
  const payee = plain(accountHolder || name, NAME_MAX)
  if (!iban || !payee || currency !== 'EUR' || amount <= 0 || amount > AMOUNT_MAX) return undefined
  const head = ['BCD', '002', '1', 'SCT']
  const [purpose, creditorReference] = ['', '']
  const text = plain(reference, TEXT_MAX)
  return [...head, bic ?? '', payee, iban, `EUR${amount.toFixed(2)}`, purpose, creditorReference, text].join('\n')
}
