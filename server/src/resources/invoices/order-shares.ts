import {
  currencyDecimals,
  type LineAmounts,
  type LineTerms,
  lineAmounts,
  partAmounts,
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

/** What a line charges: its share, or its quantity at prices that differ from those of the order. */
export function chargesOf(line: LineTerms, agreed: Prices, share: LineAmounts, decimals: number) {
  const { discountAmount, amount, taxAmount } = share
  const { rate, discount, taxRate } = line
  if (rate === agreed.rate && discount === agreed.discount && taxRate === agreed.taxRate)
    return { discountAmount, amount, taxAmount, ...NO_SHARE }
  const own = lineAmounts(line, decimals)
  return { ...own, orderDiscount: discountAmount, orderAmount: amount, orderTax: taxAmount }
}

/** A new line for a part of an order line, at the prices of the order or at others. */
export function invoiceLine({ currency }: SalesOrder, { line, quantity: picked }: Picked<OrderLine>, prices: Prices) {
  const { id, item, itemCode, itemName, itemType, uom } = line
  const decimals = currencyDecimals(currency)
  const billed = { discountAmount: line.billedDiscount, amount: line.billedAmount, taxAmount: line.billedTax }
  const share = partAmounts(line, { quantity: picked, billedQuantity: line.invoicedQuantity, billed }, decimals)
  const { rate, discount, taxRate } = prices
  const terms = { quantity: sumOf([picked]), rate, discount, taxRate }
  const charges = chargesOf(terms, line, share, decimals)
  return { orderLine: id, item, itemCode, itemName, itemType, uom, ...terms, ...charges }
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
  return lines.map((line) => {
    const old = known.get(line.id)
    const prices = agreed.get(old?.orderLine ?? '')
    if (!old || !prices) return line
    const { quantity, discount } = line
    const terms = { quantity, discount, rate: line.rate ?? old.rate, taxRate: line.taxRate ?? old.taxRate }
    return { ...line, ...terms, ...chargesOf(terms, prices, shareOf(old), currencyDecimals(order.currency)) }
  })
}

const pricesIn = (lines: readonly InvoiceLine[]) =>
  lines.map(({ id, rate, discount, taxRate }) => [id, rate, discount, taxRate].join()).join(';')

export const hasOtherPrices = (lines: readonly InvoiceLine[], before: readonly InvoiceLine[]): boolean =>
  pricesIn(lines) !== pricesIn(before)
