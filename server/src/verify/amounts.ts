import { currencyDecimals, documentAmounts, totalsOf } from '../model/money.ts'
import { type Invoice, invoices } from '../resources/invoices/invoices.resource.ts'
import { type SalesOrder, salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import type { Check, Protocol } from './check.ts'

export const amounts: Check = {
  name: 'amounts',
  promise: 'Every line comes to what its quantity, price, discount and tax say, and every total to its lines.',
  async run(snapshot, protocol) {
    for (const documents of [salesOrders, invoices])
      for await (const page of snapshot.pages<typeof salesOrders | typeof invoices>(documents))
        for (const document of page) {
          checkLines(document, protocol)
          checkTotals(document, protocol)
        }
  },
}

function checkLines({ id, currency, taxRounding, items }: SalesOrder | Invoice, protocol: Protocol): void {
  // A line of an order is invoiced in parts; what these add up to, the check of invoicing knows. At prices of its own it is not.
  const whole = items.filter((line) => !('orderLine' in line && line.orderLine !== null && line.orderAmount === null))
  for (const [place, right] of documentAmounts(whole, currencyDecimals(currency), taxRounding).entries()) {
    const line = whole[place]!
    for (const name of ['discountAmount', 'amount', 'taxAmount'] as const)
      protocol.expect(id, `items[${(items as readonly unknown[]).indexOf(line)}].${name}`, line[name], right[name])
  }
}

function checkTotals(document: SalesOrder | Invoice, protocol: Protocol): void {
  const { id, items } = document
  protocol.looked(items.length)
  if (items.length === 0) protocol.fault(id, 'It has no lines.')
  const right = totalsOf(items)
  for (const name of ['subtotal', 'discountTotal', 'taxTotal', 'total'] as const)
    protocol.expect(id, name, document[name], right[name])
}
