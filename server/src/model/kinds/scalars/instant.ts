import { msg } from '../../message.ts'
import { toInstant } from '../../text.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'

const schema = { type: 'string', format: 'date-time' }

/** A point in time, stored in UTC to the millisecond. */
export const instant = scalarKind<string>({
  name: 'instant',
  storage: 'text',
  accept: (value) =>
    (typeof value === 'string' && toInstant(value)) ||
    new Fault(msg`must be a point in time such as 2026-01-31T09:30:00Z`),
  fromText: toInstant,
  toSheet: (value, _options, sheet) => sheet.instant(value),
  schema: () => schema,
  example: () => '2026-01-31T09:30:00.000Z',
  // In an address, a date alone stands for its midnight in UTC.
  filterSchema: () => ({ anyOf: [schema, { type: 'string', format: 'date' }] }),
})
