import { fromScaled, sumOf } from '../model/money.ts'
import { type Delivery, deliveries } from '../resources/deliveries/deliveries.resource.ts'
import { deliveryStatusOf } from '../resources/sales-orders/order-progress.ts'
import { type SalesOrder, salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import { type StockMovement, stockMovements } from '../resources/stock-movements/stock-movements.resource.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

export const delivering: Check = {
  name: 'deliveries',
  promise: 'Orders know what was delivered, never more than was ordered, and every delivered line is in the ledger.',
  async run(snapshot, protocol) {
    const { pages, reads } = snapshot
    for await (const orders of pages(salesOrders)) {
      const ids = orders.map(({ id }) => id)
      const byOrder = Map.groupBy(await reads.related(deliveries, 'salesOrder', ids), ({ salesOrder }) => salesOrder)
      for (const order of orders) checkOrder(order, byOrder.get(order.id) ?? [], protocol)
    }
    for await (const page of pages(deliveries)) {
      const ids = page.map(({ id }) => id)
      const entries = Map.groupBy(await reads.related(stockMovements, 'delivery', ids), ({ delivery }) => delivery)
      for (const delivery of page) checkLedger(delivery, entries.get(delivery.id) ?? [], protocol)
    }
    await checkUndone(snapshot, protocol)
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

function checkLedger({ id, items }: Delivery, entries: readonly StockMovement[], protocol: Protocol): void {
  protocol.looked(items.length)
  const asText = (lines: readonly { item: string | null; quantity: number }[], sign: 1 | -1) =>
    lines
      .map(({ item, quantity }) => `${sign * quantity} of ${item}`)
      .sort()
      .join(', ')
  protocol.expect(id, 'what the ledger says of it', asText(entries, -1), asText(items, 1))
}

/** Of a delivery that was undone, the ledger keeps both sides. */
async function checkUndone({ engine, connection }: Snapshot, protocol: Protocol): Promise<void> {
  const unbalanced = engine.builder
    .selectFrom('stock-movements as entry')
    .leftJoin('deliveries as delivery', 'delivery.id', 'entry.delivery')
    .where('entry.delivery', 'is not', null)
    .where('delivery.id', 'is', null)
    .groupBy(['entry.delivery', 'entry.item'])
    .select(({ fn }) => ['entry.delivery', 'entry.item', fn.sum('entry.quantity').as('rest')])
    .having(({ fn }) => fn.sum('entry.quantity'), '<>', 0)
  for (const [delivery, item, rest] of await connection.query(unbalanced.compile()))
    protocol.fault(String(delivery), `It is undone, but the ledger still moves ${fromScaled(Number(rest))} of ${item}.`)
}
