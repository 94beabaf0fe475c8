import { COUNTRY_CODES } from './countries.ts'
import { DECIMAL_MAX, DECIMALS, isDecimal } from './decimal.ts'
import type { FieldOptions, Kind, ScalarKind, TextFormat } from './fields.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }
/** How a value is kept: decimals as integers scaled by DECIMAL_SCALE, so that no sum is ever a float sum. */
export type Storage = 'text' | 'integer' | 'decimal' | 'flag' | 'json'

/** Why a value is refused, as the end of a sentence that begins with the field's name. */
export class Fault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

export interface ScalarRules {
  readonly storage: Storage
  schema(options: FieldOptions): JsonSchema
  /** The value as it will be kept, or a Fault. */
  accept(value: unknown, options: FieldOptions): unknown
  /** Reads a value out of a URL. Undefined: the text is no such value. */
  fromText(text: string): unknown
}

export const INTEGER_MAX = 2_147_483_647
export const TEXT_MAX = 255
export const ID_MAX = 64

const LONE_OR_CONTROL = /[[\p{Cs}\p{Cc}]--[\t\n\r]]/v
const EMAIL = /^[^\s@<>()[\],;:\\"]+@[^\s@.<>()[\],;:\\"]+(\.[^\s@.<>()[\],;:\\"]+)+$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(:(\d{2})(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
const PLAIN_NUMBER = /^[+-]?\d{1,16}(\.\d{1,16})?$/

const longerThan = (value: string, max: number) =>
  value.length > max && (value.length > 2 * max || [...value].length > max)

/** Characters that no text may hold: NUL and its like break other software, lone surrogates are not text. */
export const isPlainText = (value: string) => !LONE_OR_CONTROL.test(value)

export function isDate(value: string): boolean {
  const [, year, month, day] = DATE.exec(value) ?? []
  if (!year || year < '1900') return false
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return parsed.toISOString().startsWith(value)
}

/** UTC to the millisecond, or undefined when it is no point in time. A date alone is its midnight. */
export function toInstant(value: string): string | undefined {
  if (isDate(value)) return `${value}T00:00:00.000Z`
  const [, day, hour, minute] = INSTANT.exec(value) ?? []
  if (!day || !isDate(day) || Number(hour) > 23 || Number(minute) > 59) return undefined
  const time = Date.parse(value)
  const instant = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return isDate(instant.slice(0, 10)) ? instant : undefined // a time zone may push it out of the years we sort
}

const formats: { readonly [F in TextFormat]: { fault(value: string): string | undefined; schema: JsonSchema } } = {
  email: {
    fault: (value) => (EMAIL.test(value) ? undefined : 'must be an e-mail address such as name@example.com'),
    schema: { pattern: EMAIL.source }, // wider than the format `email`, which knows no ü
  },
  url: {
    fault: (value) => (isWebAddress(value) ? undefined : 'must be a web address that begins with https:// or http://'),
    schema: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$' },
  },
  country: {
    fault: (value) =>
      COUNTRY_CODES.has(value) ? undefined : `must be a two-letter country code (ISO 3166) such as DE`,
    schema: { pattern: '^[A-Z]{2}$' },
  },
}

function isWebAddress(value: string): boolean {
  const parsed = URL.parse(value)
  return /^https?:\/\//i.test(value) && parsed !== null && parsed.hostname !== '' && !/\s/.test(value)
}

const textual = (fromText = (value: string): unknown => value) => ({ storage: 'text' as const, fromText })

const text: ScalarRules = {
  ...textual(),
  schema: ({ required, max = TEXT_MAX, format }) => ({
    type: 'string',
    ...(required && { minLength: 1, pattern: '\\S' }),
    maxLength: max,
    ...(format && formats[format].schema),
  }),
  accept(value, { required, max = TEXT_MAX, format }) {
    if (typeof value !== 'string') return new Fault('must be a text')
    if (longerThan(value, max)) return new Fault(`must have at most ${max} characters`)
    if (!isPlainText(value)) return new Fault('must not contain control characters or broken Unicode')
    if (required && value.trim() === '') return new Fault('must not be empty')
    const fault = format && formats[format].fault(value)
    return fault ? new Fault(fault) : value
  },
}

const decimal: ScalarRules = {
  storage: 'decimal',
  schema: ({ min = -DECIMAL_MAX, max = DECIMAL_MAX }) => ({ type: 'number', minimum: min, maximum: max }),
  accept(value, { min = -DECIMAL_MAX, max = DECIMAL_MAX }) {
    if (typeof value !== 'number') return new Fault('must be a number')
    if (value < min) return new Fault(min === 0 ? 'must not be negative' : `must be at least ${min}`)
    if (value > max) return new Fault(`must be at most ${max}`)
    if (!isDecimal(value)) return new Fault(`must have at most ${DECIMALS} decimals`)
    return value + 0 // turns -0 into 0
  },
  fromText: (value) => (PLAIN_NUMBER.test(value) ? Number(value) : undefined),
}

const integer: ScalarRules = {
  storage: 'integer',
  schema: ({ min = -INTEGER_MAX, max = INTEGER_MAX }) => ({ type: 'integer', minimum: min, maximum: max }),
  accept(value, { min = -INTEGER_MAX, max = INTEGER_MAX }) {
    if (!Number.isInteger(value)) return new Fault('must be a whole number')
    if ((value as number) < min || (value as number) > max) return new Fault(`must be between ${min} and ${max}`)
    return (value as number) + 0
  },
  fromText: decimal.fromText,
}

const reference: ScalarRules = {
  ...textual(),
  schema: () => ({ type: 'string', minLength: 1, maxLength: ID_MAX }),
  accept(value) {
    if (typeof value !== 'string' || value === '') return new Fault('must be an id')
    return value.length <= ID_MAX && isPlainText(value) ? value : new Fault('is not the id of any record')
  },
}

export const kinds: { readonly [K in ScalarKind]: ScalarRules } = {
  id: reference,
  ref: reference,
  text,
  money: decimal,
  quantity: decimal,
  percent: {
    ...decimal,
    schema: (options) => decimal.schema({ min: 0, max: 100, ...options }),
    accept: (value, options) => decimal.accept(value, { min: 0, max: 100, ...options }),
  },
  integer,
  choice: {
    ...textual(),
    schema: ({ choices }) => ({ type: 'string', enum: choices }),
    accept: (value, { choices }) =>
      choices!.includes(value as string) ? value : new Fault(`must be one of ${choices!.join(', ')}`),
  },
  flag: {
    storage: 'flag',
    schema: () => ({ type: 'boolean' }),
    accept: (value) => (typeof value === 'boolean' ? value : new Fault('must be true or false')),
    fromText: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  },
  date: {
    ...textual((value) => (isDate(value) ? value : undefined)),
    schema: () => ({ type: 'string', format: 'date' }),
    accept: (value) =>
      typeof value === 'string' && isDate(value) ? value : new Fault('must be a date such as 2026-01-31'),
  },
  instant: {
    ...textual(toInstant),
    schema: () => ({ type: 'string', format: 'date-time' }),
    accept: (value) =>
      (typeof value === 'string' && toInstant(value)) ||
      new Fault('must be a point in time such as 2026-01-31T09:30:00Z'),
  },
}

export const isScalar = (kind: Kind): kind is ScalarKind => kind in kinds
export const storageOf = (kind: Kind): Storage => (isScalar(kind) ? kinds[kind].storage : 'json')
