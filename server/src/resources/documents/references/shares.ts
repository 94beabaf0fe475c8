import type { AmountFields, DocumentSource, Progress } from '../../../model/document.ts'
import {
  currencyDecimals,
  documentAmounts,
  type LineAmounts,
  type LineTerms,
  partAmounts,
  partTaxes,
  sumOf,
  type TaxRounding,
} from '../../../model/money.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import type { Pick as Picked } from './pick-lines.ts'

/**
 * A line takes a share of a line of its original, at the prices agreed there. So the shares of all documents add up to the original
 * to the cent, also where one of them charges other prices.
 */

export type Prices = Pick<LineTerms, 'rate' | 'discount' | 'taxRate'>

const AMOUNTS = ['discountAmount', 'amount', 'taxAmount'] as const

const amountsBy = (found: (name: keyof AmountFields) => unknown): LineAmounts =>
  Object.fromEntries(AMOUNTS.map((name) => [name, (found(name) as number | undefined) ?? 0])) as unknown as LineAmounts

/** What a line takes of the other one. */
export function shareOf({ share }: DocumentSource, line: AnyRecord): LineAmounts {
  const isApart = share !== undefined && line[share.amount] !== null
  return amountsBy((name) => line[isApart ? share[name] : name])
}

/** What a document takes of the total of its original. */
export const shareTotal = (source: DocumentSource, lines: readonly AnyRecord[]): number =>
  sumOf(lines.map((line) => shareOf(source, line)).flatMap(({ amount, taxAmount }) => [amount, taxAmount]))

interface Original {
  readonly items: readonly AnyRecord[]
  readonly currency: string
  readonly taxRounding: TaxRounding
}

/** What parts of the lines of an original come to, at its prices. */
export function sharesOf(
  original: Original,
  picks: readonly Picked<AnyRecord>[],
  { line: taken, amounts }: Progress,
): LineAmounts[] {
  const { currency, taxRounding } = original
  const decimals = currencyDecimals(currency)
  const terms = picks.map(({ line, quantity }) => ({ ...(line as AnyRecord & LineTerms), quantity }))
  if (!amounts) return documentAmounts(terms, decimals, taxRounding)
  const shares = picks.map(({ line, quantity }) => {
    const billed = amountsBy((name) => line[amounts[name]])
    return partAmounts(
      line as unknown as LineTerms,
      { quantity, billedQuantity: line[taken] as number, billed },
      decimals,
    )
  })
  if (taxRounding === 'line') return shares
  const billed = original.items.map((line) => billedLine(line, amounts))
  const taxes = partTaxes(
    billed,
    shares.map(({ amount }, index) => ({ amount, taxRate: terms[index]!.taxRate })),
    decimals,
  )
  return shares.map((share, index) => ({ ...share, taxAmount: taxes[index]! }))
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
  { currency, taxRounding }: Original,
): AnyRecord[] {
  const repriced = parts.filter(isRepriced).map(({ line }) => line)
  const own = documentAmounts(repriced, currencyDecimals(currency), taxRounding)
  const kept = (found: (name: keyof AmountFields) => number | null) =>
    fields && Object.fromEntries(AMOUNTS.map((name) => [fields[name], found(name)]))
  return parts.map(({ line, share }) => {
    const place = repriced.indexOf(line)
    if (place < 0) return { ...line, ...share, ...kept(() => null) }
    return { ...line, ...own[place], ...kept((name) => share[name]) }
  })
}
