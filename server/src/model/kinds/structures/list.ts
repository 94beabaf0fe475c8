import { readValue } from '../../input.ts'
import { msg } from '../../message.ts'
import { type Counted, lengthFault, lengthSchema, structuredKind } from '../define.ts'
import { entryOf, Fault, hasParts } from '../field-kind.ts'

const LIST_MAX = 100
const CELL_SEPARATOR = '; '
const COUNTED: Counted = (count) => (count === 1 ? msg`1 entry` : msg`${count} entries`)

const splitAt = (separator: string, text: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isPlain = (value: unknown) => typeof value !== 'object'

/** Values of one field, in order. */
export const list = structuredKind<readonly unknown[]>({
  name: 'list',
  structure: 'entries',
  bounds: { max: LIST_MAX },
  accept(value, options, { faults, path }) {
    if (!Array.isArray(value)) return new Fault(msg`must be a list`)
    const fault = lengthFault(value.length, options, LIST_MAX, COUNTED)
    if (fault) return fault
    const entryField = entryOf(options.of!)
    return value.map((entry, index) => readValue(entryField, entry, 'create', faults, `${path}[${index}]`))
  },
  fromText: (text, { of }) => splitAt(',', text).map((part) => of!.kind.fromText(part, of!.options) ?? part),
  fromCell: (text, { of }, format) =>
    splitAt(CELL_SEPARATOR.trim(), text).map((part) => of!.kind.fromCell(part, of!.options, format) ?? part),
  toCell(value, { of }) {
    const cells = value.map((entry) => of!.kind.toCell(entry, of!.options))
    return cells.every(isPlain) ? cells.join(CELL_SEPARATOR) : value
  },
  toSheet(value, { of }, sheet) {
    const cells = value.map((entry) => of!.kind.toSheet(entry, of!.options, sheet.inList ?? sheet))
    return cells.every(isPlain) ? cells.join(CELL_SEPARATOR) : value
  },
  schema: (options, inner) => ({
    type: 'array',
    items: inner.entry(entryOf(options.of!)),
    ...lengthSchema(options, LIST_MAX),
  }),
  example(_name, { of }, partsOf) {
    if (hasParts(of!)) return [partsOf(of.options.fields)]
    return of!.options.example === undefined ? [] : [of!.options.example]
  },
})
