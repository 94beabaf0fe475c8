import { msg } from '../../message.ts'
import { isDate } from '../../text.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'

const EXAMPLE = '2026-01-31'
/** As German spreadsheets write it: 31.1.2026. */
const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

/** A day without a time zone, such as the date of an invoice. */
export const date = scalarKind<string>({
  name: 'date',
  storage: 'text',
  accept: (value) =>
    typeof value === 'string' && isDate(value) ? value : new Fault(msg`must be a date such as ${EXAMPLE}`),
  fromText: (text) => (isDate(text) ? text : undefined),
  fromCell(text) {
    const [, day, month, year] = GERMAN.exec(text) ?? []
    const written = day ? `${year}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}` : text
    return isDate(written) ? written : undefined
  },
  toSheet: (value, _options, sheet) => sheet.date(value),
  schema: () => ({ type: 'string', format: 'date' }),
  example: () => EXAMPLE,
})
