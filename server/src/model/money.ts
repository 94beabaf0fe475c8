import type { Message, MessageValue } from './message.ts'

/** Amounts and quantities have at most four decimals; inside they are whole numbers of ten-thousandths. */
export const DECIMALS = 4
export const DECIMAL_SCALE = 10 ** DECIMALS
/** Scaled, this still is a safe integer, and JSON carries it without loss. */
export const DECIMAL_MAX = 99_999_999_999.9999

export const toScaled = (value: number): number => Math.round(value * DECIMAL_SCALE)
export const fromScaled = (scaled: number): number => scaled / DECIMAL_SCALE
export const isDecimal = (value: number): boolean => fromScaled(toScaled(value)) === value

/** Exact, unlike the difference of two floats. */
export const difference = (a: number, b: number): number => fromScaled(toScaled(a) - toScaled(b))

/** "5000.00 EUR": an amount in a message, which the web interface rewrites in the format of the user. */
export const amountText = (value: number, currency: MessageValue): Message => {
  const [, decimals = ''] = String(value).split('.')
  return { template: '{0} {1}', values: [value.toFixed(Math.max(2, decimals.length)), currency] }
}

/** What a line says: percents are 0 to 100. */
export interface LineTerms {
  readonly quantity: number
  readonly rate: number
  readonly discount: number
  readonly taxRate: number
}

/** The amounts of a line, each at the precision of the currency. */
export interface LineAmounts {
  readonly discountAmount: number
  readonly amount: number
  readonly taxAmount: number
}

export interface Totals {
  /** Before discounts. */
  readonly subtotal: number
  readonly discountTotal: number
  readonly taxTotal: number
  readonly total: number
}

/** How the tax of a document is rounded: once for each rate, on the sum of its lines, or on each line. */
export const TAX_ROUNDINGS = ['rate', 'line'] as const
export type TaxRounding = (typeof TAX_ROUNDINGS)[number]

/** How a document is taxed. Its prices are net, or gross: what they come to then contains the tax. */
export interface Taxation {
  readonly taxRounding: TaxRounding
  readonly pricesIncludeTax: boolean
}

/** What is taxed at a rate, and the tax on it. */
export interface RateTax {
  readonly rate: number
  readonly base: number
  readonly amount: number
}

/** The largest total that can be kept. */
export const TOTAL_MAX = DECIMAL_MAX

const PERCENT = 100 * DECIMAL_SCALE

/** Scaled a × b / divisor, rounded to the decimals of the currency, half away from zero. Exact. */
function rounded(currencyDecimals: number, a: number, b: number, divisor: number): number {
  const step = 10 ** (DECIMALS - currencyDecimals)
  const unit = divisor * step
  const product = a * b
  if (!Number.isSafeInteger(2 * product)) return roundedBig(BigInt(a) * BigInt(b), BigInt(unit)) * step
  const size = Math.abs(product)
  const rest = size % unit
  const units = (size - rest) / unit + (2 * rest >= unit ? 1 : 0)
  return (product < 0 ? 0 - units : units) * step
}

/** The same for products that a number does not hold exactly; in most documents there is none, and numbers are far cheaper. */
function roundedBig(product: bigint, unit: bigint): number {
  const half = product < 0n ? -unit : unit
  return Number((2n * product + half) / (2n * unit))
}

/** Exact: the price of the quantity is rounded, and the discount is rounded off it. */
function chargeOf({ quantity, rate, discount: percent }: LineTerms, currencyDecimals: number) {
  const full = rounded(currencyDecimals, toScaled(quantity), toScaled(rate), DECIMAL_SCALE)
  const discount = rounded(currencyDecimals, full, toScaled(percent), PERCENT)
  return { discount, charge: full - discount }
}

/** The tax on a scaled net amount, or the tax in a gross one, rounded. */
function taxOf(charge: number, taxRate: number, currencyDecimals: number, isGross: boolean): number {
  const rate = toScaled(taxRate)
  return rounded(currencyDecimals, charge, rate, isGross ? PERCENT + rate : PERCENT)
}

/** Amounts are before tax, also where what is charged contains it. */
function amountsWith(
  { discount, charge }: ReturnType<typeof chargeOf>,
  tax: number,
  { taxRate }: LineTerms,
  currencyDecimals: number,
  isGross: boolean,
): LineAmounts {
  return {
    discountAmount: fromScaled(isGross ? discount - taxOf(discount, taxRate, currencyDecimals, true) : discount),
    amount: fromScaled(isGross ? charge - tax : charge),
    taxAmount: fromScaled(tax),
  }
}

