// Money is counted in cents; quantities, rates and percents in ten-thousandths. Whole numbers of any size, so that
// nothing is rounded but where the product says so.

/** One piece, one per cent, one euro as a rate. */
export const ONE = 10_000n
const HUNDRED_PERCENT = 100n * ONE
/** Quantity times rate has eight decimals, a cent has two. */
const PER_CENT = 1_000_000n

export interface Terms {
  readonly rate: bigint
  readonly discount: bigint
  readonly taxRate: bigint
}

/** The amounts of a line, or of a part of it, in cents. */
export interface Amounts {
  readonly discount: bigint
  readonly net: bigint
  readonly tax: bigint
}

export const NOTHING: Amounts = { discount: 0n, net: 0n, tax: 0n }

/** Half away from zero; nothing here is negative. */
const rounded = (numerator: bigint, divisor: bigint) =>
  numerator / divisor + (2n * (numerator % divisor) >= divisor ? 1n : 0n)

export type Rounding = 'rate' | 'line'

export const taxOn = (net: bigint, taxRate: bigint) => rounded(net * taxRate, HUNDRED_PERCENT)

export function amountsOf(quantity: bigint, { rate, discount: percent, taxRate }: Terms): Amounts {
  const gross = rounded(quantity * rate, PER_CENT)
  const discount = rounded(gross * percent, HUNDRED_PERCENT)
  const net = gross - discount
  return { discount, net, tax: taxOn(net, taxRate) }
}

/** The amount of a part is that of the line so far, less what was billed already: the last part takes the remainder. */
export function partOf(quantity: bigint, terms: Terms, billed: { quantity: bigint; amounts: Amounts }): Amounts {
  const reached = amountsOf(billed.quantity + quantity, terms)
  const share = (name: keyof Amounts) => greater(0n, reached[name] - billed.amounts[name])
  return { discount: share('discount'), net: share('net'), tax: share('tax') }
}

interface Sold extends Terms {
  readonly quantity: bigint
}

/** Tax rounded once for each rate: a line has what the lines of its rate up to it come to, less what those before it have. */
export function linesAmounts(lines: readonly Sold[], rounding: Rounding): Amounts[] {
  const whole = lines.map((line) => amountsOf(line.quantity, line))
  if (rounding === 'line') return whole
  const taxUpTo = (place: number, rate: bigint) =>
    taxOn(sum(whole.slice(0, place).map(({ net }, index) => (lines[index]!.taxRate === rate ? net : 0n))), rate)
  return whole.map((amounts, place) => {
    const { taxRate } = lines[place]!
    return { ...amounts, tax: taxUpTo(place + 1, taxRate) - taxUpTo(place, taxRate) }
  })
}

export const plus = (a: Amounts, b: Amounts): Amounts => ({
  discount: a.discount + b.discount,
  net: a.net + b.net,
  tax: a.tax + b.tax,
})

export const totalOf = ({ net, tax }: Amounts): bigint => net + tax
export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
export const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** As JSON shows it. */
export const ofCents = (cents: bigint): number => decimal(cents, 2)
export const ofParts = (parts: bigint): number => decimal(parts, 4)

function decimal(value: bigint, digits: number): number {
  const text = (value < 0n ? -value : value).toString().padStart(digits + 1, '0')
  return Number(`${value < 0n ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`)
}
