import { msg } from '../../message.ts'
import { scalarKind } from '../define.ts'
import { Fault } from '../field-kind.ts'
import { exampleNumber, numberFromCell, numberFromText } from './decimal.ts'

export const INTEGER_MAX = 2_147_483_647

export const integer = scalarKind<number>({
  name: 'integer',
  storage: 'integer',
  accept(value, { min = -INTEGER_MAX, max = INTEGER_MAX }) {
    if (!Number.isInteger(value)) return new Fault(msg`must be a whole number`)
    if ((value as number) < min || (value as number) > max) return new Fault(msg`must be between ${min} and ${max}`)
    return (value as number) + 0 // turns -0 into 0
  },
  fromText: numberFromText,
  fromCell: numberFromCell,
  schema: ({ min = -INTEGER_MAX, max = INTEGER_MAX }) => ({ type: 'integer', minimum: min, maximum: max }),
  example: exampleNumber,
})
