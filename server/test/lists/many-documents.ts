// Documents by the thousand, written past the API, for the plans of the database.
import type { Records } from '../../src/core/store.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { deliveries } from '../../src/resources/deliveries/deliveries.resource.ts'
import { invoices } from '../../src/resources/invoices/invoices.resource.ts'
import { payments } from '../../src/resources/payments/payments.resource.ts'
import { salesOrders } from '../../src/resources/sales-orders/sales-orders.resource.ts'
import { stockMovements } from '../../src/resources/stock-movements/stock-movements.resource.ts'

const DAY_MS = 86_400_000

/** The customers and items of the documents, and their positions in the table, from 0 to 1. */
export interface Place {
  readonly index: number
  readonly share: number
  readonly customer: string
  readonly item: string
}

/** Equal values close together, as they come in real life. */
const inTurn = <T>(values: readonly T[], { share }: Place): T => values[Math.floor(share * values.length)]!

export const dayAt = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * DAY_MS).toISOString().slice(0, 10)

const ware = { itemCode: 'WARE', itemName: 'Ware', itemType: 'Product', uom: 'Nos' }
const amounts = { discountAmount: 0, amount: 1, taxAmount: 0 }
const unbilled = { deliveredQuantity: 0, invoicedQuantity: 0, billedDiscount: 0, billedAmount: 0, billedTax: 0 }
const lineOf = ({ item }: Place) => ({
  ...{ kind: 'item', description: null, item, quantity: 1, rate: 1, discount: 0, taxRate: 0 },
  ...ware,
  ...amounts,
})
const totals = {
  taxRounding: 'line',
  pricesIncludeTax: false,
  subtotal: 1,
  discountTotal: 0,
  taxTotal: 0,
  currency: 'EUR',
  paymentTerms: null,
  notes: null,
}
const nowhere = { street: null, city: null, state: null, zipCode: null, country: null }

const orderAt = (place: Place) => ({
  orderNumber: `SO-${place.index}`,
  customer: place.customer,
  customerName: `Customer ${place.index % 300}`,
  orderDate: dayAt(place.index),
  deliveryDate: place.index % 3 ? dayAt(place.index + 7) : null,
  status: inTurn(['closed', 'cancelled', 'on_hold', 'submitted', 'draft'], place),
  deliveryStatus: inTurn(['delivered', 'partly_delivered', 'not_delivered'], place),
  invoiceStatus: inTurn(['invoiced', 'partly_invoiced', 'not_invoiced'], place),
  items: [{ ...lineOf(place), ...unbilled }],
  ...totals,
  total: (place.index * 7) % 1000,
  issuedTotal: 0,
  uninvoicedAmount: 0,
})

const invoiceAt = (place: Place, salesOrder: string) => ({
  invoiceNumber: place.share < 0.95 ? `INV-${place.index}` : null,
  status: inTurn(['paid', 'cancelled', 'partially_paid', 'unpaid', 'draft'], place),
  salesOrder: place.index % 5 ? salesOrder : null,
  customer: place.customer,
  customerName: `Customer ${place.index % 300}`,
  invoiceDate: dayAt(place.index),
  dueDate: place.index % 4 ? dayAt(place.index + 30) : null,
  items: [{ ...lineOf(place), orderLine: null }],
  ...totals,
  total: (place.index * 7) % 1000,
  amountPaid: 0,
  discountGiven: 0,
  outstanding: (place.index * 11) % 700,
  billingAddress: nowhere,
  overdueFrom: dayAt(place.index + 31),
})

export async function insertDocuments(records: Records, place: Place): Promise<void> {
  const { index, customer, item } = place
  const day = dayAt(index)
  const order = await records.insert(salesOrders, orderAt(place) as AnyRecord as never)
  const invoice = await records.insert(invoices, invoiceAt(place, order.id) as AnyRecord as never)
  const method = inTurn(['cash', 'card', 'bank_transfer'] as const, place)
  const amount = 1 + (index % 90)
  const allocations = [{ invoice: invoice.id, amount, discount: 0 }]
  const paid = { invoice: invoice.id, customer, amount, unallocated: 0, allocations, paymentDate: day, method }
  await records.insert(payments, paid as AnyRecord as never)
  const { itemType: _, ...named } = ware
  const delivered = { line: order.items[0]!.id, item, quantity: 1, ...named }
  const { id: salesOrder, orderNumber, customerName } = order
  const number = { deliveryNumber: `DN-${index}` }
  const head = { ...number, salesOrder, orderNumber, customer, customerName, deliveryDate: day, notes: null }
  const delivery = await records.insert(deliveries, { ...head, items: [delivered] } as AnyRecord as never)
  const reason = inTurn(['receipt', 'adjustment', 'delivery'] as const, place)
  const cause = reason === 'delivery' ? delivery.id : null
  const source = { resource: cause && 'deliveries', id: cause }
  await records.insert(stockMovements, {
    item,
    quantity: 1,
    reason,
    note: null,
    delivery: cause,
    source,
    balance: index,
  })
}
