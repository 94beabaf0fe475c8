import { choice, date, lines, list, money, quantity, ref, text } from '../../model/fields.ts'
import { defineDocument, type Row } from '../../model/resource.ts'
import { allowedTransitions } from '../../model/transition.ts'
import { currency, expectedTotal, partyName, pricedLineFields, totalFields } from '../documents/document.fields.ts'

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
    party: { field: 'customer', resource: 'customers', name: 'customerName' },
    date: 'orderDate',
    number: { field: 'orderNumber', setting: 'orderNumberPattern' },
    price: 'sellingPrice',
    takesStock: true,
    printed: { en: 'Order confirmation', de: 'Auftragsbestätigung' },
  },
  fields: {
    orderNumber: text({ readOnly: true, filled: true, unique: true, search: true, example: 'SO-2026-00001' }),
    customer: ref('customers', { required: true, counted: true }),
    customerName: partyName('customer', 'customers.name', 'Nordlicht Fahrräder GmbH'),
    orderDate: date({
      filled: true,
      indexed: true,
      indexedWithin: ['status'],
      example: '2026-11-15',
      description: 'Today if left out.',
    }),
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
      setBy: 'POST /deliveries',
      filled: true,
      counted: true,
      hiddenWith: ['.items.deliveredQuantity'],
      example: 'partly_delivered',
    }),
    invoiceStatus: choice(['not_invoiced', 'partly_invoiced', 'invoiced'], {
      readOnly: true,
      setBy: 'POST /invoices/from-order',
      filled: true,
      counted: true,
      hiddenWith: ['.items.invoicedQuantity'],
    }),
    items: lines(
      {
        ...pricedLineFields('sellingPrice'),
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
      { required: true, min: 1 },
    ),
    ...totalFields(),
    expectedTotal: expectedTotal('order'),
    currency,
    paymentTerms: text({
      max: 100,
      hiddenWith: ['customers.paymentTerms'],
      example: 'Net 30',
      description: "The customer's if left out.",
    }),
    notes: text({ max: 4000, example: 'Deliver to the back door.' }),
    invoices: list(text(), {
      readOnly: true,
      computed: true,
      reveals: ['invoices'],
      ofMany: true,
      description: 'Ids of its invoices.',
    }),
    allowedTransitions,
    /** What its issued invoices come to, and what of it counts against the customer's credit without being invoiced. */
    issuedTotal: money({ readOnly: true, internal: true, default: 0 }),
    uninvoicedAmount: money({ readOnly: true, internal: true, default: 0, summedBy: 'customer' }),
  },
})

export type SalesOrder = Row<typeof salesOrders>
export type OrderLine = SalesOrder['items'][number]
