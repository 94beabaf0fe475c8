import { type Message, msg } from '../../message.ts'
import { DECIMAL_MAX, DECIMAL_SCALE, DECIMALS, isDecimal } from '../../money.ts'
import { filterReader, scalarKind } from '../define.ts'
import { type Bounds, Fault, type FieldKind, type FieldOptions, type ScalarKind } from '../field-kind.ts'

const PLAIN_NUMBER = /^[+-]?\d{1,16}(\.\d{1,16})?$/

export const numberFromText = (text: string): number | undefined => (PLAIN_NUMBER.test(text) ? Number(text) : undefined)

/** `1234,5` and `1.234,5`. Dots without a comma may be decimal points and stay. */
const withPoint = (text: string): string =>
  /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text

export const numberFromCell: FieldKind['fromCell'] = (text, _options, { hasDecimalCommas }) =>
  numberFromText(hasDecimalCommas ? withPoint(text) : text)

export const exampleNumber = (_name: string, { min = 1 }: FieldOptions): number => Math.max(1, min)

/** A kind of numbers with at most four decimals. Tables may write a sign behind them. */
export function decimalKind(name: string, bounds: Bounds = {}, sign?: RegExp): ScalarKind<number> {
  const { min: usualMin = -DECIMAL_MAX, max: usualMax = DECIMAL_MAX } = bounds
  return scalarKind<number>({
    name,
    storage: 'decimal',
    bounds,
    accept: (value, { min = usualMin, max = usualMax }) => acceptDecimal(value, min, max),
    fromText: numberFromText,
    fromCell: sign ? (text, ...rest) => numberFromCell(text.replace(sign, ''), ...rest) : numberFromCell,
    schema: ({ min = usualMin, max = usualMax }) => ({ type: 'number', minimum: min, maximum: max }),
    example: exampleNumber,
    filterValue: filterReader(numberFromText, (value) => acceptDecimal(value, -DECIMAL_MAX, DECIMAL_MAX)),
  })
}

/** A minimum of one ten-thousandth means: more than nothing. */
function tooLow(min: number): Message {
  if (min === 0) return msg`must not be negative`
  return min === 1 / DECIMAL_SCALE ? msg`must be greater than 0` : msg`must be at least ${min}`
}

function acceptDecimal(value: unknown, min: number, max: number): number | Fault {
  if (typeof value !== 'number') return new Fault(msg`must be a number`)
  if (value < min) return new Fault(tooLow(min))
  if (value > max) return new Fault(msg`must be at most ${max}`)
  if (!isDecimal(value)) return new Fault(msg`must have at most ${DECIMALS} decimals`)
  return value + 0 // turns -0 into 0
}
