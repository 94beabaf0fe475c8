import { DECIMAL_MAX, DECIMAL_SCALE, DECIMALS, isDecimal } from '../../money.ts'
import { filterReader, scalarKind } from '../define.ts'
import { type Bounds, Fault, type FieldKind, type FieldOptions, type ScalarKind } from '../field-kind.ts'

const PLAIN_NUMBER = /^[+-]?\d{1,16}(\.\d{1,16})?$/

export const numberFromText = (text: string): number | undefined => (PLAIN_NUMBER.test(text) ? Number(text) : undefined)

export const numberFromCell: FieldKind['fromCell'] = (text, _options, { hasDecimalCommas }) =>
  numberFromText(hasDecimalCommas ? text.replace(/^([+-]?\d+),(\d+)$/, '$1.$2') : text)

export const exampleNumber = (_name: string, { min = 1 }: FieldOptions): number => Math.max(1, min)

/** A kind of numbers with at most four decimals. */
export function decimalKind(name: string, bounds: Bounds = {}): ScalarKind<number> {
  const { min: usualMin = -DECIMAL_MAX, max: usualMax = DECIMAL_MAX } = bounds
  return scalarKind<number>({
    name,
    storage: 'decimal',
    bounds,
    accept: (value, { min = usualMin, max = usualMax }) => acceptDecimal(value, min, max),
    fromText: numberFromText,
    fromCell: numberFromCell,
    schema: ({ min = usualMin, max = usualMax }) => ({ type: 'number', minimum: min, maximum: max }),
    example: exampleNumber,
    filterValue: filterReader(numberFromText, (value) => acceptDecimal(value, -DECIMAL_MAX, DECIMAL_MAX)),
  })
}

/** A minimum of one ten-thousandth means: more than nothing. */
function tooLow(min: number): string {
  if (min === 0) return 'must not be negative'
  return min === 1 / DECIMAL_SCALE ? 'must be greater than 0' : `must be at least ${min}`
}

function acceptDecimal(value: unknown, min: number, max: number): number | Fault {
  if (typeof value !== 'number') return new Fault('must be a number')
  if (value < min) return new Fault(tooLow(min))
  if (value > max) return new Fault(`must be at most ${max}`)
  if (!isDecimal(value)) return new Fault(`must have at most ${DECIMALS} decimals`)
  return value + 0 // turns -0 into 0
}