/** Tax is rounded on what remains of the line after its discount. */
export function lineAmounts(terms: LineTerms, currencyDecimals: number, isGross = false): LineAmounts {
  const charged = chargeOf(terms, currencyDecimals)
  const tax = taxOf(charged.charge, terms.taxRate, currencyDecimals, isGross)
  return amountsWith(charged, tax, terms, currencyDecimals, isGross)
}

/**
 * What the lines of a document come to. Where tax is rounded for each rate, a line has the tax on all lines of its rate up to it,
 * less what the lines before it have: so they add up to the tax on the sum, and each has its own tax, rounded up or down. A line
 * with a gross price comes to it exactly, with its tax.
 */
export function documentAmounts(
  lines: readonly LineTerms[],
  currencyDecimals: number,
  taxRounding: TaxRounding,
  isGross = false,
): LineAmounts[] {
  if (taxRounding === 'line') return lines.map((line) => lineAmounts(line, currencyDecimals, isGross))
  const reached = new Map<number, { readonly charge: number; readonly tax: number }>()
  return lines.map((line) => {
    const charged = chargeOf(line, currencyDecimals)
    const before = reached.get(line.taxRate) ?? { charge: 0, tax: 0 }
    const charge = before.charge + charged.charge
    const tax = taxOf(charge, line.taxRate, currencyDecimals, isGross)
    reached.set(line.taxRate, { charge, tax })
    return amountsWith(charged, tax - before.tax, line, currencyDecimals, isGross)
  })
}

/** A line as it is kept; one that is no item has no tax. */
interface Taxed extends Partial<LineAmounts & LineTerms> {
  readonly kind?: string
}

/** The lowest rate first. Lines add up to the tax of their rate, however it was rounded. */
export function taxBreakdown(lines: readonly Taxed[]): RateTax[] {
  const priced = lines.filter(({ kind = 'item' }) => kind === 'item')
  return [...Map.groupBy(priced, ({ taxRate = 0 }) => taxRate)]
    .sort(([a], [b]) => a - b)
    .map(([rate, taxed]) => ({
      rate,
      base: sumOf(taxed.map(({ amount = 0 }) => amount)),
      amount: sumOf(taxed.map(({ taxAmount = 0 }) => taxAmount)),
    }))
}

/** The sums of what the lines print: never recomputed from anything else, so that they always agree. */
export function totalsOf(lines: readonly LineAmounts[]): Totals {
  const discountTotal = sumOf(lines.map(({ discountAmount }) => discountAmount))
  const net = sumOf(lines.map(({ amount }) => amount))
  const taxTotal = sumOf(lines.map(({ taxAmount }) => taxAmount))
  return { subtotal: sumOf([net, discountTotal]), discountTotal, taxTotal, total: sumOf([net, taxTotal]) }
}

/** What a line shows: with its tax where its price contains it. */
export const shownAmount = ({ amount = 0, taxAmount = 0 }: Taxed, isGross = false): number =>
  isGross ? sumOf([amount, taxAmount]) : amount

/** What a subtotal shows: what the lines since the last heading or subtotal above it show. */
export function subtotalAt(lines: readonly Taxed[], index: number, isGross = false): number {
  const above = lines.slice(0, index)
  const last = above.findLastIndex(({ kind }) => kind === 'heading' || kind === 'subtotal')
  return sumOf(above.slice(last + 1).map((line) => shownAmount(line, isGross)))
}

/** Exact, unlike a sum of floats. */
export function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) {
    sum += toScaled(value)
    if (!Number.isSafeInteger(sum)) return sumOfBig(values)
  }
  return fromScaled(sum)
}

const sumOfBig = (values: readonly number[]): number =>
  fromScaled(Number(values.reduce((sum, value) => sum + BigInt(toScaled(value)), 0n)))

/**
 * What a part of a line comes to: what the quantity so far, this part included, should have come to, less what was billed
 * already. So the parts add up to the whole to the cent, whatever their sizes, and none is ever negative. Of a gross price, amount
 * and tax together are such a part first.
 */
