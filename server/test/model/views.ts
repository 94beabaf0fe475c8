import { type Amounts, greater, linesAmounts, ofCents, ofParts, sum, totalOf } from './amounts.ts'
import { invoiceMoveVerdict, invoiceTargets } from './billing-rules.ts'
import type { Business, Customer, Delivery, Invoice, Item, Line, Order, OrderStatus, Payment } from './business.ts'
import { moveVerdict, orderMoves } from './order-rules.ts'
import {
  billed,
  delivered,
  invoiceAmounts,
  isStocked,
  left,
  orderAmounts,
  ordered,
  outstanding,
  owed,
  paid,
  reserved,
  settledBy,
  statusOf,
  stock,
} from './sums.ts'
import type { Verdict } from './verdict.ts'

// What a client must see of each record. The figures are those of the JSON.

export const itemView = (business: Business, item: Item) => ({
  id: item.id,
  itemCode: item.code,
  itemType: item.type,
  sellingPrice: ofParts(item.price),
  taxRate: ofParts(item.taxRate),
  isActive: item.isActive,
  status: item.isActive ? 'active' : 'inactive',
  currentStock: ofParts(stock(business, item)),
  reservedStock: ofParts(reserved(business, item)),
  availableStock: ofParts(stock(business, item) - reserved(business, item)),
})

export function customerView(business: Business, customer: Customer) {
  const { id, creditLimit, isOnHold, isActive } = customer
  const [debt, open] = [owed(business, customer), ordered(business, customer)]
  return {
    id,
    creditLimit: creditLimit === null ? null : ofCents(creditLimit),
    creditHold: isOnHold,
    isActive,
    balance: {
      outstanding: ofCents(debt),
      overdue: ofCents(owed(business, customer, isLate)),
      credit: ofCents(sum(business.payments.filter((one) => one.customer === customer).map(left))),
      uninvoicedOrders: ofCents(open),
      availableCredit: creditLimit ? ofCents(greater(0n, creditLimit - debt - open)) : null,
    },
  }
}

const priced = ({ item, rate, discount, taxRate }: Line, quantity: bigint, amounts: Amounts) => ({
  item: item.id,
  quantity: ofParts(quantity),
  rate: ofParts(rate),
  discount: ofParts(discount),
  taxRate: ofParts(taxRate),
  discountAmount: ofCents(amounts.discount),
  amount: ofCents(amounts.net),
  taxAmount: ofCents(amounts.tax),
})

const totals = (amounts: Amounts) => ({
  subtotal: ofCents(amounts.net + amounts.discount),
  discountTotal: ofCents(amounts.discount),
  taxTotal: ofCents(amounts.tax),
  total: ofCents(totalOf(amounts)),
})

export const orderView = (business: Business, order: Order) => ({
  id: order.id,
  orderNumber: order.number,
  customer: order.customer.id,
  status: order.status,
  deliveryStatus: deliveryStatus(business, order),
  invoiceStatus: invoiceStatus(business, order),
  taxRounding: business.taxRounding,
  items: order.lines.map((line, index) => ({
    id: line.id,
    ...priced(line, line.quantity, linesAmounts(order.lines, business.taxRounding)[index]!),
    deliveredQuantity: ofParts(delivered(business, line)),
    invoicedQuantity: ofParts(billed(business, line).quantity),
  })),
  ...totals(orderAmounts(business, order)),
  invoices: business.invoices.filter((invoice) => invoice.order === order && !invoice.isGone).map(({ id }) => id),
  allowedTransitions: transitions(Object.keys(orderMoves[order.status]) as OrderStatus[], (to) =>
    moveVerdict(business, order, to),
  ),
})

function deliveryStatus(business: Business, { lines }: Order): string {
  const goods = lines.filter(({ item }) => isStocked(item))
  if (goods.length === 0) return 'not_applicable'
  if (goods.every((line) => delivered(business, line) === line.quantity)) return 'delivered'
  return goods.some((line) => delivered(business, line) > 0n) ? 'partly_delivered' : 'not_delivered'
}

function invoiceStatus(business: Business, { lines }: Order): string {
  const quantities = lines.map((line) => billed(business, line).quantity)
  if (lines.every(({ quantity }, index) => quantities[index] === quantity)) return 'invoiced'
  return quantities.some((quantity) => quantity > 0n) ? 'partly_invoiced' : 'not_invoiced'
}

/** Every way out, and why it is barred. */
const transitions = <S extends string>(targets: readonly S[], verdictOn: (to: S) => Verdict) =>
  Object.fromEntries(targets.map((to) => [to, verdictOn(to) ?? 'allowed']))

export const invoiceView = (business: Business, invoice: Invoice) => ({
  id: invoice.id,
  invoiceNumber: invoice.number,
  status: statusOf(business, invoice),
  salesOrder: invoice.order.id,
  customer: invoice.customer.id,
  invoiceDate: invoice.date,
  dueDate: invoice.dueDate,
  isOverdue: isLate(invoice) && outstanding(business, invoice) > 0n,
  items: invoice.parts.map(({ line, quantity, amounts }) => ({
    orderLine: line.id,
    ...priced(line, quantity, amounts),
  })),
  ...totals(invoiceAmounts(invoice)),
  amountPaid: ofCents(paid(business, invoice)),
  outstanding: ofCents(outstanding(business, invoice)),
  payments: business.payments
    .filter((payment) => settledBy(payment, invoice) > 0n)
    .map((payment) => ({ id: payment.id, amount: ofCents(settledBy(payment, invoice)) })),
  allowedTransitions: transitions(invoiceTargets(business, invoice), (to) => invoiceMoveVerdict(business, invoice, to)),
})

/** Invoices here fall due either long ago or in a distant future. */
const isLate = ({ dueDate }: Invoice) => dueDate !== null && dueDate < '2026'

export const deliveryView = ({ id, order, parts }: Delivery) => ({
  id,
  salesOrder: order.id,
  orderNumber: order.number,
  items: parts.map(({ line, quantity }) => ({ line: line.id, item: line.item.id, quantity: ofParts(quantity) })),
})

export const paymentView = (payment: Payment) => ({
  id: payment.id,
  invoice: payment.settled.length === 1 ? payment.settled[0]!.invoice.id : null,
  customer: payment.customer.id,
  amount: ofCents(payment.cents),
  allocations: payment.settled.map(({ invoice, cents }) => ({ invoice: invoice.id, amount: ofCents(cents) })),
  unallocated: ofCents(left(payment)),
})
