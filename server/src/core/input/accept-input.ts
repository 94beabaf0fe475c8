import type { Field, Fields } from '../../model/fields.ts'
import {
  type Detail,
  Faults,
  type InputMode,
  isObject,
  isRecordInput,
  isWritable,
  readInput,
  specialParts,
} from '../../model/input.ts'
import { hasParts, hasRows } from '../../model/kinds/field-kind.ts'
import { onceFor } from '../../model/memo.ts'
import { PERMITTED } from '../../model/permitted.ts'
import { EXPANDED } from '../../model/references.ts'
import { type AnyRecord, isKept, isStamp } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { covers, fieldRefusal } from '../access.ts'
import type { Action } from '../action.ts'
import type { Command } from '../command.ts'
import { refuseFaults } from '../problem.ts'
import type { Reads } from '../store.ts'
import { fieldsForUpdate } from './guarded-lines.ts'
import { missingFault, putIds, type Reader, type Reference } from './keyed-references.ts'

/** What a body says. With faults, its values are incomplete. */
export interface AcceptedInput extends Pick<Command, 'input' | 'ignored' | 'faults' | 'omittedFaults'> {}

/** The body of an action, checked against its fields and against the fields that the role may send. */
export function acceptInput(
  sent: AnyRecord,
  action: Action,
  permission: Permission,
  faults = new Faults(),
): AcceptedInput {
  const mode = action.mode ?? 'create'
  const isRecord = isRecordInput(action.input)
  const body = isRecord ? withoutExtras(action.input, sent) : sent
  refuseForbiddenFields(body, action.input, mode, permission)
  const fields = mode === 'update' ? fieldsForUpdate(action.input, permission) : action.input
  const input = readInput(fields, body, mode, faults)
  const ignored = isRecord ? readOnlyValuesIn(action.input, body) : undefined
  return { input, ...(ignored && { ignored }), ...faultsFound(faults) }
}

function faultsFound({ length, details, omitted }: Faults): Pick<AcceptedInput, 'faults' | 'omittedFaults'> {
  return length === 0 ? {} : { faults: details, ...(omitted > 0 && { omittedFaults: omitted }) }
}

