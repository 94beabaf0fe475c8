import type { DescribedDocument } from '../../../../../server/src/model/description.ts'
import {
  currencyDecimals,
  DECIMALS,
  documentAmounts,
  type LineTerms,
  lineAmounts,
  shownAmount,
  subtotalAt,
  type TaxRounding,
  type Totals,
  totalsOf,
} from '../../../../../server/src/model/money.ts'
import type { Field, Row } from '../../../api/resources.ts'

/** A line while it is being written. */
export interface Line {
  /** Identifies the line when lines are moved. */
  readonly key: number
  /** Of a line that the server knows. */
  readonly id?: string
  readonly kind: LineKind
  readonly item: string | null
  /** More about the item; or all that the line says, where it has none. Null: there is no place to write it. */
  readonly description: string | null
  /** Text for which no item has been chosen. */
  readonly typed?: string | undefined
  readonly itemCode: string
  readonly itemName: string
  readonly uom: string
  readonly quantity: number | null
  readonly rate: number | null
  readonly discount: number | null
  readonly taxRate: number | null
  /** The usual price of the item, and how much of it is available; unknown for lines that were read. */
  readonly listPrice?: number
  readonly available?: number
}

export type LineKind = 'item' | 'text' | 'heading' | 'subtotal'
export type NumberName = 'quantity' | 'rate' | 'discount' | 'taxRate'
export const NUMBERS = ['quantity', 'rate', 'discount', 'taxRate'] as const

let lastKey = 0

export const newLine = (more: Partial<Line> = {}): Line => ({
  key: ++lastKey,
  kind: 'item',
  item: null,
  description: null,
  itemCode: '',
  itemName: '',
  uom: '',
  quantity: 1,
  rate: null,
  discount: 0,
  taxRate: null,
  ...more,
})

/** A line that only structures the document has no numbers. */
export const isPriced = ({ kind }: Line): boolean => kind === 'item'

/** A line that sells something that is no item. */
export const isFree = ({ kind, item, description }: Line): boolean =>
  kind === 'item' && item === null && description !== null

/** Nothing has been entered on it. */
export const isBlank = ({ kind, item, typed, description }: Line): boolean =>
  kind !== 'subtotal' && item === null && !typed && !description?.trim()

/** A line that is there already, to be changed; or to be taken over into another document. */
export const lineFrom = (row: Row, isCopy = false): Line =>
  newLine({
    ...(!isCopy && { id: row.id }),
    ...itemIn(row),
    kind: (row.kind ?? 'item') as LineKind,
    description: (row.description ?? null) as string | null,
    quantity: numberIn(row.quantity),
    rate: numberIn(row.rate),
    discount: numberIn(row.discount),
    taxRate: numberIn(row.taxRate),
  })

/** The same price with its tax where it was without it, or without it: a copy is written as the settings are by then. */
export const turned = (line: Line, wasGross: boolean): Line => ({
  ...line,
  ...(line.rate && {
    rate: shownAmount(lineAmounts({ ...termsOf(line), quantity: 1, discount: 0 }, DECIMALS, wasGross), !wasGross),
  }),
})

const itemIn = ({ item, itemCode, itemName, uom }: Row) => ({
  item: (item ?? null) as string | null,
  itemCode: String(itemCode ?? ''),
  itemName: String(itemName ?? ''),
  uom: String(uom ?? ''),
})

const numberIn = (value: unknown) => (typeof value === 'number' ? value : null)

/** The fields of an item that have the price and the tax of a line. */
export type ItemTerms = Pick<DescribedDocument, 'price' | 'tax'>

/** Choosing an item sets its price and tax; values that the user typed before stay. */
export function withItem(line: Line, item: Row, terms: ItemTerms): Line {
  const isOther = line.item !== null && line.item !== item.id
  const price = numberIn(item[terms.price ?? ''])
  const tax = numberIn(item[taxField(terms) ?? ''])
  const isStocked = item.itemType !== 'Service' && typeof item.availableStock === 'number'
  return {
    ...line,
    ...itemIn({ ...item, item: item.id }),
    typed: undefined,
    rate: isOther ? price : (line.rate ?? price),
    taxRate: isOther ? tax : (line.taxRate ?? tax),
    ...(price !== null && { listPrice: price }),
    ...(isStocked ? { available: item.availableStock as number } : { available: undefined as never }),
  }
}

/** Null: an item has none. */
export const taxField = ({ tax = 'taxRate' }: ItemTerms): string | null => tax

/** The lines of the request: only declared fields with known values. */
export const inputOf = (
  lines: readonly Line[],
  parts: readonly Field[],
): readonly Readonly<Record<string, unknown>>[] =>
  lines.filter((line) => !isBlank(line)).map((line) => ({ ...(line.id && { id: line.id }), ...known(line, parts) }))

/** An item says its unit, and a line that only structures the document has nothing but words. */
function isWritten({ name, isReadOnly }: Field, line: Line): boolean {
  const value = (line as unknown as Row)[name]
  if (isReadOnly || !Object.hasOwn(line, name) || value === null || value === '') return false
  if (name === 'kind') return value !== 'item'
  if (name === 'uom') return isFree(line)
  return isPriced(line) || name === 'description'
}

const known = (line: Line, parts: readonly Field[]) =>
  Object.fromEntries(
    parts.filter((part) => isWritten(part, line)).map(({ name }) => [name, (line as unknown as Row)[name]]),
  )

const USUAL_DECIMALS = 2

export const decimalsOf = (currency: string | undefined): number =>
  currency ? currencyDecimals(currency) : USUAL_DECIMALS

const termsOf = ({ quantity, rate, discount, taxRate }: Line): LineTerms => ({
  quantity: quantity ?? 0,
  rate: rate ?? 0,
  discount: discount ?? 0,
  taxRate: taxRate ?? 0,
})

/** The server computes with the same code. */
export const amountOf = (line: Line, decimals: number, isGross: boolean): number =>
  shownAmount(lineAmounts(termsOf(line), decimals, isGross), isGross)

export function totalsFor(lines: readonly Line[], decimals: number, taxRounding: TaxRounding, isGross = false): Totals {
  const priced = lines.filter((line) => isPriced(line) && !isBlank(line))
  return totalsOf(documentAmounts(priced.map(termsOf), decimals, taxRounding, isGross))
}

/** What each subtotal shows, by the key of its line. */
export function subtotalsIn(lines: readonly Line[], decimals: number, isGross: boolean): ReadonlyMap<number, number> {
  if (lines.every(isPriced)) return NONE
  const priced = lines.map((line) => ({
    kind: line.kind,
    amount: isPriced(line) ? amountOf(line, decimals, isGross) : 0,
  }))
  return new Map(
    lines.flatMap(({ kind, key }, index) => (kind === 'subtotal' ? [[key, subtotalAt(priced, index)]] : [])),
  )
}

const NONE: ReadonlyMap<number, number> = new Map()

/** One place up or down; at the edge it stays. */
export function moved(lines: readonly Line[], index: number, by: 1 | -1): readonly Line[] {
  const target = index + by
  if (target < 0 || target >= lines.length) return lines
  return lines.with(index, lines[target]!).with(target, lines[index]!)
}

/** There is always an empty line. */
export const removed = (lines: readonly Line[], index: number): readonly Line[] =>
  lines.length === 1 ? [newLine()] : lines.toSpliced(index, 1)
