import { defineProblems, Problem } from '../../core/problem.ts'
import type { Detail } from '../../model/input.ts'
import { msg } from '../../model/message.ts'
import { documentAmounts, type LineAmounts, type TaxRounding, TOTAL_MAX, totalsOf } from '../../model/money.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Item } from '../items/items.resource.ts'

export const { INACTIVE_REFERENCE, TOTAL_MISMATCH } = defineProblems({
  INACTIVE_REFERENCE: [422, msg`A record that is used here is inactive.`],
  TOTAL_MISMATCH: [422, msg`The total is not the one that you expected.`],
})

/** What a line of a document with prices holds. */
export interface PricedLine extends LineAmounts {
  readonly id: string
  readonly item: string
  readonly quantity: number
  readonly rate: number
  readonly discount: number
  readonly taxRate: number
  readonly itemCode: string
  readonly itemName: string
  readonly itemType: string
  readonly uom: string
}

/** Services are done, not delivered. */
export const hasStock = ({ itemType }: { readonly itemType?: string }): boolean => itemType !== 'Service'

export interface Pricing {
  /** The field of an item that holds its price. */
  readonly price: string
  readonly decimals: number
  readonly taxRounding: TaxRounding
}

/**
 * Copies names and prices onto the lines, so that they stay as they were agreed when the item changes. A line that was
 * there before with the same item keeps what it says.
 */
export function pricedLines<L extends PricedLine>(
  lines: readonly L[],
  before: readonly L[],
  items: ReadonlyMap<string, Item>,
  { price, decimals, taxRounding }: Pricing,
): L[] {
  const known = new Map(before.map((line) => [line.id, line]))
  const priced = lines.map((line) => {
    const item = items.get(line.item)!
    const { itemCode, itemName, itemType, uom, taxRate } = item
    const rate = (item as AnyRecord)[price] as number
    const old = line.id ? known.get(line.id) : undefined
    const agreed = old?.item === line.item ? old : { rate, taxRate, itemCode, itemName, itemType, uom }
    const { itemCode: code, itemName: name, itemType: type, uom: unit } = agreed
    return {
      ...line,
      itemCode: code,
      itemName: name,
      itemType: type,
      uom: unit,
      rate: line.rate ?? agreed.rate,
      taxRate: line.taxRate ?? agreed.taxRate,
    }
  })
  const amounts = documentAmounts(priced, decimals, taxRounding)
  return priced.map((line, index) => ({ ...line, ...amounts[index] }))
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
export function refuseInactive(lines: readonly { readonly item: string }[], items: ReadonlyMap<string, Item>): void {
  const details = lines.flatMap(({ item }, index): Detail[] => {
    const found = items.get(item)!
    return found.isActive ? [] : [{ field: `items[${index}].item`, message: msg`Item ${found.itemCode} is inactive.` }]
  })
  if (details.length === 0) return
  throw new Problem(INACTIVE_REFERENCE, {
    text: msg`${details[0]!.message} Activate it or choose another one.`,
    details,
    reveals: ['items.isActive', 'items.itemCode'],
  })
}

export function refuseUnexpectedTotal(
  { name }: Resource,
  expected: number | null | undefined,
  total: number,
  lines: readonly LineAmounts[],
): void {
  if (expected === null || expected === undefined || expected === total) return
  throw new Problem(TOTAL_MISMATCH, {
    text: msg`The total is ${total}, not ${expected} as you expected.`,
    details: lines.map(({ amount, taxAmount }, index) => ({
      field: `items[${index}]`,
      message: msg`amount ${amount}, tax ${taxAmount}`,
    })),
    reveals: [`${name}.total`, `${name}.items.amount`, `${name}.items.taxAmount`],
  })
}
