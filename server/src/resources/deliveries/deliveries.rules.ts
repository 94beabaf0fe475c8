import type { Context } from '../../core/action.ts'
import { type Blocker, Problem, refuseBlocked } from '../../core/problem.ts'
import { choiceName, msg } from '../../model/message.ts'
import { sumOf } from '../../model/money.ts'
import { customers } from '../customers/customers.resource.ts'
import type { DocumentBehaviour } from '../documents/document-behaviour.ts'
import { documentRules, nextDocumentNumber } from '../documents/document-rules.ts'
import { type Picking, pickLines, type RequestedLine } from '../documents/pick-lines.ts'
import { hasStock } from '../documents/priced-lines.ts'
import { noteDelivered } from '../sales-orders/sales-orders.operations.ts'
import { type OrderLine, type SalesOrder, salesOrders } from '../sales-orders/sales-orders.resource.ts'
import { today } from '../settings/settings.operations.ts'
import { type Delivery, deliveries } from './deliveries.resource.ts'

export const deliveryRules = documentRules(deliveries, {
  async derive(delivery, ctx, before) {
    const deliveryDate = delivery.deliveryDate ?? (await today(ctx))
    if (before) return { deliveryDate }
    const content = await contentOf(ctx, delivery)
    const { number: deliveryNumber } = await nextDocumentNumber(ctx, deliveries, deliveryDate)
    return { deliveryDate, deliveryNumber, ...content }
  },
  problems: ['DOCUMENT_LOCKED'],
  editable: () => ['deliveryDate', 'notes'],
  // The order knows what has left the warehouse for it.
  async changed(ctx, { before, after }) {
    if (before && after) return
    const [delivery, sign] = after ? ([after, 1] as const) : ([before!, -1] as const)
    const parts = delivery.items.map(({ line, quantity }) => ({ line: line!, quantity: sign * quantity }))
    await noteDelivered(ctx, delivery.salesOrder, parts)
  },
})

/** A delivery from before it kept an address has none: then the current one is printed, if its reader may see it. */
const deliveryAddress = ({ deliveryAddress: kept }: Delivery) =>
  Object.values(kept).some((part) => part !== null) ? kept : undefined

export const deliveryBehaviour: DocumentBehaviour = {
  rules: deliveryRules,
  printing: { prints: ['deliveryAddress'], address: deliveryAddress },
  stock: {
    create: {
      summary: 'Enter a delivery',
      description:
        'Delivers all that is left of the order, or the given lines. What is not in stock cannot be delivered.',
      from: { resource: salesOrders, field: 'salesOrder', blocker: undeliverable },
    },
    delete: { summary: 'Undo a delivery' },
  },
  shippedRights: {
    sales: { can: ['read'] },
    accountant: { can: ['read'] },
    warehouse: { can: ['read', 'create', 'update', 'delete'] },
    viewer: { can: ['read'] },
  },
}

const pickingFrom = ({ orderNumber }: SalesOrder): Picking<OrderLine> => ({
  source: msg`The order ${orderNumber}`,
  reveals: [
    'orderNumber',
    ...['itemCode', 'description', 'uom', 'quantity', 'deliveredQuantity'].map((part) => `items.${part}`),
  ].map((path) => `${salesOrders.name}.${path}`),
  left: (line) => (hasStock(line) ? sumOf([line.quantity, -line.deliveredQuantity]) : 0),
  tooMuch: 'DOCUMENT_LOCKED',
  purpose: msg`delivered`,
})

/** What the order says about the delivered lines. */
async function contentOf({ records }: Context, { salesOrder, items }: Delivery): Promise<Partial<Delivery>> {
  const order = await records.lock(salesOrders, salesOrder)
  refuseBlocked(statusBlocker(order))
  const picks = pickLines(order.items, items as readonly RequestedLine[], pickingFrom(order))
  if (picks.length === 0) throw nothingLeft(order)
  const { customer, customerName, orderNumber } = order
  const { address: deliveryAddress } = await records.get(customers, customer)
  const lines = picks.map(({ line: { id, item, itemCode, itemName, uom }, quantity }) => ({
    line: id,
    item,
    itemCode,
    itemName,
    uom,
    quantity,
  }))
  return { customer, customerName, orderNumber, deliveryAddress, items: lines as unknown as Delivery['items'] }
}

/** Why nothing of an order can be delivered now. */
function undeliverable(order: SalesOrder): Blocker | undefined {
  return (
    statusBlocker(order) ??
    (pickLines(order.items, [], pickingFrom(order)).length === 0 ? nothingLeft(order) : undefined)
  )
}

function statusBlocker({ status, orderNumber }: SalesOrder): Blocker | undefined {
  if (status === 'submitted') return undefined
  const instead = {
    draft: msg`Submit it first.`,
    on_hold: msg`Release it first.`,
    closed: msg`Open it again first.`,
    cancelled: msg`Nothing of it can be delivered.`,
  }
  const message = msg`The order ${orderNumber} has the status "${choiceName(status)}". ${instead[status]}`
  const reveals = ['sales-orders.status', 'sales-orders.orderNumber']
  return { code: 'DOCUMENT_LOCKED', text: message, details: [{ field: 'salesOrder', message }], reveals }
}

const nothingLeft = ({ orderNumber }: SalesOrder) => {
  const message = msg`Nothing of the order ${orderNumber} is left to be delivered.`
  const reveals = ['sales-orders.deliveryStatus', 'sales-orders.orderNumber']
  return new Problem('DOCUMENT_LOCKED', { text: message, details: [{ field: 'salesOrder', message }], reveals })
}
