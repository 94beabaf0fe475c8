import { date, list, money, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
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
    sources: [
      {
        resource: 'quotations',
        field: 'quotation',
        line: 'quotationLine',
        progress: 'orderStatus',
        isLoose: true,
        action: {
          path: 'from-quotation',
          onOriginal: 'to-order',
          description: 'Orders all that is left of the quotation, or the given lines, as quoted. It is accepted first.',
          takes: ['orderDate', 'deliveryDate', 'notes'],
        },
        copies: ['paymentTerms', 'notes'],
      },
    ],
    stock: { moves: 'reserve', less: 'deliveredQuantity' },
    printed: { en: 'Order confirmation', de: 'Auftragsbestätigung' },
    statuses: { draft: 'draft', submitted: 'open', on_hold: 'open', closed: 'done', cancelled: 'stopped' },
    advice: {
      draft: msg`Submit it first.`,
      on_hold: msg`Release it first.`,
      closed: msg`Open it again first.`,
    },
    progress: {
      deliveryStatus: {
        by: 'deliveries',
        setBy: 'POST /deliveries',
        line: 'deliveredQuantity',
        word: 'delivered',
        purpose: msg`delivered`,
        undo: msg`Close the order instead, or undo the delivery first.`,
        isOfGoods: true,
        allowedIn: ['submitted'],
      },
      invoiceStatus: {
        by: 'invoices',
        setBy: 'POST /invoices/from-order',
        line: 'invoicedQuantity',
        word: 'invoiced',
        purpose: msg`invoiced`,
        undo: msg`Void the invoice first.`,
        allowedIn: ['submitted', 'closed'],
        entersFirst: 'submitted',
        amounts: { discountAmount: 'billedDiscount', amount: 'billedAmount', taxAmount: 'billedTax' },
        issued: 'issuedTotal',
      },
    },
  },
  own: {
    deliveryDate: date({ indexed: true, example: '2026-11-22', description: 'When the customer wants it.' }),
    invoices: list(text(), {
      readOnly: true,
      computed: true,
      reveals: ['invoices'],
      ofMany: true,
      description: 'Ids of its invoices.',
    }),
    /** What of it counts against the customer's credit without being invoiced. */
    uninvoicedAmount: money({ readOnly: true, internal: true, default: 0, summedBy: 'customer' }),
  },
  told: {
    orderNumber: { example: 'SO-2026-00001' },
    orderDate: { indexedWithin: ['status'] },
    status: {
      example: 'submitted',
      description: 'Changed by PUT /sales-orders/{id}/status.',
      tones: { on_hold: 'waiting' },
    },
    deliveryStatus: { example: 'partly_delivered' },
    'items.quotationLine': { description: 'The line of the quotation that it orders.' },
    'items.deliveredQuantity': { example: 4 },
    'items.invoicedQuantity': { description: 'Draft invoices included.' },
    expectedTotal: { description: 'Refuses the order if its total comes out differently.' },
    notes: { example: 'Deliver to the back door.' },
  },
  order: [
    ['orderDate', 'deliveryDate'],
    ['notes', 'quotation', 'invoices'],
    ['allowedTransitions', 'issuedTotal', 'uninvoicedAmount'],
  ],
})

export type SalesOrder = Row<typeof salesOrders>
export type OrderLine = SalesOrder['items'][number]
