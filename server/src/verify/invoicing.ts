import { billedByRate, sumOf } from '../model/money.ts'
import { isIssued, stageOf } from '../resources/documents/document-type.ts'
import { type Invoice, type InvoiceLine, invoices } from '../resources/invoices/invoices.resource.ts'
import { shareOf, shareTotal } from '../resources/invoices/order-shares.ts'
import { creditClaimOf, invoiceStatusOf } from '../resources/sales-orders/order-progress.ts'
import { type OrderLine, type SalesOrder, salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import type { Check, Protocol } from './check.ts'

export const invoicing: Check = {
  name: 'invoicing',
  promise:
    'What invoices take of an order never comes to more than the order, and to the cent to all of it in the end.',
  async run({ pages, reads }, protocol) {
    for await (const orders of pages(salesOrders)) {
      const ids = orders.map(({ id }) => id)
      const made = await reads.related(invoices, 'salesOrder', ids)
      const live = made.filter(({ status }) => stageOf(invoices, status) !== 'stopped')
      const byOrder = Map.groupBy(live, ({ salesOrder }) => salesOrder)
      for (const order of orders) checkOrder(order, byOrder.get(order.id) ?? [], protocol)
    }
  },
}

function checkOrder(order: SalesOrder, live: readonly Invoice[], protocol: Protocol): void {
  const { id, items, status, total, issuedTotal } = order
  protocol.looked(items.length)
  const parts = Map.groupBy(
    live.flatMap((invoice) => invoice.items),
    ({ orderLine }) => orderLine,
  )
  for (const line of items) checkLine(order, line, parts.get(line.id) ?? [], protocol)
  if (order.taxRounding === 'rate') checkTaxes(order, protocol)
  const known = new Set<string | null>(items.map((line) => line.id))
  for (const { id: invoice, items: lines } of live)
    if (lines.some(({ orderLine }) => !known.has(orderLine)))
      protocol.fault(invoice, `It has a line that the order ${id} does not have.`)
  const issued = live
    .filter((invoice) => isIssued(invoices, invoice.status))
    .map((invoice) => shareTotal(invoice.items))
  protocol.expect(id, 'issuedTotal', issuedTotal, sumOf(issued))
  protocol.expect(id, 'uninvoicedAmount', order.uninvoicedAmount, creditClaimOf(status, total, issuedTotal))
  protocol.expect(id, 'invoiceStatus', order.invoiceStatus, invoiceStatusOf(items))
}

/**
 * A line of an order is invoiced in parts; what these add up to is checked here. At prices of its own, a line comes to what it
 * says.
 */
export const isShare = (line: object): boolean =>
  'orderLine' in line && line.orderLine !== null && (line as InvoiceLine).orderAmount === null

/** Drafts count too: what they hold cannot be invoiced again. */
function checkLine(order: SalesOrder, line: OrderLine, parts: readonly InvoiceLine[], protocol: Protocol): void {
  const id = `${order.id}, line ${line.id}`
  const shares = parts.map(shareOf)
  const sum = (name: 'discountAmount' | 'amount' | 'taxAmount') => sumOf(shares.map((share) => share[name]))
  const invoiced = sumOf(parts.map(({ quantity }) => quantity))
  protocol.expect(id, 'invoicedQuantity', line.invoicedQuantity, invoiced)
  protocol.atMost(id, 'invoicedQuantity', line.invoicedQuantity, line.quantity)
  const billed = [
    ['discountAmount', line.billedDiscount],
    ['amount', line.billedAmount],
    ['taxAmount', line.billedTax],
  ] as const
  for (const [name, kept] of billed) {
    protocol.expect(id, `what is invoiced of ${name}`, kept, sum(name))
    if (name === 'taxAmount' && order.taxRounding === 'rate') continue
    protocol.atMost(id, `what is invoiced of ${name}`, kept, line[name])
    if (line.invoicedQuantity === line.quantity)
      protocol.expect(id, `what is invoiced of ${name}, with nothing left to invoice,`, kept, line[name])
  }
}

/** Where tax is rounded for each rate, the parts of it add up for each rate. */
function checkTaxes({ id, items }: SalesOrder, protocol: Protocol): void {
  for (const [rate, { tax, whole }] of billedByRate(items)) {
    const name = `what is invoiced of the tax at ${rate} %`
    protocol.atMost(id, name, tax, whole)
    const isWhole = items.every((line) => line.taxRate !== rate || line.invoicedQuantity === line.quantity)
    if (isWhole) protocol.expect(id, `${name}, with nothing left to invoice,`, tax, whole)
  }
}
