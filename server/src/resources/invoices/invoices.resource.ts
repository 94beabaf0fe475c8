import {
  choice,
  date,
  flag,
  group,
  integer,
  json,
  lines,
  list,
  money,
  percent,
  quantity,
  ref,
  text,
} from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import type { Transition } from '../../model/transition.ts'

export const invoices = defineResource({
  name: 'invoices',
  singular: 'invoice',
  idPrefix: 'inv',
  title: 'invoiceNumber',
  description: 'What customers are asked to pay: from an order, or directly.',
  retained: true,
  fields: {
    invoiceNumber: text({
      readOnly: true,
      unique: true,
      search: true,
      example: 'INV-2026-00001',
      description: 'Without gaps; taken when the invoice is issued, so a draft has none.',
    }),
    status: choice(['draft', 'unpaid', 'partially_paid', 'paid', 'cancelled'], {
      readOnly: true,
      default: 'draft',
      counted: true,
      alsoFilter: ['overdue'],
      description: 'unpaid, partially_paid and paid follow from the payments.',
    }),
    salesOrder: ref('sales-orders', { readOnly: true, counted: true }),
    customer: ref('customers', { required: true, counted: true }),
    customerName: text({ readOnly: true, filled: true, search: true, indexed: true }),
    invoiceDate: date({ filled: true, indexed: true, example: '2026-11-15', description: 'Today if left out.' }),
    dueDate: date({ indexed: true, description: 'From the payment terms if left out.' }),
    isOverdue: flag({
      readOnly: true,
      computed: true,
      default: false,
      alsoFilter: [],
      description: 'Something is unpaid and the due date has passed.',
    }),
    daysOverdue: integer({ readOnly: true, computed: true, default: 0 }),
    items: lines(
      {
        item: ref('items', { required: true, indexed: true }),
        quantity: quantity({ required: true, min: 0.0001, example: 10 }),
        rate: money({ min: 0, filled: true, example: 82.5 }),
        discount: percent({ default: 0 }),
        taxRate: percent({ filled: true }),
        itemCode: text({ readOnly: true, filled: true }),
        itemName: text({ readOnly: true, filled: true }),
        itemType: text({ readOnly: true, filled: true }),
        uom: text({ readOnly: true, filled: true }),
        discountAmount: money({ readOnly: true, default: 0 }),
        amount: money({ readOnly: true, default: 0, description: 'After discount, before tax.' }),
        taxAmount: money({ readOnly: true, default: 0 }),
        orderLine: text({ readOnly: true, description: 'The line of the order that it invoices.' }),
      },
      { required: true, min: 1 },
    ),
    subtotal: money({ readOnly: true, default: 0 }),
    discountTotal: money({ readOnly: true, default: 0 }),
    taxTotal: money({ readOnly: true, default: 0 }),
    total: money({ readOnly: true, default: 0, indexed: true }),
    amountPaid: money({ readOnly: true, default: 0 }),
    outstanding: money({ readOnly: true, default: 0, indexed: true, summedBy: 'customer' }),
    currency: text({ readOnly: true, filled: true }),
    paymentTerms: text({ max: 100, example: 'Net 30' }),
    billingAddress: group(
      {
        street: text({ max: 200 }),
        city: text({ max: 100 }),
        state: text({ max: 100 }),
        zipCode: text({ max: 20 }),
        country: text({ max: 2 }),
      },
      { readOnly: true, description: "The customer's address when the invoice was issued." },
    ),
    notes: text({ max: 4000 }),
    payments: list(json<{ id: string; amount: number; paymentDate: string; method: string }>(), {
      readOnly: true,
      computed: true,
    }),
    allowedTransitions: json<Transition[]>({ readOnly: true, computed: true }),
    draft: flag({ transient: true, description: 'Keeps the new invoice a draft instead of issuing it.' }),
    expectedTotal: money({
      transient: true,
      min: 0,
      description: 'Refuses the invoice if its total comes out differently.',
    }),
    /** The first day on which it is overdue; far away while nothing is outstanding. */
    overdueFrom: date({ readOnly: true, secret: true, filled: true, indexed: true }),
  },
})

export type Invoice = Row<typeof invoices>
export type InvoiceLine = Invoice['items'][number]
