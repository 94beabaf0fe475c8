import {
  currencyDecimals,
  documentAmounts,
  type LineAmounts,
  type LineTerms,
  partAmounts,
  partTaxes,
  sumOf,
} from '../../model/money.ts'
import type { Pick as Picked } from '../documents/pick-lines.ts'
import type { OrderLine, SalesOrder } from '../sales-orders/sales-orders.resource.ts'
import type { InvoiceLine } from './invoices.resource.ts'

/**
 * A line of an invoice takes a share of a line of its order, reckoned at the prices of the order. So the shares of all invoices add
 * up to the order to the cent, also where an invoice charges other prices than the order.
 */

export type Prices = Pick<LineTerms, 'rate' | 'discount' | 'taxRate'>

const NO_SHARE = { orderDiscount: null, orderAmount: null, orderTax: null }

/** What a line takes of its order line. */
export function shareOf(line: InvoiceLine): LineAmounts {
  const { orderDiscount, orderAmount, orderTax, discountAmount, amount, taxAmount } = line
  if (orderAmount === null) return { discountAmount, amount, taxAmount }
  return { discountAmount: orderDiscount!, amount: orderAmount, taxAmount: orderTax! }
}

/** What an invoice takes of the total of its order. */
export const shareTotal = (lines: readonly InvoiceLine[]): number =>
  sumOf(lines.map(shareOf).flatMap(({ amount, taxAmount }) => [amount, taxAmount]))

/** A line of an invoice, the prices of its order line, and what it takes of that. */
interface Part<L> {
  readonly line: L
  readonly agreed: Prices
  readonly share: LineAmounts
}

const isRepriced = ({ line: { rate, discount, taxRate }, agreed }: Part<Prices>) =>
  rate !== agreed.rate || discount !== agreed.discount || taxRate !== agreed.taxRate

/** What lines charge: each its share, or its quantity at prices that differ from those of the order. */
function charged<L extends LineTerms>(parts: readonly Part<L>[], { currency, taxRounding }: SalesOrder) {
  const repriced = parts.filter(isRepriced).map(({ line }) => line)
  const own = documentAmounts(repriced, currencyDecimals(currency), taxRounding)
  return parts.map(({ line, share: { discountAmount, amount, taxAmount } }) => {
    const place = repriced.indexOf(line)
    if (place < 0) return { ...line, discountAmount, amount, taxAmount, ...NO_SHARE }
    return { ...line, ...own[place]!, orderDiscount: discountAmount, orderAmount: amount, orderTax: taxAmount }
  })
}

/** New lines for parts of the lines of an order, at its prices or at others. */
export function invoiceLines(
  order: SalesOrder,
  picks: readonly Picked<OrderLine>[],
  pricesOf: (line: OrderLine) => Prices = (line) => line,
) {
  const all = withStructure(order.items, picks)
  const shares = sharesOf(order, all)
  const parts = all.map(({ line: agreed, quantity: picked }, index) => {
    const { id, kind, item, description, itemCode, itemName, itemType, uom } = agreed
    const said = { orderLine: id, kind, item, description, itemCode, itemName, itemType, uom }
    const { rate, discount, taxRate } = pricesOf(agreed)
    const terms = { quantity: sumOf([picked]), rate, discount, taxRate }
    return { line: { ...said, ...terms }, agreed, share: shares[index]! }
  })
  return charged(parts, order)
}

/** Headings, texts and subtotals go with the lines of their section: from one heading to the next. */
function withStructure(lines: readonly OrderLine[], picks: readonly Picked<OrderLine>[]): readonly Picked<OrderLine>[] {
  if (lines.every(({ kind }) => kind === 'item')) return picks
  const picked = new Map(picks.map((pick) => [pick.line, pick]))
  const sections: OrderLine[][] = []
  for (const line of lines) {
    if (line.kind === 'heading' || sections.length === 0) sections.push([line])
    else sections.at(-1)!.push(line)
  }
  return sections
    .filter((section) => section.some((line) => picked.has(line)))
    .flatMap((section) =>
      section.flatMap((line) => (line.kind === 'item' ? (picked.get(line) ?? []) : { line, quantity: 0 })),
    )
}

/** What parts of the lines of an order come to, at its prices. */
function sharesOf(order: SalesOrder, picks: readonly Picked<OrderLine>[]): LineAmounts[] {
  const decimals = currencyDecimals(order.currency)
  const shares = picks.map(({ line, quantity }) => {
    const billed = { discountAmount: line.billedDiscount, amount: line.billedAmount, taxAmount: line.billedTax }
    return partAmounts(line, { quantity, billedQuantity: line.invoicedQuantity, billed }, decimals)
  })
  if (order.taxRounding === 'line') return shares
  const parts = shares.map(({ amount }, index) => ({ amount, taxRate: picks[index]!.line.taxRate }))
  const taxes = partTaxes(order.items, parts, decimals)
  return shares.map((share, index) => ({ ...share, taxAmount: taxes[index]! }))
}

/** What the order has to note of the lines of an invoice; with -1, when the invoice is voided. */
export const billedParts = (lines: readonly InvoiceLine[], sign: 1 | -1 = 1) =>
  lines.map((line) => {
    const { discountAmount, amount, taxAmount } = shareOf(line)
    return {
      line: line.orderLine!,
      quantity: sign * line.quantity,
      discountAmount: sign * discountAmount,
      amount: sign * amount,
      taxAmount: sign * taxAmount,
    }
  })

/** The lines of a draft with the prices that were sent. Which lines there are, and how much of each, the order decides. */
export function repricedLines(
  lines: readonly InvoiceLine[],
  before: readonly InvoiceLine[],
  order: SalesOrder,
): InvoiceLine[] {
  const known = new Map(before.map((line) => [line.id, line]))
  const agreed = new Map(order.items.map((line) => [line.id, line]))
  const parts = lines.flatMap((line) => {
    const old = known.get(line.id)
    const prices = agreed.get(old?.orderLine ?? '')
    if (!old || !prices) return []
    const terms = { rate: line.rate ?? old.rate, taxRate: line.taxRate ?? old.taxRate }
    return { line: { ...line, ...terms }, agreed: prices, share: shareOf(old) }
  })
  // Other lines than those of the order are refused.
  return parts.length === lines.length ? charged(parts, order) : [...lines]
}

const pricesIn = (lines: readonly InvoiceLine[]) =>
  lines.map(({ id, rate, discount, taxRate }) => [id, rate, discount, taxRate].join()).join(';')

export const hasOtherPrices = (lines: readonly InvoiceLine[], before: readonly InvoiceLine[]): boolean =>
  pricesIn(lines) !== pricesIn(before)
