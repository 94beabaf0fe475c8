import {
  type AnyRecord,
  type Detail,
  Fault,
  type FaultList,
  type Field,
  type FieldOptions,
  type Fields,
  hasParts,
  type InputMode,
  type LineForm,
} from './kinds/field-kind.ts'
import { onceFor } from './memo.ts'
import { type Message, type MessageValue, msg, type Name, NO_TEXT } from './message.ts'
import { didYouMean } from './nearest.ts'

export type { Detail, InputMode } from './kinds/field-kind.ts'

/** So many faults are answered at most; of further ones only their number. */
export const FAULTS_MAX = 100

/** Collects what is wrong with a body. A body of a million faults costs no million messages. */
export class Faults implements FaultList {
  readonly details: Detail[] = []
  readonly #max: number
  #omitted = 0

  constructor(max = FAULTS_MAX) {
    this.#max = max
  }

  /** No further fault is kept: its message need not be written. */
  get isFull(): boolean {
    return this.details.length >= this.#max
  }

  get length(): number {
    return this.details.length + this.#omitted
  }

  /** How many were found beyond those that are kept. */
  get omitted(): number {
    return this.#omitted
  }

  push(detail: Detail): void {
    if (this.isFull) this.#omitted++
    else this.details.push(detail)
  }

  /** Counts faults without keeping them. */
  omit(count = 1): void {
    this.#omitted += count
  }
}

/** More unknown fields than this are no typos; suggestions for each would only cost time. */
const HINTS_MAX = 20
/** An object with so many more fields than are known is not looked at one by one. */
const UNKNOWN_MAX = 100

/**
 * Checks a body against the fields and gathers every fault at once; returns what is to be kept. Some fields may be special in
 * this body; one that is read-only in it is checked all the same.
 */
export function readInput(
  fields: Fields,
  input: AnyRecord,
  mode: InputMode,
  faults: FaultList,
  prefix = '',
  special: Fields = {},
): AnyRecord {
  refuseUnknown(fields, input, faults, prefix)
  const values: AnyRecord = {}
  for (const [name, field] of writableIn(fields)) {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined
    if (sent === undefined && (mode === 'update' || field.options.omittable || field.options.defaulted)) continue
    const own = special[name] ?? field
    const value = readValue(isWritable(own) ? own : field, sent ?? null, mode, faults, prefix + name)
    if (isWritable(own)) values[name] = value
  }
  return values
}

/** The parts that are declared otherwise in a line like this one. */
export const specialParts = ({ forms }: FieldOptions, line: AnyRecord): Fields | undefined =>
  forms?.find((form) => fits(form, line))?.parts

const fits = ({ where, says, omits }: LineForm, line: AnyRecord): boolean =>
  (!where || where.values.includes(line[where.part])) &&
  (!says || (typeof line[says] === 'string' && line[says].trim() !== '')) &&
  (!omits || (line[omits] ?? null) === null)

function refuseUnknown(fields: Fields, input: AnyRecord, faults: FaultList, prefix: string): void {
  const sent = Object.keys(input)
  const unknown = sent.filter((name) => !Object.hasOwn(fields, name))
  if (unknown.length === 0) return
  if (unknown.length > UNKNOWN_MAX && !faults.isFull) {
    const message = msg`There are ${sent.length} fields here, and ${unknown.length} of them are unknown. Send only known fields.`
    faults.push({ field: prefix.replace(/\.$/, ''), message })
    return
  }
  const known = writableIn(fields).map(([name]) => name)
  for (const [index, name] of unknown.entries()) {
    if (faults.isFull) {
      faults.omit(unknown.length - index)
      return
    }
    const shown = shorten(name)
    const hint = index < HINTS_MAX ? didYouMean(name, known) : NO_TEXT
    faults.push({ field: prefix + shown, message: msg`There is no field "${shown}" here.${hint}` })
  }
}

export const isWritable = ({ options }: Pick<Field, 'options'>) => !options.readOnly && !options.computed

const writableIn = onceFor((fields: Fields) => Object.entries(fields).filter(([, field]) => isWritable(field)))

export function readValue(field: Field, value: unknown, mode: InputMode, faults: FaultList, path: string): unknown {
  const { kind, options } = field
  if (value === null && !hasParts(field)) {
    if (!options.required || options.default !== undefined) return emptyOf(field)
    return refuse(msg`is required`, faults, path)
  }
  const accepted = kind.accept(value, options, { mode, faults, path })
  return accepted instanceof Fault ? refuse(accepted.message, faults, path) : accepted
}

function refuse(message: Message, faults: FaultList, path: string): null {
  if (faults.isFull) faults.omit()
  else faults.push({ field: path, message: msg`${fieldLabel(path)} ${message}.` })
  return null
}

/** What a field holds when nothing was sent for it. */
export function emptyOf(field: Field): unknown {
  const value = field.options.default ?? null
  if (Array.isArray(value)) return [...value]
  if (!hasParts(field)) return isObject(value) ? { ...value } : value
  return emptyParts(field.options.fields)
}

/** A group, or a line, for which nothing was sent. */
export const emptyParts = (fields: Fields): AnyRecord =>
  Object.fromEntries(Object.entries(fields).map(([name, part]) => [name, emptyOf(part)]))

export const isObject = (value: unknown): value is AnyRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name of the field at the beginning of a sentence: "Unit price" for `items[1].unitPrice`, "Items 2" for `items[1]`. */
export function fieldLabel(path: string): MessageValue {
  const [, name = path, index] = /([^.[\]]*)(?:\[(\d+)\])?$/.exec(path) ?? []
  const label: Name = { is: 'field', name, english: labelOf(name) }
  return index === undefined ? label : msg`${label} ${Number(index) + 1}`
}

/** "Unit price" for `unitPrice`. */
function labelOf(name: string): string {
  if (name === '') return 'What has no name'
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words[0]!.toUpperCase() + words.slice(1)
}

export const shorten = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name)

/** Applies the sent changes to a record. Groups merge part by part; lists and lines are replaced. */
export function merge<T extends AnyRecord>(fields: Fields, record: T, changes: AnyRecord): T {
  const merged: AnyRecord = { ...record }
  for (const [name, value] of Object.entries(changes)) {
    const field = fields[name]
    merged[name] = field && hasParts(field) ? { ...(record[name] as AnyRecord), ...(value as AnyRecord) } : value
  }
  return merged as T
}

/** Whether a body has the fields of a whole record, rather than those of one action. */
export const isRecordInput = (fields: Fields): boolean => Object.hasOwn(fields, 'version')
