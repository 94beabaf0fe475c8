import { sumOf } from '../model/money.ts'
import { type Delivery, deliveries } from '../resources/deliveries/deliveries.resource.ts'
import { deliveryStatusOf } from '../resources/sales-orders/order-progress.ts'
import { type SalesOrder, salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import type { Check, Protocol } from './check.ts'

export const delivering: Check = {
  name: 'deliveries',
  promise: 'Orders know what was delivered, and never more than was ordered.',
  async run(snapshot, protocol) {
    const { pages, reads } = snapshot
    for await (const orders of pages(salesOrders)) {
      const ids = orders.map(({ id }) => id)
      const byOrder = Map.groupBy(await reads.related(deliveries, 'salesOrder', ids), ({ salesOrder }) => salesOrder)
      for (const order of orders) checkOrder(order, byOrder.get(order.id) ?? [], protocol)
    }
  },
}

function checkOrder({ id, items, deliveryStatus }: SalesOrder, done: readonly Delivery[], protocol: Protocol): void {
  protocol.looked(items.length)
  const delivered = Map.groupBy(
    done.flatMap((delivery) => delivery.items),
    ({ line }) => line,
  )
  for (const line of items) {
    const where = `${id}, line ${line.id}`
    const right = sumOf((delivered.get(line.id) ?? []).map(({ quantity }) => quantity))
    protocol.expect(where, 'deliveredQuantity', line.deliveredQuantity, right)
    protocol.atMost(where, 'deliveredQuantity', line.deliveredQuantity, line.quantity)
    delivered.delete(line.id)
  }
  for (const line of delivered.keys()) protocol.fault(id, `A line was delivered that it does not have: ${line}.`)
  protocol.expect(id, 'deliveryStatus', deliveryStatus, deliveryStatusOf(items))
}
