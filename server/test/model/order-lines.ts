import fc from 'fast-check'
import { ofParts, type Terms } from './amounts.ts'
import type { Business, Line } from './business.ts'
import { type Choice, choice, choose } from './step.ts'
import { percent, quantity, rate } from './values.ts'

/** What a client says of a line; what is left out comes from the item. */
interface NewLine {
  readonly item: Choice
  readonly quantity: bigint
  readonly rate: bigint | undefined
  readonly discount: bigint | undefined
  readonly taxRate: bigint | undefined
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })

export const newLine: fc.Arbitrary<NewLine> = fc.record({
  item: choice,
  quantity,
  rate: maybe(rate),
  discount: maybe(percent),
  taxRate: maybe(percent),
})

/** A line that has no name yet, and what to send for it. */
export interface DraftLine {
  readonly line: Line
  readonly body: object
}

function draftLine({ items }: Business, { item: which, quantity: count, ...terms }: NewLine): DraftLine | undefined {
  const item = choose(items, which, ({ isActive }) => isActive)
  if (!item) return undefined
  const line = {
    id: '',
    item,
    quantity: count,
    rate: terms.rate ?? item.price,
    discount: terms.discount ?? 0n,
    taxRate: terms.taxRate ?? item.taxRate,
  }
  return { line, body: bodyOf(line, terms) }
}

/** Undefined if the business has no item that could be ordered. */
export function draftLines(business: Business, wanted: readonly NewLine[]): DraftLine[] | undefined {
  const lines = wanted.map((line) => draftLine(business, line)).filter((line) => line !== undefined)
  return lines.length === wanted.length ? lines : undefined
}

/** The body of a line, with those of its terms that are to be said. */
export const bodyOf = (
  { item, quantity: count }: Line,
  { rate: price, discount, taxRate }: { readonly [name in keyof Terms]?: bigint | undefined },
) => ({
  item: item.id,
  quantity: ofParts(count),
  ...(price !== undefined && { rate: ofParts(price) }),
  ...(discount !== undefined && { discount: ofParts(discount) }),
  ...(taxRate !== undefined && { taxRate: ofParts(taxRate) }),
})

/** The server has given names to the lines. */
export const named = (lines: readonly Line[], { items }: { items: { id: string }[] }): Line[] =>
  lines.map((line, index) => ({ ...line, id: items[index]?.id ?? '' }))

export const wordsOf = (lines: readonly Line[]): string =>
  lines
    .map(
      ({ item, quantity: count, rate: price, discount, taxRate }) =>
        `${ofParts(count)} × ${item.label} at ${ofParts(price)} − ${ofParts(discount)} % + ${ofParts(taxRate)} %`,
    )
    .join(', ')
