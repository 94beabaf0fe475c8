import fc from 'fast-check'
import type { AnyRecord } from '../support/invoicing.ts'

/** What a line says, in ten-thousandths: reckoned here by other means than in the code under test. */
export interface RandomLine {
  readonly quantity: number
  readonly rate: number
  readonly discount: number
  readonly taxRate: number
}

const SCALE = 10_000
const upTo = (max: number) => fc.integer({ min: 0, max })
const often = (value: number, otherwise: fc.Arbitrary<number>) =>
  fc.oneof({ arbitrary: fc.constant(value), weight: 1 }, { arbitrary: otherwise, weight: 3 })

export const randomLine: fc.Arbitrary<RandomLine> = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 20 }).map((whole) => whole * SCALE),
    fc.integer({ min: 1, max: 2_000_000 }),
  ),
  rate: fc.oneof(upTo(20_000), upTo(1_000_000_000)),
  discount: often(
    0,
    fc.oneof(
      upTo(100).map((whole) => whole * SCALE),
      upTo(1_000_000),
    ),
  ),
  taxRate: often(190_000, fc.oneof(fc.constant(0), upTo(1_000_000))),
})

export const bodyOf = (item: string, { quantity, rate, discount, taxRate }: RandomLine) => ({
  item,
  quantity: quantity / SCALE,
  rate: rate / SCALE,
  discount: discount / SCALE,
  taxRate: taxRate / SCALE,
})

export interface Figures {
  readonly discountAmount: number
  readonly amount: number
  readonly taxAmount: number
}
export const FIGURES = ['discountAmount', 'amount', 'taxAmount'] as const

/** Half away from zero; nothing here is negative. */
function rounded(numerator: bigint, divisor: bigint): bigint {
  const whole = numerator / divisor
  return 2n * (numerator % divisor) >= divisor ? whole + 1n : whole
}

/** In cents, as the law says it: each step rounded before the next. */
export function centsOfLine({ quantity, rate, discount, taxRate }: RandomLine): Figures {
  const percent = BigInt(100 * SCALE)
  const gross = rounded(BigInt(quantity) * BigInt(rate), BigInt(SCALE * SCALE) / 100n)
  const off = rounded(gross * BigInt(discount), percent)
  const tax = rounded((gross - off) * BigInt(taxRate), percent)
  return { discountAmount: Number(off), amount: Number(gross - off), taxAmount: Number(tax) }
}

export const cents = (amount: number): number => Math.round(amount * 100)
export const sumOfCents = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + cents(amount), 0)

/** What the printed lines of one or more documents add up to, in cents. */
export function printedSums(...documents: AnyRecord[]) {
  const lines = documents.flatMap(({ items }) => items)
  const [discountTotal, net, taxTotal] = FIGURES.map((name) =>
    sumOfCents(lines.map((line: AnyRecord) => line[name])),
  ) as [number, number, number]
  return { subtotal: net + discountTotal, discountTotal, taxTotal, total: net + taxTotal }
}

/** What the documents say that they come to, in cents. */
export function statedSums(...documents: AnyRecord[]) {
  const stated = (name: string) => sumOfCents(documents.map((document) => document[name]))
  const [subtotal, discountTotal, taxTotal, total] = ['subtotal', 'discountTotal', 'taxTotal', 'total'].map(stated)
  return { subtotal, discountTotal, taxTotal, total }
}

/** Every number that a document or one of its lines shows. */
export const numbersIn = (document: AnyRecord): number[] =>
  [document, ...document.items].flatMap((part) => Object.values(part).filter((value) => typeof value === 'number'))
