import { msg } from '../../message.ts'
import { isDate } from '../../text.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'

const EXAMPLE = '2026-01-31'

/** A day without a time zone, such as the date of an invoice. */
export const date = scalarKind<string>({
  name: 'date',
  storage: 'text',
  accept: (value) =>
    typeof value === 'string' && isDate(value) ? value : new Fault(msg`must be a date such as ${EXAMPLE}`),
  fromText: (text) => (isDate(text) ? text : undefined),
  schema: () => ({ type: 'string', format: 'date' }),
  example: () => EXAMPLE,
})
