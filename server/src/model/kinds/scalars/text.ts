import { COUNTRY_CODES } from '../../country/countries.ts'
import { ibanFault } from '../../iban.ts'
import { type Message, msg } from '../../message.ts'
import { isPlainText } from '../../text.ts'
import { scalarKind } from '../define.ts'
import { Fault, type JsonSchema } from '../field-kind.ts'
import type { TextFormat } from '../field-options.ts'

const TEXT_MAX = 255
const UNIT_MAX = 0xffff
const EMAIL = /^[^\s@<>()[\],;:\\"]+@[^\s@.<>()[\],;:\\"]+(\.[^\s@.<>()[\],;:\\"]+)+$/

const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const COLOUR = /^#[0-9a-f]{6}$/

interface Format {
  /** The one spelling in which it is stored. */
  spell?(value: string): string
  fault(value: string): Message | undefined
  readonly schema: JsonSchema
}

/** People write codes of banks in groups, and in small letters. */
const bankCode = (value: string) => value.replace(/\s+/g, '').toUpperCase()

const formats: { readonly [F in TextFormat]: Format } = {
  email: {
    fault: (value) => (EMAIL.test(value) ? undefined : msg`must be an e-mail address such as name@example.com`),
    schema: { pattern: EMAIL.source }, // wider than the format `email`, which knows no ü
  },
  url: {
    fault: (value) =>
      isWebAddress(value) ? undefined : msg`must be a web address that begins with https:// or http://`,
    schema: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$' },
  },
  country: {
    fault: (value) =>
      COUNTRY_CODES.has(value) ? undefined : msg`must be a two-letter country code (ISO 3166) such as DE`,
    schema: { pattern: '^[A-Z]{2}$' },
  },
  iban: {
    spell: bankCode,
    fault: ibanFault,
    schema: { pattern: '^\\s*[A-Za-z]{2}\\s*[0-9]\\s*[0-9][A-Za-z0-9\\s]+$' },
  },
  bic: {
    spell: bankCode,
    fault: (value) => (BIC.test(value) ? undefined : msg`must be a BIC of 8 or 11 characters such as MARKDEF1100`),
    schema: { pattern: '^[A-Za-z0-9\\s]{8,}$' },
  },
  colour: {
    spell: (value) => value.toLowerCase(),
    fault: (value) => (COLOUR.test(value) ? undefined : msg`must be a colour such as #3b4cb8`),
    schema: { pattern: '^#[0-9A-Fa-f]{6}$' },
  },
}

function isWebAddress(value: string): boolean {
  const parsed = URL.parse(value)
  return /^https?:\/\//i.test(value) && parsed !== null && parsed.hostname !== '' && !/\s/.test(value)
}

const asIs = (value: string) => value

/** By characters, which are never more than the code units that `length` counts. */
const isLonger = (value: string, max: number) =>
  value.length > max && (value.length > 2 * max || value.length - pairsIn(value) > max)

/** Characters of two code units. Counted in place: a list of the characters of a long text would take all memory. */
function pairsIn(value: string): number {
  let pairs = 0
  for (let at = 0; at < value.length - 1; at++) if (value.codePointAt(at)! > UNIT_MAX) pairs++
  return pairs
}

export const text = scalarKind<string>({
  name: 'text',
  storage: 'text',
  isText: true,
  bounds: { max: TEXT_MAX },
  accept(value, { required, max = TEXT_MAX, format, verbatim }) {
    if (typeof value !== 'string') return new Fault(msg`must be a text`)
    const trimmed = value.trim()
    const kept = verbatim ? value : trimmed
    if (isLonger(kept, max)) return new Fault(msg`must have at most ${max} characters`)
    if (!isPlainText(value)) return new Fault(msg`must not contain control characters or broken Unicode`)
    if (required && trimmed === '') return new Fault(msg`is required`)
    if (!format) return kept
    const { spell = asIs, fault } = formats[format]
    const spelled = spell(kept)
    const message = fault(spelled)
    return message ? new Fault(message) : spelled
  },
  schema: ({ required, max = TEXT_MAX, format }) => ({
    type: 'string',
    ...(required && { minLength: 1, pattern: '\\S' }),
    maxLength: max,
    ...(format && formats[format].schema),
  }),
  example: (name) => `<${name}>`,
  // A filter may ask for any text, also for one that no record can have.
  filterValue: (asked) => asked.trim(),
  filterSchema: () => ({ type: 'string' }),
})
