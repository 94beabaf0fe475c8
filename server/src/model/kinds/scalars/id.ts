import { msg } from '../../message.ts'
import { exampleId, ID_MAX, isIdText } from '../../text.ts'
import { scalarKind } from '../define.ts'
import { Fault, type ScalarKind } from '../field-kind.ts'

/** A kind of values that are the id of a record. */
export const idKind = (name: string, isKey: boolean): ScalarKind<string> =>
  scalarKind<string>({
    name,
    storage: 'text',
    isKey,
    accept(value) {
      if (typeof value !== 'string' || value === '') return new Fault(msg`must be an id`)
      return isIdText(value) ? value : new Fault(msg`is not the id of any record`)
    },
    toSheet: (value, { target }, sheet) => (target === undefined ? value : sheet.title(target, value)),
    schema: () => ({ type: 'string', minLength: 1, maxLength: ID_MAX }),
    example: () => exampleId('id'),
  })

/** Of the record itself. */
export const id = idKind('id', true)
