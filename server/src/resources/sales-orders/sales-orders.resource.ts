import { choice, date, lines, list, money, percent, quantity, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import { allowedTransitions } from '../../model/transition.ts'

export const salesOrders = defineResource({
  name: 'sales-orders',
  singular: 'sales order',
  idPrefix: 'so',
  title: 'orderNumber',
  hit: { name: 'customerName', code: 'orderNumber' },
  description: 'What customers have ordered: from a draft to its delivery and its invoices.',
  fields: {
    orderNumber: text({ readOnly: true, filled: true, unique: true, search: true, example: 'SO-2026-00001' }),
    customer: ref('customers', { required: true, counted: true }),
    customerName: text({
      readOnly: true,
      filled: true,
      search: true,
      indexed: true,
      example: 'Nordlicht Fahrräder GmbH',
    }),
    orderDate: date({ filled: true, indexed: true, example: '2026-11-15', description: 'Today if left out.' }),
    deliveryDate: date({ indexed: true, example: '2026-11-22', description: 'When the customer wants it.' }),
    status: choice(['draft', 'submitted', 'on_hold', 'closed', 'cancelled'], {
      readOnly: true,
      default: 'draft',
      counted: true,
      example: 'submitted',
      description: 'Changed by PUT /sales-orders/{id}/status.',
    }),
    deliveryStatus: choice(['not_delivered', 'partly_delivered', 'delivered', 'not_applicable'], {
      readOnly: true,
      filled: true,
      counted: true,
      example: 'partly_delivered',
    }),
    invoiceStatus: choice(['not_invoiced', 'partly_invoiced', 'invoiced'], {
      readOnly: true,
      filled: true,
      counted: true,
    }),
    items: lines(
      {
        item: ref('items', { required: true, indexed: true }),
        quantity: quantity({ required: true, min: 0.0001, example: 10 }),
        rate: money({ min: 0, filled: true, example: 82.5, description: "The item's selling price if left out." }),
        discount: percent({ default: 0, example: 15 }),
        taxRate: percent({ filled: true, example: 19, description: "The item's tax rate if left out." }),
        itemCode: text({ readOnly: true, filled: true, example: 'BOLT-M8' }),
        itemName: text({ readOnly: true, filled: true, example: 'Hexagon bolt M8 × 40' }),
        itemType: text({ readOnly: true, filled: true, example: 'Product' }),
        uom: text({ readOnly: true, filled: true, example: 'Nos' }),
        discountAmount: money({ readOnly: true, default: 0, example: 123.75 }),
        amount: money({ readOnly: true, default: 0, example: 701.25, description: 'After discount, before tax.' }),
        taxAmount: money({ readOnly: true, default: 0, example: 133.24 }),
        deliveredQuantity: quantity({ readOnly: true, default: 0, example: 4 }),
        invoicedQuantity: quantity({ readOnly: true, default: 0, description: 'Draft invoices included.' }),
        billedDiscount: money({ readOnly: true, secret: true, default: 0 }),
        billedAmount: money({ readOnly: true, secret: true, default: 0 }),
        billedTax: money({ readOnly: true, secret: true, default: 0 }),
      },
      { required: true, min: 1 },
    ),
    subtotal: money({ readOnly: true, default: 0, example: 825, description: 'Before discounts and tax.' }),
    discountTotal: money({ readOnly: true, default: 0, example: 123.75 }),
    taxTotal: money({ readOnly: true, default: 0, example: 133.24 }),
    total: money({ readOnly: true, default: 0, indexed: true, example: 834.49 }),
    expectedTotal: money({
      transient: true,
      min: 0,
      description: 'Refuses the order if its total comes out differently.',
    }),
    currency: text({ readOnly: true, filled: true, example: 'EUR' }),
    paymentTerms: text({ max: 100, example: 'Net 30', description: "The customer's if left out." }),
    notes: text({ max: 4000, example: 'Deliver to the back door.' }),
    invoices: list(text(), { readOnly: true, computed: true, description: 'Ids of its invoices.' }),
    allowedTransitions,
    /** What its issued invoices come to, and what of it counts against the customer's credit without being invoiced. */
    issuedTotal: money({ readOnly: true, secret: true, default: 0 }),
    uninvoicedAmount: money({ readOnly: true, secret: true, default: 0, summedBy: 'customer' }),
  },
})

export type SalesOrder = Row<typeof salesOrders>
export type OrderLine = SalesOrder['items'][number]
