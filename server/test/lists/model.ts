// What lists promise, said a second time and as plainly as possible: over records in memory, without any SQL.
import type { Operator } from '../../src/core/lists/list-query.ts'
import type { Field } from '../../src/model/fields.ts'
import { type AnyRecord, valueAt } from '../../src/model/resource.ts'

type Value = string | number | boolean | null

export interface Filter {
  readonly path: string
  readonly field: Field
  readonly operator: Operator
  /** As it stands in the address. */
  readonly text: string
}

export const isNumber = ({ kind }: Field) => ['money', 'quantity', 'percent', 'integer'].includes(kind.name)

/** What a text in the address means to a field. */
function read(field: Field, text: string): Value {
  if (isNumber(field)) return Number(text)
  if (field.kind.name === 'flag') return text === 'true'
  if (field.kind.name === 'instant') return new Date(text).toISOString() // a date alone is its midnight UTC
  return text
}

const rank = (value: Value): number => (value === null ? 0 : 1)

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const withoutAccents = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
const plain = (text: string) => withoutAccents(text).toLowerCase().replaceAll('ς', 'σ').replaceAll('ß', 'ss')

/** As a dictionary has them: case and accents ignored, then by code point. */
const asWords = (a: string, b: string): number => byCodePoint(plain(a), plain(b)) || byCodePoint(a, b)

/** Nothing before everything; numbers by size, false before true, texts as a dictionary has them. */
export function compare(a: Value, b: Value, compareTexts = asWords): number {
  if (a === null || b === null) return rank(a) - rank(b)
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : Number(a) - Number(b)
}

/** Where no list can be sorted by a text, it is compared by code point; so are identifiers. */
const isWords = ({ kind, options }: Field): boolean =>
  kind.name === 'text' && !options.isIdentifier && Boolean(options.indexed || options.unique || options.counted)

const isSameText = (a: string, b: string, { options }: Field): boolean =>
  options.unique ? a.normalize().toLowerCase() === b.normalize().toLowerCase() : a === b

export function splitList(text: string): string[] {
  const values = ['']
  for (let index = 0; index < text.length; index++) {
    const isEscaped = text[index] === '\\' && text[index + 1] === ','
    if (isEscaped) index++
    if (text[index] === ',' && !isEscaped) values.push('')
    else values[values.length - 1] += text[index]!
  }
  return values
}

export function isLike(value: Value, text: string): boolean {
  if (value === null) return false
  const parts = text.match(/\\.|./gsu) ?? []
  const hasWildcard = parts.some((part) => part === '%' || part === '_')
  const source = parts.map((part) => ({ '%': '.*', _: '.' })[part] ?? RegExp.escape(part.replace(/^\\(?=.)/su, '')))
  const pattern = hasWildcard ? `^${source.join('')}$` : source.join('')
  return new RegExp(pattern, 'isu').test(String(value))
}

/** The value of a field; of a field of lines, that of each line. */
export function valuesAt(record: AnyRecord, path: string): Value[] {
  const [lines = '', ...inner] = path.split('.')
  const rows = record[lines]
  return Array.isArray(rows)
    ? rows.map((line) => valueAt(line, inner.join('.')) as Value)
    : [valueAt(record, path) as Value]
}

/** Of lines, one has to match. */
export const matches = (record: AnyRecord, filter: Filter): boolean =>
  valuesAt(record, filter.path).some((value) => isMatch(value, filter))

function isMatch(value: Value, { field, operator, text }: Filter): boolean {
  const isEqual = (candidate: string) => {
    if (candidate === 'null' || value === null) return candidate === 'null' && value === null
    if (typeof value === 'string') return isSameText(value, String(read(field, candidate)), field)
    return compare(value, read(field, candidate)) === 0
  }
  if (operator === 'eq') return isEqual(text)
  if (operator === 'ne') return !isEqual(text)
  if (operator === 'in') return splitList(text).some(isEqual)
  if (operator === 'like') return isLike(value, text)
  if (value === null) return false
  const difference = compare(value, read(field, text), isWords(field) ? asWords : byCodePoint)
  if (difference === 0) return operator === 'gte' || operator === 'lte'
  return operator.startsWith(difference > 0 ? 'gt' : 'lt')
}

/** Sorted by a field, ties by id, all of it turned round for `desc`. */
export function sorted<T extends AnyRecord>(records: readonly T[], sort: string, order: string): T[] {
  const ascending = records.toSorted(
    (a, b) => compare(valueAt(a, sort) as Value, valueAt(b, sort) as Value) || compare(a.id as string, b.id as string),
  )
  return order === 'asc' ? ascending : ascending.reverse()
}

export const idsOf = (records: readonly AnyRecord[]): string[] => records.map(({ id }) => id as string)
