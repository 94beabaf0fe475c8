import { fieldLabel, isObject, readInput, specialParts } from '../../input.ts'
import { msg } from '../../message.ts'
import { isIdText } from '../../text.ts'
import { type Counted, lengthFault, lengthSchema, structuredKind } from '../define.ts'
import { type AnyRecord, Fault, type FaultList, type FieldOptions } from '../field-kind.ts'

export const LINES_MAX = 500
const COUNTED: Counted = (count) => (count === 1 ? msg`1 line` : msg`${count} lines`)

/** Rows of their own under the record, such as the lines of an order. A cell shows their number. */
export const lines = structuredKind<readonly AnyRecord[]>({
  name: 'lines',
  structure: 'rows',
  bounds: { max: LINES_MAX },
  accept(value, options, { faults, path }) {
    if (!Array.isArray(value)) return new Fault(msg`must be a list of lines`)
    const fault = lengthFault(value.length, options, LINES_MAX, COUNTED)
    return fault ?? value.map((line, index) => readLine(options, line, faults, `${path}[${index}]`))
  },
  toCell: (value) => value.length,
  schema: (options, inner) => ({
    type: 'array',
    items: inner.row(options),
    ...lengthSchema(options, LINES_MAX),
  }),
  example: (_name, options, partsOf) => [partsOf({ ...options.fields, ...specialParts(options, {}) })],
})

/** A line that carries the id of a line the record already has keeps that identity. */
function readLine(options: FieldOptions, line: unknown, faults: FaultList, path: string): AnyRecord {
  if (!isObject(line)) {
    faults.push({ field: path, message: msg`${fieldLabel(path)} must be an object.` })
    return {}
  }
  const { id, ...rest } = line
  const keepsId = typeof id === 'string' && isIdText(id)
  return {
    ...(keepsId && { id }),
    ...readInput(options.fields!, rest, 'create', faults, `${path}.`, specialParts(options, rest)),
  }
}
