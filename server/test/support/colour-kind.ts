import { fieldConstructor } from '../../src/model/fields.ts'
import { scalarKind } from '../../src/model/kinds/define.ts'
import { Fault } from '../../src/model/kinds/field-kind.ts'
import { msg } from '../../src/model/message.ts'

const COLOUR = /^#[0-9a-f]{6}$/

/** A kind that only the tests have: all of it stands in this file. */
const colourKind = scalarKind<string>({
  name: 'colour',
  storage: 'text',
  accept(value) {
    const colour = typeof value === 'string' ? value.toLowerCase() : ''
    return COLOUR.test(colour) ? colour : new Fault(msg`must be a colour such as #1e90ff`)
  },
  fromText: (text) => (COLOUR.test(text.toLowerCase()) ? text.toLowerCase() : undefined),
  // Spreadsheets of designers leave the number sign out.
  fromCell: (text) => (/^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text),
  toCell: (value) => value.toUpperCase(),
  schema: () => ({ type: 'string', pattern: COLOUR.source }),
  example: () => '#1e90ff',
})

export const colour = fieldConstructor(colourKind)
