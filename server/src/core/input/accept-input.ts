import type { Fields } from '../../model/fields.ts'
import { type Detail, isObject, isWritable, readInput } from '../../model/input.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { covers, fieldRefusal } from '../access.ts'
import type { Action } from '../action.ts'
import { refuseFaults } from '../problem.ts'

/** What an action is sent, read and checked against its fields and against what the sender's role may touch. */
export function acceptInput(body: AnyRecord, action: Action, permission: Permission): AnyRecord {
  refuseForbiddenFields(body, action, permission)
  const faults: Detail[] = []
  const values = readInput(action.input, body, action.mode ?? 'create', faults)
  refuseFaults(faults)
  return values
}

/** What a role does not see it cannot send; what it may not change, it may send back only as it was. */
function refuseForbiddenFields(body: AnyRecord, { input, mode }: Action, { hidden, readOnly }: Permission): void {
  if (!hidden && !readOnly) return
  for (const path of pathsIn(input, body)) {
    if (covers(hidden, path)) throw fieldRefusal(path, 'see')
    if (mode !== 'update' && covers(readOnly, path)) throw fieldRefusal(path, 'change')
  }
}

/** The writable fields that a body sets, by path: `name`, `address.city`, `items.rate`. */
function pathsIn(fields: Fields, body: AnyRecord, prefix = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || !isWritable(field)) return []
    const parts = field.options.fields
    const inside = parts
      ? [value].flat().flatMap((part) => (isObject(part) ? pathsIn(parts, part, `${prefix}${name}.`) : []))
      : []
    return [prefix + name, ...inside]
  })
}
