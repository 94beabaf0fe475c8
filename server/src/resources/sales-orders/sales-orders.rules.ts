import { maySee } from '../../core/access.ts'
import { defineProblems } from '../../core/problem.ts'
import type { Detail } from '../../model/input.ts'
import { choiceName, listed, msg, NO_TEXT } from '../../model/message.ts'
import { billedByRate, sumOf, sumsOfParts, type Taxation } from '../../model/money.ts'
import type { DocumentBehaviour } from '../documents/document-behaviour.ts'
import { documentRules } from '../documents/document-rules.ts'
import { invoices } from '../invoices/invoices.resource.ts'
import {
  CREDIT_LIMIT_EXCEEDED,
  CUSTOMER_ON_HOLD,
  creditClaimOf,
  holdsStock,
  orderLifecycle,
  refuseOverCredit,
} from './order-moves.ts'
import { type OrderLine, salesOrders } from './sales-orders.resource.ts'

export const { ALREADY_CONVERTED } = defineProblems({
  ALREADY_CONVERTED: [422, msg`All of the quotation has been ordered already.`],
})

export const salesOrderRules = documentRules(salesOrders, {
  refusals: {
    tooMuch: ALREADY_CONVERTED,
    nothingLeft: ALREADY_CONVERTED,
    allTaken(told, names) {
      const by = names.length > 0 ? msg` by ${listed(names)}` : NO_TEXT
      return msg`All of the quotation ${told} has been ordered already${by}. Cancel an order to order it again.`
    },
  },
  adds: ({ status, issuedTotal }, { total }) => ({ uninvoicedAmount: creditClaimOf(status, total, issuedTotal) }),
  check: ({ orderDate, deliveryDate, items: lines, taxRounding, pricesIncludeTax }) => [
    ...(deliveryDate && deliveryDate < orderDate
      ? [{ field: 'deliveryDate', message: msg`Delivery date must not be before the order date.` }]
      : []),
    ...(lines.some(isTaken) ? faultsOfTaken(lines, { taxRounding, pricesIncludeTax }) : []),
  ],
  editableLater: ({ status }) => (status === 'submitted' ? ['notes', 'deliveryDate', 'items.quantity'] : ['notes']),
  keptBecause: ({ status }) =>
    status === 'closed'
      ? msg`The order is closed and stays on record. Open it again and cancel it, if nothing was delivered or invoiced.`
      : msg`The order has the status "${choiceName(status)}". Cancel it before you delete it.`,
  // Other quantities on a submitted order need more credit if they grow.
  async changed(ctx, { before, after }) {
    if (!before || !after || !holdsStock(before.status)) return
    await refuseOverCredit(ctx, after, sumOf([after.uninvoicedAmount, -before.uninvoicedAmount]))
  },
  lifecycle: orderLifecycle,
  async compute({ actor, records }, orders) {
    const billed = await records.heads(
      invoices,
      'salesOrder',
      orders.map(({ id }) => id),
    )
    const seen = billed.filter((invoice) => maySee(actor, invoices, invoice))
    const byOrder = Map.groupBy(seen, ({ salesOrder }) => salesOrder)
    return orders.map(({ id }) => ({ invoices: (byOrder.get(id) ?? []).map((invoice) => invoice.id) }))
  },
})

export const salesOrderBehaviour: DocumentBehaviour = {
  rules: salesOrderRules,
  stock: {
    update: {
      description:
        'A draft can be changed as a whole; a submitted order in its notes, delivery date and quantities; any other in its notes.',
      problems: [CREDIT_LIMIT_EXCEEDED, CUSTOMER_ON_HOLD],
    },
  },
  shippedRights: {
    sales: { can: ['read', 'create', 'update', 'submit', 'cancel'], own: true },
    accountant: { can: ['read'] },
    warehouse: {
      can: ['read'],
      hidden: [
        'items.rate',
        'items.discount',
        'items.discountAmount',
        'items.amount',
        'items.taxRate',
        'items.taxAmount',
        'subtotal',
        'discountTotal',
        'taxTotal',
        'total',
      ],
    },
    viewer: { can: ['read'] },
  },
}

const isTaken = ({ deliveredQuantity, invoicedQuantity }: OrderLine) => deliveredQuantity > 0 || invoicedQuantity > 0

const faultsOfTaken = (lines: readonly OrderLine[], taxation: Taxation): Detail[] => [
  ...lines.flatMap((line, index) => quantityFaults(line, index, taxation)),
  ...(taxation.taxRounding === 'rate' ? taxFaults(lines, taxation.pricesIncludeTax) : []),
]

function quantityFaults(line: OrderLine, index: number, taxation: Taxation): Detail[] {
  const { quantity, deliveredQuantity, invoicedQuantity, amount, taxAmount, billedAmount, billedTax } = line
  const field = `items[${index}].quantity`
  const least = Math.max(deliveredQuantity, invoicedQuantity)
  if (quantity < least) {
    const reveals = ['sales-orders.items.deliveredQuantity', 'sales-orders.items.invoicedQuantity']
    return [{ field, message: msg`Quantity must be at least ${least}: that much is delivered or invoiced.`, reveals }]
  }
  if (bearsItsInvoices(line, taxation)) return []
  const [comesTo, billed] = [sumOf([amount, taxAmount]), sumOf([billedAmount, billedTax])]
  const message = msg`With ${quantity} the line would come to ${comesTo}, but ${billed} is invoiced already. Void an invoice first, or keep more.`
  return [{ field, message, reveals: ['sales-orders.items.amount', 'sales-orders.items.taxAmount'] }]
}

/** After one of several part invoices was voided, the others may hold a cent more than their quantity alone comes to. */
function bearsItsInvoices(line: OrderLine, taxation: Taxation): boolean {
  const { billedDiscount: discountAmount, billedAmount: amount, billedTax: taxAmount } = line
  const billed = sumsOfParts({ discountAmount, amount, taxAmount }, taxation)
  const whole = sumsOfParts(line, taxation)
  const isWhole = line.invoicedQuantity === line.quantity
  return Object.entries(billed).every(([name, sum]) => (isWhole ? sum === whole[name] : sum <= whole[name]!))
}

/** The same of the tax, which is invoiced for each rate where it is rounded for each; and of what gross prices leave beside it. */
function taxFaults(lines: readonly OrderLine[], pricesIncludeTax: boolean): Detail[] {
  return [...billedByRate(lines)].flatMap(([rate, { net, wholeNet, tax: billed, whole }]): Detail[] => {
    const taxed = lines.filter(({ taxRate }) => taxRate === rate)
    const isWhole = taxed.every(({ quantity, invoicedQuantity }) => invoicedQuantity === quantity)
    const isTaxed = isWhole ? billed === whole : billed <= whole
    if (isTaxed && (!pricesIncludeTax || net <= wholeNet)) return []
    const index = lines.findIndex(({ taxRate, invoicedQuantity }) => taxRate === rate && invoicedQuantity > 0)
    const message = isTaxed
      ? msg`The net amount at ${rate} % would come to ${wholeNet}, but ${net} is invoiced already. Void an invoice first, or keep more.`
      : msg`The tax at ${rate} % would come to ${whole}, but ${billed} is invoiced already. Void an invoice first, or keep more.`
    const reveals = ['sales-orders.items.taxAmount', ...(isTaxed ? ['sales-orders.items.amount'] : [])]
    return [{ field: `items[${index}].quantity`, message, reveals }]
  })
}
