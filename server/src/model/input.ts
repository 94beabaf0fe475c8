import type { Field, Fields } from './fields.ts'
import { Fault, ID_MAX, isPlainText, isScalar, kinds } from './kinds.ts'
import { didYouMean } from './nearest.ts'
import type { AnyRecord } from './resource.ts'

/** One thing wrong with what a client sent; `field` is a path such as `items[1].quantity`. */
export interface Detail {
  readonly field: string
  readonly message: string
}

/** Create fills in what was left out; update leaves it alone. */
export type InputMode = 'create' | 'update'

export const LIST_MAX = 100
export const LINES_MAX = 500
/** More unknown fields than this are no typos; looking for what each may have meant would only cost time. */
const HINTS_MAX = 20

/** Checks a body against the fields and gathers every fault at once; returns what is to be kept. */
export function readInput(fields: Fields, input: AnyRecord, mode: InputMode, faults: Detail[], prefix = ''): AnyRecord {
  refuseUnknown(fields, input, faults, prefix)
  const values: AnyRecord = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isWritable(field)) continue
    const sent = Object.hasOwn(input, name) ? input[name] : undefined
    if (sent === undefined && (mode === 'update' || field.options.omittable)) continue
    values[name] = readValue(field, sent ?? null, mode, faults, prefix + name)
  }
  return values
}

function refuseUnknown(fields: Fields, input: AnyRecord, faults: Detail[], prefix: string): void {
  const known = Object.keys(fields).filter((name) => isWritable(fields[name]!))
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(fields, name))
  for (const [index, name] of unknown.entries()) {
    const shown = shorten(name)
    const hint = index < HINTS_MAX ? didYouMean(name, known) : ''
    faults.push({ field: prefix + shown, message: `There is no field "${shown}" here.${hint}` })
  }
}

export const isWritable = ({ options }: Field) => !options.readOnly && !options.computed

function readValue(field: Field, value: unknown, mode: InputMode, faults: Detail[], path: string): unknown {
  const refuse = (message: string) => {
    faults.push({ field: path, message: `${labelOf(path)} ${message}.` })
    return null
  }
  const { kind, options } = field
  if (value === null && kind === 'group') return readInput(options.fields!, {}, 'create', faults, `${path}.`)
  if (value === null) return options.required && options.default === undefined ? refuse('is required') : emptyOf(field)
  if (isScalar(kind)) {
    const accepted = kinds[kind].accept(value, options)
    return accepted instanceof Fault ? refuse(accepted.message) : accepted
  }
  switch (kind) {
    case 'group':
      return isObject(value) ? readInput(options.fields!, value, mode, faults, `${path}.`) : refuse('must be an object')
    case 'list': {
      const { min = 0, max = LIST_MAX } = options
      if (!Array.isArray(value)) return refuse('must be a list')
      if (value.length > max) return refuse(`must have at most ${max} entries`)
      if (value.length < min) return refuse(`must have at least ${min} ${min === 1 ? 'entry' : 'entries'}`)
      const entryField = { ...options.of!, options: { ...options.of!.options, required: true as const } }
      return value.map((entry, index) => readValue(entryField, entry, 'create', faults, `${path}[${index}]`))
    }
    case 'map':
      return isObject(value) ? readMap(options.of!, value, faults, path) : refuse('must be an object')
    case 'lines': {
      const { min = 0, max = LINES_MAX } = options
      if (!Array.isArray(value)) return refuse('must be a list of lines')
      if (value.length > max) return refuse(`must have at most ${max} lines`)
      if (value.length < min) return refuse(`must have at least ${min} ${min === 1 ? 'line' : 'lines'}`)
      return value.map((line, index) => readLine(options.fields!, line, faults, `${path}[${index}]`))
    }
    default:
      return value
  }
}

/** Which names make sense is for the resource to say. */
function readMap(of: Field, value: AnyRecord, faults: Detail[], path: string): AnyRecord {
  const entryField = { ...of, options: { ...of.options, required: true as const } }
  const names = Object.keys(value)
  if (names.length > LIST_MAX)
    faults.push({ field: path, message: `${labelOf(path)} must have at most ${LIST_MAX} entries.` })
  const entries = names
    .slice(0, LIST_MAX)
    .map((name) => [shorten(name), readValue(entryField, value[name], 'create', faults, `${path}.${shorten(name)}`)])
  return Object.fromEntries(entries)
}

/** A line that carries the id of a line the record already has keeps that identity. */
function readLine(fields: Fields, line: unknown, faults: Detail[], path: string): AnyRecord {
  if (!isObject(line)) {
    faults.push({ field: path, message: `${labelOf(path)} must be an object.` })
    return {}
  }
  const { id, ...rest } = line
  const keepsId = typeof id === 'string' && id !== '' && id.length <= ID_MAX && isPlainText(id)
  return { ...(keepsId && { id }), ...readInput(fields, rest, 'create', faults, `${path}.`) }
}

/** What a field holds when nothing was sent for it. */
export function emptyOf({ kind, options }: Field): unknown {
  const value = options.default ?? null
  if (Array.isArray(value)) return [...value]
  if (kind !== 'group') return isObject(value) ? { ...value } : value
  return Object.fromEntries(Object.entries(options.fields!).map(([name, part]) => [name, emptyOf(part)]))
}

export const isObject = (value: unknown): value is AnyRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `items[1].unitPrice` is spoken of as "Unit price". */
export function labelOf(path: string): string {
  const last = path
    .replace(/\[(\d+)\]$/, (_, index) => ` ${Number(index) + 1}`)
    .split('.')
    .at(-1)!
  if (last === '') return 'What has no name'
  const words = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words[0]!.toUpperCase() + words.slice(1)
}

const shorten = (name: string) => (name.length > 60 ? `${name.slice(0, 60)}…` : name)

/** Applies the sent changes to a record. Groups merge part by part; lists and lines are replaced. */
export function merge<T extends AnyRecord>(fields: Fields, record: T, changes: AnyRecord): T {
  const merged: AnyRecord = { ...record }
  for (const [name, value] of Object.entries(changes)) {
    const isGroup = fields[name]?.kind === 'group'
    merged[name] = isGroup ? { ...(record[name] as AnyRecord), ...(value as AnyRecord) } : value
  }
  return merged as T
}
