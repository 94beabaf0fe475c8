import { isObject, readInput } from '../../input.ts'
import { msg } from '../../message.ts'
import { structuredKind } from '../define.ts'
import { type AnyRecord, Fault } from '../field-kind.ts'

/** Fields that belong together, such as an address. Null stands for a group that holds nothing. */
export const group = structuredKind<AnyRecord>({
  name: 'group',
  structure: 'parts',
  accept(value, { fields }, { mode, faults, path }) {
    if (value === null) return readInput(fields!, {}, 'create', faults, `${path}.`)
    return isObject(value) ? readInput(fields!, value, mode, faults, `${path}.`) : new Fault(msg`must be an object`)
  },
  schema: ({ fields }, inner) => inner.parts(fields!),
  example: (_name, { fields }, partsOf) => partsOf(fields!),
})
