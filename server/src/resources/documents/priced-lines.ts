import { defineProblems, Problem, refuseFaults } from '../../core/problem.ts'
import type { Detail } from '../../model/input.ts'
import { choiceName, msg, toldOf } from '../../model/message.ts'
import { documentAmounts, type LineAmounts, type Taxation, TOTAL_MAX, totalsOf } from '../../model/money.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import { items as catalogue, type Item } from '../items/items.resource.ts'
import type { DocumentResource } from './document-type.ts'
import type { LINE_KINDS } from './line-forms.fields.ts'

export const { INACTIVE_REFERENCE, TOTAL_MISMATCH } = defineProblems({
  INACTIVE_REFERENCE: [422, msg`A record that is used here is inactive.`],
  TOTAL_MISMATCH: [422, msg`The total is not the one that you expected.`],
})

/** What a line of a document with prices holds. */
export interface PricedLine extends LineAmounts {
  readonly id: string
  readonly kind: (typeof LINE_KINDS)[number]
  readonly item: string | null
  readonly description: string | null
  readonly quantity: number
  readonly rate: number
  readonly discount: number
  readonly taxRate: number
  readonly itemCode: string | null
  readonly itemName: string | null
  readonly itemType: string | null
  readonly uom: string | null
}

/** Services, and what is no item, are done, not delivered. */
export const hasStock = ({
  item,
  itemType,
}: {
  readonly item?: string | null
  readonly itemType?: string | null
}): boolean => item !== null && itemType !== 'Service'

const NO_ITEM = { item: null, itemCode: null, itemName: null, itemType: null }
/** What a line that only structures the document says of an item and its amounts. */
const STRUCTURE = { ...NO_ITEM, uom: null, quantity: 0, rate: 0, discount: 0, taxRate: 0 }

/** What a document asks to price one of its lines that does not say its own price. */
export interface PriceQuestion {
  readonly party: string
  readonly item: Item
  readonly quantity: number
  readonly date: string
}
export type PriceSource = (question: PriceQuestion) => { readonly rate: number }

/** The one place that says where prices come from: from a field of the item. */
export const priceSourceOf =
  ({ document: { price } }: DocumentResource): PriceSource =>
  ({ item }) => ({ rate: (item as AnyRecord)[price!] as number })

/** What of an item a line is taxed by; a line of a document that items say nothing for is untaxed until it says otherwise. */
const taxRateOf = (item: Item, tax: string | null = 'taxRate'): number =>
  tax === null ? 0 : ((item as AnyRecord)[tax] as number)

export interface Pricing extends Pick<PriceQuestion, 'party' | 'date'>, Taxation {
  readonly document: DocumentResource
  readonly decimals: number
}

/**
 * Copies names and prices onto the lines, so that they stay as they were agreed when the item changes. A line that was
 * there before with the same item keeps what it says.
 */
export function pricedLines<L extends PricedLine>(
  lines: readonly L[],
  before: readonly L[],
  items: ReadonlyMap<string, Item>,
  { document, party, date, decimals, taxRounding, pricesIncludeTax }: Pricing,
): L[] {
  const priceOf = priceSourceOf(document)
  const copied = (item: Item, quantity: number): Agreed => {
    const { itemCode, itemName, itemType, uom } = item
    const { rate } = priceOf({ party, item, quantity, date })
    return { rate, taxRate: taxRateOf(item, document.document.tax), itemCode, itemName, itemType, uom }
  }
  const known = new Map(before.map((line) => [line.id, line]))
  const priced = lines.map((line) => {
    if (line.kind !== 'item') return { ...line, ...STRUCTURE }
    if (line.item === null) return { ...line, ...NO_ITEM }
    const old = line.id ? known.get(line.id) : undefined
    return withItem(line, old?.item === line.item ? old : copied(items.get(line.item)!, line.quantity))
  })
  const amounts = documentAmounts(priced, decimals, taxRounding, pricesIncludeTax)
  return priced.map((line, index) => ({ ...line, ...amounts[index] }))
}

type Agreed = Pick<PricedLine, 'rate' | 'taxRate' | 'itemCode' | 'itemName' | 'itemType' | 'uom'>

function withItem<L extends PricedLine>(line: L, { rate, taxRate, itemCode, itemName, itemType, uom }: Agreed): L {
  const terms = { rate: line.rate ?? rate, taxRate: line.taxRate ?? taxRate }
  return { ...line, itemCode, itemName, itemType, uom, ...terms }
}

/** A document sells something, and what only structures it has no item. */
export function refuseMisplaced(lines: readonly PricedLine[]): void {
  const details = lines.flatMap(({ kind, item }, index): Detail[] => {
    if (kind === 'item' || item === null) return []
    return [{ field: `items[${index}].item`, message: msg`A line of the kind "${choiceName(kind)}" has no item.` }]
  })
  if (lines.every(({ kind }) => kind !== 'item'))
    details.push({ field: 'items', message: msg`Enter a line with an item or an amount.` })
  refuseFaults(details)
}

/** The totals of a document; too large ones are refused rather than kept inexactly. */
export function documentTotals(lines: readonly LineAmounts[]) {
  const totals = totalsOf(lines)
  if (totals.subtotal > TOTAL_MAX || totals.total > TOTAL_MAX) {
    const message = msg`The total would be more than ${TOTAL_MAX}.`
    throw new Problem('VALIDATION_ERROR', { text: message, details: [{ field: 'items', message }] })
  }
  return totals
}

/** Nothing inactive gets onto a new line. */
export function refuseInactive(
  lines: readonly { readonly item: string | null }[],
  items: ReadonlyMap<string, Item>,
): void {
  const details = lines.flatMap(({ item }, index): Detail[] => {
    if (item === null) return []
    const found = items.get(item)!
    if (found.isActive) return []
    const message = msg`Item ${toldOf(catalogue, found)('itemCode')} is inactive.`
    return [{ field: `items[${index}].item`, message }]
  })
  if (details.length === 0) return
  const text = msg`${details[0]!.message} Activate it or choose another one.`
  throw new Problem(INACTIVE_REFERENCE, { text, details, reveals: ['items.isActive'] })
}

export function refuseUnexpectedTotal(
  { name }: Resource,
  expected: number | null | undefined,
  total: number,
  lines: readonly LineAmounts[],
): void {
  if (expected === null || expected === undefined || expected === total) return
  const told = (path: string, value: number) => ({ told: value, path: `${name}.${path}` })
  throw new Problem(TOTAL_MISMATCH, {
    text: msg`The total is ${told('total', total)}, not ${expected} as you expected.`,
    details: lines.map(({ amount, taxAmount }, index) => ({
      field: `items[${index}]`,
      message: msg`amount ${told('items.amount', amount)}, tax ${told('items.taxAmount', taxAmount)}`,
    })),
  })
}