export function partAmounts(
  whole: LineTerms,
  part: { readonly quantity: number; readonly billedQuantity: number; readonly billed: LineAmounts },
  currencyDecimals: number,
  isGross = false,
): LineAmounts {
  const quantity = sumOf([part.billedQuantity, part.quantity])
  const reached = lineAmounts({ ...whole, quantity }, currencyDecimals, isGross)
  const full = lineAmounts(whole, currencyDecimals, isGross)
  const share = (of: (amounts: LineAmounts) => number) => {
    const [due, limit] = [reached, full].map((amounts) => toScaled(of(amounts)) - toScaled(of(part.billed)))
    return fromScaled(Math.max(0, Math.min(due!, limit!)))
  }
  const net = { discountAmount: share((amounts) => amounts.discountAmount), amount: share(({ amount }) => amount) }
  const taxAmount = share((amounts) => amounts.taxAmount)
  if (!isGross) return { ...net, taxAmount }
  const gross = share((amounts) => shownAmount(amounts, true))
  return { ...net, ...divided(gross, taxAmount, difference(full.amount, part.billed.amount)) }
}

/** A gross part with the tax that is due: neither its net amount nor that of what is left after it is negative. */
function divided(gross: number, due: number, netLeft: number) {
  const taxAmount = Math.min(gross, Math.max(due, difference(gross, netLeft)))
  return { amount: difference(gross, taxAmount), taxAmount }
}

/** What the parts of a line come to in the end. Where tax is rounded for each rate, their tax comes to that of the rate. */
export function sumsOfParts(
  { discountAmount, amount, taxAmount }: LineAmounts,
  { taxRounding, pricesIncludeTax }: Taxation,
): Readonly<Record<string, number>> {
  if (taxRounding === 'line') return { discountAmount, amount, taxAmount }
  return { discountAmount, amount: shownAmount({ amount, taxAmount }, pricesIncludeTax) }
}

/** A line that is billed in parts, and what of it is billed already. */
export interface BilledLine extends LineAmounts, Pick<LineTerms, 'taxRate'> {
  readonly billedAmount: number
  readonly billedTax: number
}

/** What is billed of the lines of each rate, and what all of them come to. */
export function billedByRate(lines: readonly BilledLine[]) {
  return new Map(
    [...Map.groupBy(lines, ({ taxRate }) => taxRate)].map(([rate, taxed]) => [
      rate,
      {
        net: sumOf(taxed.map(({ billedAmount }) => billedAmount)),
        tax: sumOf(taxed.map(({ billedTax }) => billedTax)),
        whole: sumOf(taxed.map(({ taxAmount }) => taxAmount)),
        wholeNet: sumOf(taxed.map(({ amount }) => amount)),
      },
    ]),
  )
}

/**
 * The tax of parts, where that of the whole is rounded for each rate: the tax on all that is billed at the rate, these parts
 * included, less what was billed before. So it adds up to the whole for each rate, and none is ever negative.
 */
export function partTaxes(
  whole: readonly BilledLine[],
  parts: readonly Pick<BilledLine, 'amount' | 'taxAmount' | 'taxRate'>[],
  currencyDecimals: number,
  isGross = false,
): number[] {
  const rates = billedByRate(whole)
  return parts.map((part) => {
    const { taxRate } = part
    const billed = rates.get(taxRate)!
    const charge = shownAmount(part, isGross)
    const reached = sumOf([shownAmount({ amount: billed.net, taxAmount: billed.tax }, isGross), charge])
    const due = Math.min(fromScaled(taxOf(toScaled(reached), taxRate, currencyDecimals, isGross)), billed.whole)
    const taxAmount = difference(Math.max(billed.tax, due), billed.tax)
    const own = isGross
      ? divided(charge, taxAmount, difference(billed.wholeNet, billed.net))
      : { amount: charge, taxAmount }
    rates.set(taxRate, { ...billed, net: sumOf([billed.net, own.amount]), tax: sumOf([billed.tax, own.taxAmount]) })
    return own.taxAmount
  })
}

const decimalsKnown = new Map<string, number>()

/** How many decimals a currency has: two for most, none for yen. */
export function currencyDecimals(currency: string): number {
  const decimals = decimalsKnown.get(currency) ?? decimalsOf(currency)
  decimalsKnown.set(currency, decimals) // asking costs as much as a whole order line, and there are few currencies
  return decimals
}

function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return Math.min(maximumFractionDigits ?? 2, DECIMALS)
}
