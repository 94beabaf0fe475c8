import { choice, date, list, money, quantity, text } from '../../model/fields.ts'
import type { Row } from '../../model/resource.ts'
import { customers } from '../customers/customers.resource.ts'
import { defineDocument } from '../documents/define-document.fields.ts'

export const salesOrders = defineDocument({
  name: 'sales-orders',
  singular: 'sales order',
  idPrefix: 'so',
  title: 'orderNumber',
  hit: { name: 'customerName', code: 'orderNumber' },
  description: 'What customers have ordered: from a draft to its delivery and its invoices.',
  listViews: {
    'to-deliver': 'status=submitted&deliveryStatus[in]=not_delivered,partly_delivered&sort=deliveryDate&order=asc',
    'to-invoice': 'status=submitted&invoiceStatus[in]=not_invoiced,partly_invoiced&sort=orderDate&order=asc',
  },
  document: {
    party: { field: 'customer', resource: customers.name, name: 'customerName' },
    date: 'orderDate',
    number: { field: 'orderNumber', pattern: 'SO-{year}-{number}', setting: 'orderNumberPattern' },
    price: 'sellingPrice',
    stock: { moves: 'reserve', less: 'deliveredQuantity' },
    printed: { en: 'Order confirmation', de: 'Auftragsbestätigung' },
    statuses: { draft: 'draft', submitted: 'open', on_hold: 'open', closed: 'done', cancelled: 'stopped' },
  },
  own: {
    deliveryDate: date({ indexed: true, example: '2026-11-22', description: 'When the customer wants it.' }),
    deliveryStatus: choice(['not_delivered', 'partly_delivered', 'delivered', 'not_applicable'], {
      tones: { not_delivered: 'todo', partly_delivered: 'partly', delivered: 'good' },
      readOnly: true,
      setBy: 'POST /deliveries',
      filled: true,
      counted: true,
      hiddenWith: ['.items.deliveredQuantity'],
      example: 'partly_delivered',
    }),
    invoiceStatus: choice(['not_invoiced', 'partly_invoiced', 'invoiced'], {
      tones: { not_invoiced: 'todo', partly_invoiced: 'partly', invoiced: 'good' },
      readOnly: true,
      setBy: 'POST /invoices/from-order',
      filled: true,
      counted: true,
      hiddenWith: ['.items.invoicedQuantity'],
    }),
    invoices: list(text(), {
      readOnly: true,
      computed: true,
      reveals: ['invoices'],
      ofMany: true,
      description: 'Ids of its invoices.',
    }),
    /** What its issued invoices come to, and what of it counts against the customer's credit without being invoiced. */
    issuedTotal: money({ readOnly: true, internal: true, default: 0 }),
    uninvoicedAmount: money({ readOnly: true, internal: true, default: 0, summedBy: 'customer' }),
  },
  lineOwn: {
    deliveredQuantity: quantity({
      readOnly: true,
      setBy: 'POST /deliveries',
      default: 0,
      hiddenWith: ['deliveries.items.quantity'],
      example: 4,
    }),
    invoicedQuantity: quantity({
      readOnly: true,
      setBy: 'POST /invoices/from-order',
      default: 0,
      hiddenWith: ['invoices.items.quantity'],
      description: 'Draft invoices included.',
    }),
    billedDiscount: money({ readOnly: true, internal: true, default: 0 }),
    billedAmount: money({ readOnly: true, internal: true, default: 0 }),
    billedTax: money({ readOnly: true, internal: true, default: 0 }),
  },
  told: {
    orderNumber: { example: 'SO-2026-00001' },
    orderDate: { indexedWithin: ['status'] },
    status: {
      example: 'submitted',
      description: 'Changed by PUT /sales-orders/{id}/status.',
      tones: { on_hold: 'waiting' },
    },
    expectedTotal: { description: 'Refuses the order if its total comes out differently.' },
    notes: { example: 'Deliver to the back door.' },
  },
  order: [
    ['orderDate', 'deliveryDate'],
    ['notes', 'invoices'],
    ['allowedTransitions', 'issuedTotal', 'uninvoicedAmount'],
  ],
})

export type SalesOrder = Row<typeof salesOrders>
export type OrderLine = SalesOrder['items'][number]
