import { creditClaimOf } from '../resources/sales-orders/order-moves.ts'
import { salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import type { Check } from './check.ts'

export const creditClaims: Check = {
  name: 'credit',
  promise: 'Orders count against the credit of their customer with what is not invoiced of them.',
  async run({ pages }, protocol) {
    for await (const orders of pages(salesOrders))
      for (const { id, status, total, issuedTotal, uninvoicedAmount } of orders) {
        protocol.looked(1)
        protocol.expect(id, 'uninvoicedAmount', uninvoicedAmount, creditClaimOf(status, total, issuedTotal))
      }
  },
}
