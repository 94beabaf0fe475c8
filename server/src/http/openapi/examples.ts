import type { Action } from '../../core/action.ts'
import type { Entry } from '../../core/rules.ts'
import type { Field, Fields } from '../../model/fields.ts'
import { isObject, isWritable } from '../../model/input.ts'
import { hasRows, isScalar } from '../../model/kinds/field-kind.ts'
import { type AnyRecord, fieldsOf, type Resource } from '../../model/resource.ts'
import { exampleId } from '../../model/text.ts'
import { isMandatory, isReceived } from '../../model/traits.ts'

export const EXAMPLE_REQUEST_ID = '019c0f3a-7c52-7d1e-9b7a-3f0c2d5e8a91'

export interface Examples {
  /** A whole record, as every answer about it shows it. */
  record(resource: Resource, without?: readonly string[]): AnyRecord
  /** Bodies that the action accepts, by name. */
  inputs(entry: Entry, action: Action): { readonly [name: string]: AnyRecord }
  output(field: Field): unknown
}

/** Makes examples out of the `example` options of the declarations, and of sensible values where there is none. */
export function createExamples(entries: readonly Entry[]): Examples {
  const prefixes = new Map(entries.map(({ resource }) => [resource.name, resource.idPrefix]))

  function exampleOf(name: string, field: Field, isWanted: Wanted): unknown {
    const { kind, options } = field
    if (options.example !== undefined) return options.example
    if (!isScalar(field)) return kind.example(name, options, (fields) => examplesOf(fields, isWanted))
    if (options.default !== undefined) return options.default
    const prefix = prefixes.get(options.target ?? '')
    if (prefix) return exampleId(prefix)
    return options.required || options.filled ? field.kind.example(name, options) : null
  }

  const examplesOf = (fields: Fields, isWanted: Wanted): AnyRecord =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => isWanted(field))
        .map(([name, field]) => [name, exampleOf(name, field, isWanted)]),
    )

  function recordOf(resource: Resource, without: readonly string[] = []): AnyRecord {
    const shown = Object.entries(fieldsOf(resource)).filter(([name]) => !without.includes(name))
    const fields = examplesOf(Object.fromEntries(shown), isReceived)
    const record: AnyRecord = { ...fields, id: exampleId(resource.idPrefix) }
    const withId = (line: AnyRecord) => ({ id: exampleId('lin'), ...line })
    const lines = Object.entries(resource.fields).filter(([, field]) => hasRows(field))
    return {
      ...record,
      ...Object.fromEntries(lines.map(([name]) => [name, (record[name] as AnyRecord[]).map(withId)])),
    }
  }

  /** A few of the fields that may be changed in such a record as the example is. */
  function changeOf(entry: Entry, fields: Fields): AnyRecord {
    const editable = entry.rules?.editable?.(recordOf(entry.resource) as never)
    const typical = Object.entries(examplesOf(fields, isTypicalChange))
    const possible = typical.filter(([name]) => editable === undefined || editable.includes(name))
    return Object.fromEntries(possible.slice(0, CHANGED_FIELDS))
  }

  return {
    record: recordOf,
    inputs(entry, { input = {}, mode = 'create', passesOn }) {
      const fields = input as Fields
      if (mode === 'update') return { change: changeOf(entry, fields) }
      const complete = withoutNulls(examplesOf(fields, isWritable))
      const minimal = examplesOf(fields, isNeeded)
      const size = Object.keys(complete).length
      const isShort = size === Object.keys(minimal).length || size < LONG_BODY
      return isShort || passesOn ? { complete } : { complete, minimal }
    },
    output: (field) => exampleOf('', field, isReceived),
  }
}

const CHANGED_FIELDS = 2
/** A body with fewer fields needs no second example without the optional ones. */
const LONG_BODY = 5

/** A client does not send a field to say that it has no value. */
const withoutNulls = (values: AnyRecord): AnyRecord =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(entryWithoutNulls) : value]),
  )
const entryWithoutNulls = (entry: unknown) => (isObject(entry) ? withoutNulls(entry) : entry)

type Wanted = (field: Field) => boolean

/** Who or what a record belongs to may follow from other references, but not from nothing. */
const isNeeded: Wanted = (field) =>
  isMandatory(field) || (isWritable(field) && field.options.filled === true && field.options.target !== undefined)

/** A field for the example of an update: a plain value that is no key and means something by itself. */
const isTypicalChange: Wanted = (field) => {
  const { unique, required, example } = field.options
  return isScalar(field) && isWritable(field) && !unique && !required && example !== undefined
}
