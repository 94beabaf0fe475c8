import type { AmountFields, DocumentSource, Progress } from '../../../model/document.ts'
import {
  currencyDecimals,
  difference,
  documentAmounts,
  type LineAmounts,
  type LineTerms,
  partAmounts,
  partTaxes,
  shownAmount,
  sumOf,
  type Taxation,
} from '../../../model/money.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import type { Pick as Picked } from './pick-lines.ts'

/**
 * A line takes a share of a line of its original, at the prices agreed there. So the shares of all documents add up to the original
 * to the cent, also where one of them charges other prices.
 */

export type Prices = Pick<LineTerms, 'rate' | 'discount' | 'taxRate'>

const AMOUNTS = ['discountAmount', 'amount', 'taxAmount'] as const

export const amountsBy = (found: (name: keyof AmountFields) => unknown): LineAmounts =>
  Object.fromEntries(AMOUNTS.map((name) => [name, (found(name) as number | undefined) ?? 0])) as unknown as LineAmounts

/** What a line takes of the other one. */
export function shareOf({ share }: DocumentSource, line: AnyRecord): LineAmounts {
  const isApart = share !== undefined && line[share.amount] !== null
  return amountsBy((name) => line[isApart ? share[name] : name])
}

/** What a document takes of the total of its original. */
export const shareTotal = (source: DocumentSource, lines: readonly AnyRecord[]): number =>
  sumOf(lines.map((line) => shareOf(source, line)).flatMap(({ amount, taxAmount }) => [amount, taxAmount]))

interface Original extends Taxation {
  readonly items: readonly AnyRecord[]
  readonly currency: string
}

/** What parts of the lines of an original come to, at its prices. */
export function sharesOf(
  original: Original,
  picks: readonly Picked<AnyRecord>[],
  { line: taken, amounts }: Progress,
): LineAmounts[] {
  const { currency, taxRounding, pricesIncludeTax } = original
  const decimals = currencyDecimals(currency)
  const terms = picks.map(({ line, quantity }) => ({ ...(line as AnyRecord & LineTerms), quantity }))
  if (!amounts) return documentAmounts(terms, decimals, taxRounding, pricesIncludeTax)
  const shares = picks.map(({ line, quantity }) => {
    const billed = amountsBy((name) => line[amounts[name]])
    return partAmounts(
      line as unknown as LineTerms,
      { quantity, billedQuantity: line[taken] as number, billed },
      decimals,
      pricesIncludeTax,
    )
  })
  if (taxRounding === 'line') return shares
  const billed = original.items.map((line) => billedLine(line, amounts))
  const taxes = partTaxes(
    billed,
    shares.map((share, index) => ({ ...share, taxRate: terms[index]!.taxRate })),
    decimals,
    pricesIncludeTax,
  )
  return shares.map((share, index) => {
    const taxAmount = taxes[index]!
    const amount = pricesIncludeTax ? difference(shownAmount(share, true), taxAmount) : share.amount
    return { ...share, amount, taxAmount }
  })
}

/** What was taken of a line, by the names that the rules of money know. */
export const billedLine = (line: AnyRecord, { amount, taxAmount }: AmountFields) => ({
  ...(line as AnyRecord & LineAmounts & LineTerms),
  billedAmount: line[amount] as number,
  billedTax: line[taxAmount] as number,
})

/** A line, the prices agreed for it, and what it takes at these. */
export interface Part {
  readonly line: AnyRecord & LineTerms
  readonly agreed: Prices
  readonly share: LineAmounts
}

const isRepriced = ({ line, agreed }: Part) =>
  line.rate !== agreed.rate || line.discount !== agreed.discount || line.taxRate !== agreed.taxRate

/** What lines charge: each its share, or its quantity at prices that differ from those agreed. */
export function charged(
  parts: readonly Part[],
  { share: fields }: DocumentSource,
  { currency, taxRounding, pricesIncludeTax }: Original,
): AnyRecord[] {
  const repriced = parts.filter(isRepriced).map(({ line }) => line)
  const own = documentAmounts(repriced, currencyDecimals(currency), taxRounding, pricesIncludeTax)
  const kept = (found: (name: keyof AmountFields) => number | null) =>
    fields && Object.fromEntries(AMOUNTS.map((name) => [fields[name], found(name)]))
  return parts.map(({ line, share }) => {
    const place = repriced.indexOf(line)
    if (place < 0) return { ...line, ...share, ...kept(() => null) }
    return { ...line, ...own[place], ...kept((name) => share[name]) }
  })
}
