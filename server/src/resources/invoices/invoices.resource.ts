import { date, flag, group, list, money, ref, text } from '../../model/fields.ts'
import { msg } from '../../model/message.ts'
import type { Row } from '../../model/resource.ts'
import { customers } from '../customers/customers.resource.ts'
import { defineDocument } from '../documents/define-document.fields.ts'
import { addressCopy } from '../documents/document.fields.ts'

const OFFERED = { readOnly: true, computed: true, hiddenWith: ['.paymentTerms', '.total', '.outstanding'] } as const

export const invoices = defineDocument({
  name: 'invoices',
  singular: 'invoice',
  idPrefix: 'inv',
  title: 'invoiceNumber',
  about: { field: 'customerName' },
  hit: { name: 'customerName', code: 'invoiceNumber' },
  description: 'What customers are asked to pay: from an order, or directly.',
  unsummed: ['draft'],
  document: {
    party: { field: 'customer', resource: customers.name, name: 'customerName' },
    date: 'invoiceDate',
    number: {
      field: 'invoiceNumber',
      pattern: 'INV-{year}-{number}',
      setting: 'invoiceNumberPattern',
      isTakenLate: true,
      isGapless: true,
    },
    price: 'sellingPrice',
    sources: [
      {
        resource: 'sales-orders',
        field: 'salesOrder',
        line: 'orderLine',
        progress: 'invoiceStatus',
        action: {
          path: 'from-order',
          description:
            'Invoices all that is left of the order, or the given lines. A draft order is submitted first, under the same checks.',
          takes: ['invoiceDate', 'dueDate', 'draft', 'notes'],
        },
        copies: ['paymentTerms'],
        share: { discountAmount: 'orderDiscount', amount: 'orderAmount', taxAmount: 'orderTax' },
      },
    ],
    stock: 'foretell',
    openItem: {
      sign: 1,
      statuses: { open: 'unpaid', partly: 'partially_paid', settled: 'paid' },
      settledBy: {
        payment: { field: 'amountPaid', of: 'payments.amount' },
        discount: { field: 'discountGiven', of: 'payments.allocations.discount' },
        credit: { field: 'creditedAmount', of: 'credit-notes.allocations.amount' },
      },
      isDue: true,
    },
    progress: {
      creditStatus: {
        by: 'credit-notes',
        setBy: 'POST /credit-notes/from-invoice',
        line: 'creditedQuantity',
        word: 'credited',
        purpose: msg`credited`,
        undo: msg`Void the credit note first.`,
        allowedIn: ['unpaid', 'partially_paid', 'paid'],
        amounts: { discountAmount: 'creditedDiscount', amount: 'creditedNet', taxAmount: 'creditedTax' },
      },
    },
    advice: { draft: msg`Issue it first.`, cancelled: msg`Nothing is owed on it.` },
    printed: { en: 'Invoice', de: 'Rechnung' },
    statuses: { draft: 'draft', unpaid: 'open', partially_paid: 'open', paid: 'done', cancelled: 'stopped' },
  },
  own: {
    replaces: ref('invoices', {
      readOnly: true,
      setBy: 'POST /invoices/{id}/correct',
      indexed: true,
      description: 'The voided invoice that this one corrects.',
    }),
    supplyFrom: date({
      hiddenWith: ['deliveries.deliveryDate'],
      example: '2026-11-10',
      description: 'When it was delivered or done. Of the deliveries of the order if left out, from when it is issued.',
    }),
    supplyUntil: date({
      hiddenWith: ['deliveries.deliveryDate', '.supplyFrom'],
      example: '2026-11-14',
      description: 'The last day, where that was not one day.',
    }),
    cancellationDate: date({
      readOnly: true,
      setBy: 'PUT /invoices/{id}/status',
      hiddenWith: ['.status'],
      description: 'When it was voided.',
    }),
    billingAddress: addressCopy('customers.address', "The customer's address when the invoice was issued."),
    payments: list(
      group({
        id: ref('payments', { required: true }),
        amount: money({ required: true, example: 100, description: 'What of it was allocated to the invoice.' }),
        discount: money({ required: true, example: 2 }),
        paymentDate: date({ required: true, example: '2026-11-20' }),
        method: text({ required: true, example: 'bank_transfer' }),
      }),
      {
        readOnly: true,
        computed: true,
        reveals: [
          'payments.amount',
          'payments.allocations.amount',
          'payments.allocations.discount',
          'payments.paymentDate',
          'payments.method',
        ],
        ofMany: true,
        description: 'What has been paid on it, oldest first.',
      },
    ),
    discountUntil: date({
      ...OFFERED,
      description: 'Until when its payment terms offer a discount; null if they do not.',
    }),
    discountAmount: money({ ...OFFERED, description: 'That discount, from the whole total.' }),
    creditNotes: list(
      group({
        id: ref('credit-notes', { required: true }),
        creditNoteNumber: text({ example: 'CN-2026-00001' }),
        status: text({ required: true, example: 'settled' }),
        total: money({ required: true, example: 100 }),
      }),
      {
        readOnly: true,
        computed: true,
        reveals: ['credit-notes.creditNoteNumber', 'credit-notes.status', 'credit-notes.total'],
        ofMany: true,
        description: 'What corrects it, oldest first.',
      },
    ),
    draft: flag({ transient: true, description: 'Keeps the new invoice a draft instead of issuing it.' }),
  },
  told: {
    invoiceNumber: {
      example: 'INV-2026-00001',
      description: 'Without gaps; taken when the invoice is issued, so a draft has none.',
    },
    status: {
      example: 'partially_paid',
      description: 'unpaid, partially_paid and paid follow from the payments.',
    },
    'items.orderLine': { description: 'The line of the order that it invoices.' },
    expectedTotal: { description: 'Refuses the invoice if its total comes out differently.' },
    notes: { example: 'Thank you for your order.' },
  },
  order: [
    ['invoiceNumber', 'status', 'salesOrder', 'replaces'],
    ['dueDate', 'supplyFrom', 'supplyUntil', 'cancellationDate'],
    ['paymentTerms', 'billingAddress'],
    ['notes', 'discountUntil', 'discountAmount', 'payments', 'creditNotes'],
    ['allowedTransitions', 'draft', 'expectedTotal'],
  ],
})

export type Invoice = Row<typeof invoices>
export type InvoiceLine = Invoice['items'][number]
