import { msg } from '../../message.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'

/** What spreadsheets write. */
const CELLS = new Map([
  ['true', true],
  ['yes', true],
  ['ja', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['nein', false],
  ['0', false],
])

export const flag = scalarKind<boolean>({
  name: 'flag',
  storage: 'flag',
  accept: (value) => (typeof value === 'boolean' ? value : new Fault(msg`must be true or false`)),
  fromText: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  fromCell: (text) => CELLS.get(text.toLowerCase()),
  toSheet: (value, _options, sheet) => sheet.flag(value),
  schema: () => ({ type: 'boolean' }),
  example: () => true,
})
