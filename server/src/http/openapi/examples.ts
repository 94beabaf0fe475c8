import type { Action } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'
import type { Field, Fields } from '../../model/fields.ts'
import { isObject, isWritable } from '../../model/input.ts'
import { isScalar } from '../../model/kinds.ts'
import { type AnyRecord, fieldsOf } from '../../model/resource.ts'
import { isMandatory, isReceived } from '../../model/traits.ts'

/** Examples never change by themselves: the same declarations give the same document, byte for byte. */
const EXAMPLE_INSTANT = '2026-01-31T09:30:00.000Z'
const EXAMPLE_DATE = '2026-01-31'
export const EXAMPLE_REQUEST_ID = '019c0f3a-7c52-7d1e-9b7a-3f0c2d5e8a91'

/** A made-up id of a resource, recognisable by its prefix. */
export const exampleId = (prefix: string): string => `${prefix}_0t3q8m5xk00a7b2c9d4`

export interface Examples {
  /** A whole record, as every answer about it shows it. */
  record(entry: Entry): AnyRecord
  /** Bodies that the action accepts, by name. */
  inputs(entry: Entry, action: Action): { readonly [name: string]: AnyRecord }
  output(field: Field): unknown
}

/** Makes examples out of the `example` options of the declarations, and of sensible values where there is none. */
export function createExamples(entries: readonly Entry[]): Examples {
  const prefixes = new Map(entries.map(({ resource }) => [resource.name, resource.idPrefix]))

  function exampleOf(name: string, { kind, options }: Field, isWanted: Wanted): unknown {
    if (options.example !== undefined) return options.example
    if (kind === 'group') return examplesOf(options.fields!, isWanted)
    if (kind === 'lines') return [examplesOf(options.fields!, isWanted)]
    if (kind === 'json' || kind === 'map') return {}
    if (kind === 'list') return entriesOf(options.of!, isWanted)
    if (options.default !== undefined) return options.default
    if (kind === 'ref' && prefixes.has(options.target!)) return exampleId(prefixes.get(options.target!)!)
    return options.required || options.filled ? requiredValue(name, kind, options) : null
  }

  function entriesOf({ kind, options }: Field, isWanted: Wanted): unknown[] {
    if (kind === 'group') return [examplesOf(options.fields!, isWanted)]
    return options.example === undefined ? [] : [options.example]
  }

  const examplesOf = (fields: Fields, isWanted: Wanted): AnyRecord =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => isWanted(field))
        .map(([name, field]) => [name, exampleOf(name, field, isWanted)]),
    )

  function recordOf({ resource }: Entry): AnyRecord {
    const record: AnyRecord = { ...examplesOf(fieldsOf(resource), isReceived), id: exampleId(resource.idPrefix) }
    const withId = (line: AnyRecord) => ({ id: exampleId('lin'), ...line })
    const lines = Object.entries(resource.fields).filter(([, { kind }]) => kind === 'lines')
    return {
      ...record,
      ...Object.fromEntries(lines.map(([name]) => [name, (record[name] as AnyRecord[]).map(withId)])),
    }
  }

  /** A few of the fields that may be changed in such a record as the example is. */
  function changeOf(entry: Entry, fields: Fields): AnyRecord {
    const editable = entry.rules?.editable?.(recordOf(entry) as never)
    const typical = Object.entries(examplesOf(fields, isTypicalChange))
    const possible = typical.filter(([name]) => editable === undefined || editable.includes(name))
    return Object.fromEntries(possible.slice(0, CHANGED_FIELDS))
  }

  return {
    record: recordOf,
    inputs(entry, { input = {}, mode = 'create' }) {
      const fields = input as Fields
      if (mode === 'update') return { change: changeOf(entry, fields) }
      const complete = withoutNulls(examplesOf(fields, isWritable))
      const minimal = examplesOf(fields, isMandatory)
      const isSame = Object.keys(minimal).length === Object.keys(complete).length
      return isSame ? { complete } : { complete, minimal }
    },
    output: (field) => exampleOf('', field, isReceived),
  }
}

const CHANGED_FIELDS = 2

/** Nobody sends a field to say that it has no value. */
const withoutNulls = (values: AnyRecord): AnyRecord =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(entryWithoutNulls) : value]),
  )
const entryWithoutNulls = (entry: unknown) => (isObject(entry) ? withoutNulls(entry) : entry)

type Wanted = (field: Field) => boolean

/** What one would change in a record: a plain value that tells nothing apart and means something by itself. */
const isTypicalChange: Wanted = (field) => {
  const { unique, required, example } = field.options
  return isScalar(field.kind) && isWritable(field) && !unique && !required && example !== undefined
}

function requiredValue(name: string, kind: Field['kind'], options: Field['options']): unknown {
  switch (kind) {
    case 'id':
    case 'ref':
      return exampleId('id')
    case 'choice':
      return options.choices![0]
    case 'flag':
      return true
    case 'date':
      return EXAMPLE_DATE
    case 'instant':
      return EXAMPLE_INSTANT
    case 'text':
      return `<${name}>`
    default:
      return Math.max(1, options.min ?? 1)
  }
}
