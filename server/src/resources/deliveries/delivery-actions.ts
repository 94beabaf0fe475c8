import { type Action, type Context, writeAction } from '../../core/action.ts'
import { createRecord } from '../../core/changes.ts'
import { Problem } from '../../core/problem.ts'
import { defineRules } from '../../core/rules.ts'
import { sumOf } from '../../model/money.ts'
import { type AnyRecord, fieldsOf } from '../../model/resource.ts'
import { type OrderLine, type SalesOrder, salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { today } from '../shared/business.ts'
import { type Pick, pickLines, type Wish } from '../shared/pick-lines.ts'
import { stockMovements } from '../stock-movements/stock-movements.resource.ts'
import { type Delivery, deliveries } from './deliveries.resource.ts'

export const deliveryRules = defineRules(deliveries, {
  derive: async ({ deliveryDate }, ctx) => ({ deliveryDate: deliveryDate ?? (await today(ctx)) }),
  editable: () => ['deliveryDate', 'notes'],
})

const picking = {
  left: ({ itemType, quantity, deliveredQuantity }: OrderLine) =>
    itemType === 'Service' ? 0 : sumOf([quantity, -deliveredQuantity]),
  tooMuch: 'DOCUMENT_LOCKED',
  verb: 'delivered',
} as const

/** Goods leave the warehouse: the order knows, what was set aside is used, and the ledger says where it went. */
export const createDelivery: Action = writeAction({
  name: 'create',
  method: 'POST',
  path: '',
  summary: 'Enter a delivery',
  description: 'Delivers all that is left of the order, or the given lines. What is not in stock cannot be delivered.',
  access: 'create',
  input: fieldsOf(deliveries),
  mode: 'create',
  status: 201,
  problems: ['INSUFFICIENT_STOCK', 'DOCUMENT_LOCKED'],
  async run(ctx, { input }) {
    const { salesOrder, items: wishes, ...values } = input as AnyRecord & { salesOrder: string; items: Wish[] }
    const order = await ctx.records.lock(salesOrders, salesOrder)
    refuseUndeliverable(order)
    const picks = pickLines(order, wishes, picking)
    if (picks.length === 0) throw nothingLeft(order)
    await ctx.act(salesOrders, 'note-delivered', { id: order.id, input: { parts: partsOf(picks, 1) } })
    const { customer, customerName, orderNumber } = order
    const items = picks.map(({ line, quantity }) => {
      const { id, item, itemCode, itemName, uom } = line
      return { line: id, item, itemCode, itemName, uom, quantity }
    })
    const head = { salesOrder, customer, customerName, orderNumber }
    const delivery = await createRecord(ctx, deliveries, deliveryRules, { ...values, ...head, items })
    await moveStock(ctx, delivery, -1)
    return { record: delivery }
  },
})

/** Goods came back, or never left: everything is undone, and the ledger shows both. */
export const deleteDelivery: Action = writeAction({
  name: 'delete',
  method: 'DELETE',
  path: '/:id',
  summary: 'Undo a delivery',
  access: 'delete',
  status: 204,
  async run(ctx, { id }) {
    const { salesOrder } = await ctx.records.get(deliveries, id)
    await ctx.records.lock(salesOrders, salesOrder) // before the delivery, as when it was entered
    const delivery = await ctx.records.lock(deliveries, id)
    const parts = delivery.items.map(({ line, quantity }) => ({ line, quantity: -quantity }))
    await ctx.act(salesOrders, 'note-delivered', { id: salesOrder, input: { parts } })
    await moveStock(ctx, delivery, 1)
    await ctx.records.remove(deliveries, delivery)
    return undefined
  },
})

const partsOf = (picks: readonly Pick[], sign: 1 | -1) =>
  picks.map(({ line, quantity }) => ({ line: line.id, quantity: sign * quantity }))

/** Items in one order everywhere, so that two deliveries never wait for each other. */
async function moveStock(ctx: Context, { id, orderNumber, items }: Delivery, sign: 1 | -1): Promise<void> {
  const reason = sign < 0 ? 'delivery' : 'delivery_cancelled'
  for (const { item, quantity } of items.toSorted((a, b) => (a.item! < b.item! ? -1 : 1))) {
    const input = { item, quantity: sign * quantity, reason, delivery: id, note: orderNumber }
    await ctx.act(stockMovements, 'post', { input })
  }
}

function refuseUndeliverable({ status, orderNumber }: SalesOrder): void {
  if (status === 'submitted') return
  const instead = {
    draft: 'Submit it first.',
    on_hold: 'Release it first.',
    closed: 'Open it again first.',
    cancelled: 'Nothing of it can be delivered.',
  }
  const message = `The order ${orderNumber} is ${status}. ${instead[status]}`
  throw new Problem('DOCUMENT_LOCKED', { message, details: [{ field: 'salesOrder', message }] })
}

const nothingLeft = ({ orderNumber }: SalesOrder) => {
  const message = `Nothing of the order ${orderNumber} is left to be delivered.`
  return new Problem('DOCUMENT_LOCKED', { message, details: [{ field: 'salesOrder', message }] })
}
