import type { Fields } from '../../model/fields.ts'
import { type Detail, type InputMode, isObject, isRecordInput, isWritable, readInput } from '../../model/input.ts'
import { PERMITTED } from '../../model/permitted.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { covers, fieldRefusal } from '../access.ts'
import type { Action } from '../action.ts'
import { refuseFaults } from '../problem.ts'
import { fieldsForUpdate } from './guarded-lines.ts'

/** The body of an action, checked against its fields and against the fields that the role may send. */
export function acceptInput(sent: AnyRecord, action: Action, permission: Permission): AnyRecord {
  const mode = action.mode ?? 'create'
  const body = Object.hasOwn(sent, PERMITTED) && isRecordInput(action.input) ? withoutPermitted(sent) : sent
  refuseForbiddenFields(body, action.input, mode, permission)
  const faults: Detail[] = []
  const fields = mode === 'update' ? fieldsForUpdate(action.input, permission) : action.input
  const values = readInput(fields, body, mode, faults)
  refuseFaults(faults)
  return values
}

/** A record that was read with `include=permitted` can be sent back as it is. */
const withoutPermitted = ({ [PERMITTED]: _, ...body }: AnyRecord): AnyRecord => body

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