/** The stored values of a body that no client sets, in the form of the body; undefined if it has none. */
function readOnlyValuesIn(fields: Fields, body: AnyRecord, special: Fields = {}): AnyRecord | undefined {
  const found = Object.keys(body).flatMap((name): [string, unknown][] => {
    const field = Object.hasOwn(fields, name) ? (special[name] ?? fields[name]) : undefined
    const value = field && !isStamp(name) ? readOnlyPart(field, body[name]) : undefined
    return value === undefined ? [] : [[name, value]]
  })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

function readOnlyPart(field: Field, value: unknown): unknown {
  if (!isWritable(field)) return isKept(field) ? value : undefined
  if (hasParts(field)) return isObject(value) ? readOnlyValuesIn(field.options.fields, value) : undefined
  if (!hasRows(field) || !Array.isArray(value)) return undefined
  const { options } = field
  const lines = value.map((line) =>
    isObject(line) ? readOnlyValuesIn(options.fields, line, specialParts(options, line)) : undefined,
  )
  return lines.some((line) => line) ? lines.map((line, index) => ({ ...line, id: value[index]?.id })) : undefined
}

/** The input with ids in the place of keys. Refused for all its faults at once, and for records that do not exist. */
export async function settledInput(
  reader: Reader,
  fields: Fields,
  { input, faults = [], omittedFaults = 0 }: AcceptedInput,
): Promise<AnyRecord> {
  const isKeyed = referencesIn(fields, input).some(isByKey)
  const settled = isKeyed ? structuredClone(input) : input
  const unknown = isKeyed ? await putIds(reader, referencesIn(fields, settled).filter(isByKey)) : []
  const missing = await missingReferences(reader.records, fields, settled)
  refuseFaults([...faults, ...unknown, ...missing], omittedFaults)
  return settled
}

export const isByKey = ({ id }: Reference): boolean => isObject(id)

/** A record that was read with `include=permitted` or `expand` can be sent back as it is. */
function withoutExtras(fields: Fields, sent: AnyRecord): AnyRecord {
  const holders = Object.keys(sent).filter((name) => hasFields(fields, name) && [sent[name]].flat().some(isExpanded))
  if (holders.length === 0 && !isExpanded(sent) && !Object.hasOwn(sent, PERMITTED)) return sent
  const { [PERMITTED]: _, ...record } = withoutExpanded(sent) as AnyRecord
  for (const name of holders) {
    const value = record[name]
    record[name] = Array.isArray(value) ? value.map(withoutExpanded) : withoutExpanded(value)
  }
  return record
}

const hasFields = (fields: Fields, name: string) => Object.hasOwn(fields, name) && fields[name]!.options.fields
const isExpanded = (value: unknown): value is AnyRecord => isObject(value) && Object.hasOwn(value, EXPANDED)

function withoutExpanded(value: unknown): unknown {
  if (!isExpanded(value)) return value
  const { [EXPANDED]: _, ...rest } = value
  return rest
}

/** A hidden field cannot be sent. A read-only field can be sent with an update, which compares it with the stored value. */
function refuseForbiddenFields(body: AnyRecord, fields: Fields, mode: InputMode, permission: Permission): void {
  const { hidden, readOnly } = permission
  if (!hidden && !readOnly) return
  for (const { path, place } of sentFields(fields, body)) {
    if (covers(hidden, path)) throw fieldRefusal(place, 'see')
    // A transient field is not stored, so an update has nothing to compare it with.
    const isNew = mode !== 'update' || fields[path]?.options.transient
    if (isNew && covers(readOnly, path)) throw fieldRefusal(place, 'change', permission)
  }
}

/** A writable field that a body sets: its path (`items.rate`), and its place in the body (`items[1].rate`). */
interface SentField {
  readonly path: string
  readonly place: string
}

function sentFields(fields: Fields, body: AnyRecord, parent?: SentField): SentField[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !isWritable(field)) return []
    const sent = parent
      ? { path: `${parent.path}.${name}`, place: `${parent.place}.${name}` }
      : { path: name, place: name }
    const parts = field.options.fields
    return parts ? [sent, ...sentParts(parts, value, sent)] : [sent]
  })
}

function sentParts(parts: Fields, value: unknown, sent: SentField): SentField[] {
  if (isObject(value)) return sentFields(parts, value, sent)
  if (!Array.isArray(value)) return []
  return value.flatMap((line, index) => sentParts(parts, line, { path: sent.path, place: `${sent.place}[${index}]` }))
}

/** Every id inside a body must name a record that exists. */
export async function missingReferences(records: Reads, fields: Fields, sent: AnyRecord): Promise<Detail[]> {
  const faults: Detail[] = []
  for (const [target, references] of Map.groupBy(referencesIn(fields, sent), (reference) => reference.target)) {
    const missing = await records.missing(target, [...new Set(references.map(({ id }) => id))])
    for (const { path, id } of references) {
      if (!missing.has(id)) continue
      faults.push(missingFault({ path, target }, id))
    }
  }
  return faults
}

export function referencesIn(fields: Fields, values: AnyRecord, prefix = ''): Reference[] {
  return referringIn(fields).flatMap(([name, field]): Reference[] => {
    const value = values[name]
    const path = prefix + name
    if (value === null || value === undefined) return []
    const { target, fields: parts } = field.options
    const put = (id: string | null) => {
      values[name] = id
    }
    if (target) return [{ target, path, id: value as string, put }]
    if (hasParts(field)) return referencesIn(parts!, value as AnyRecord, `${path}.`)
    return (value as AnyRecord[]).flatMap((line, index) => referencesIn(parts!, line, `${path}[${index}].`))
  })
}

/** The fields that may name other records. */
const referringIn = onceFor((fields: Fields) =>
  Object.entries(fields).filter(([, field]) => field.options.target || hasParts(field) || hasRows(field)),
)
