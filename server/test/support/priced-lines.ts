import fc from 'fast-check'
import { documentAmounts, type LineTerms, TAX_ROUNDINGS } from '../../src/model/money.ts'

const decimal = (max: number, digits = 4) =>
  fc.integer({ min: 0, max: max * 10 ** digits }).map((n) => n / 10 ** digits)
export const terms = fc.record({
  quantity: fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 10_000),
  rate: decimal(100_000),
  discount: decimal(100, 2),
  taxRate: decimal(30, 2),
})
export const decimals = fc.constantFrom(0, 2, 3)
export const rounding = fc.constantFrom(...TAX_ROUNDINGS)
/** Few rates, so that several lines share one. */
const lineTerms = fc
  .record({ quantity: terms, taxRate: fc.constantFrom(0, 5.5, 7, 19, 100) })
  .map(({ quantity: line, taxRate }) => ({ ...line, taxRate }))
export const lineList = fc.array(lineTerms, { minLength: 1, maxLength: 12 })

/** A document as it prints. */
export const documentOf = (lines: readonly LineTerms[], ...how: [number, (typeof TAX_ROUNDINGS)[number], boolean?]) =>
  documentAmounts(lines, ...how).map((amounts, index) => ({ ...lines[index]!, ...amounts }))
export const nothing = { discountAmount: 0, amount: 0, taxAmount: 0 }
