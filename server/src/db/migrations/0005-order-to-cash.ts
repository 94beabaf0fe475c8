import { type ColumnSpecs, type Migration, optional, required } from '../schema-change.ts'
import { createLinesById } from './older-lines.ts'

const pricedLine: ColumnSpecs = {
  item: required.idOf('items'),
  quantity: required.decimal,
  rate: required.decimal,
  discount: required.decimal,
  taxRate: required.decimal,
  itemCode: required.text,
  itemName: required.text,
  itemType: required.text,
  uom: required.text,
  discountAmount: required.decimal,
  amount: required.decimal,
  taxAmount: required.decimal,
}

export const orderLine: ColumnSpecs = {
  ...pricedLine,
  deliveredQuantity: required.decimal,
  invoicedQuantity: required.decimal,
  billedDiscount: required.decimal,
  billedAmount: required.decimal,
  billedTax: required.decimal,
}

export const invoiceLine: ColumnSpecs = { ...pricedLine, orderLine: optional.text }

export const deliveryLine: ColumnSpecs = {
  line: required.text,
  item: required.idOf('items'),
  quantity: required.decimal,
  itemCode: required.text,
  itemName: required.text,
  uom: required.text,
}

const totals: ColumnSpecs = {
  subtotal: required.decimal,
  discountTotal: required.decimal,
  taxTotal: required.decimal,
  total: required.decimal,
}

const address = (name: string): ColumnSpecs => ({
  [`${name}_street`]: optional.text,
  [`${name}_city`]: optional.text,
  [`${name}_state`]: optional.text,
  [`${name}_zipCode`]: optional.text,
  [`${name}_country`]: optional.text,
})

/** Orders, invoices, payments, deliveries, the stock ledger, and the settings that they follow. */
export const orderToCash: Migration = {
  name: '0005-order-to-cash',
  async up(schema) {
    await schema.createTable('series', { name: required.text, last: required.integer }, ['name'])
    await schema.createRecords('settings', {
      companyName: required.text,
      ...address('address'),
      taxId: optional.text,
      email: optional.text,
      phone: optional.text,
      currency: required.text,
      timeZone: required.text,
      orderNumberPattern: required.text,
      invoiceNumberPattern: required.text,
      plan: optional.text,
    })
    await schema.createRecords(
      'sales-orders',
      {
        orderNumber: required.text,
        customer: required.idOf('customers'),
        customerName: required.text,
        orderDate: required.text,
        deliveryDate: optional.text,
        status: required.text,
        deliveryStatus: required.text,
        invoiceStatus: required.text,
        ...totals,
        currency: required.text,
        paymentTerms: optional.text,
        notes: optional.text,
        issuedTotal: required.decimal,
        uninvoicedAmount: required.decimal,
      },
      {
        unique: ['orderNumber'],
        indexed: [
          'customer',
          'customerName',
          'orderDate',
          'deliveryDate',
          'status',
          'deliveryStatus',
          'invoiceStatus',
          'total',
        ],
        searched: true,
      },
    )
    await createLinesById(schema, 'sales-orders', 'items', orderLine, ['item'])
    await schema.createRecords(
      'invoices',
      {
        invoiceNumber: optional.text,
        status: required.text,
        salesOrder: optional.idOf('sales-orders'),
        customer: required.idOf('customers'),
        customerName: required.text,
        invoiceDate: required.text,
        dueDate: optional.text,
        ...totals,
        amountPaid: required.decimal,
        outstanding: required.decimal,
        currency: required.text,
        paymentTerms: optional.text,
        ...address('billingAddress'),
        notes: optional.text,
        overdueFrom: required.text,
      },
      {
        unique: ['invoiceNumber'],
        indexed: [
          'status',
          'salesOrder',
          'customer',
          'customerName',
          'invoiceDate',
          'dueDate',
          'total',
          'outstanding',
          'overdueFrom',
        ],
        searched: true,
        retained: true,
      },
    )
    await createLinesById(schema, 'invoices', 'items', invoiceLine, ['item'])
    await schema.createRecords(
      'payments',
      {
        invoice: required.idOf('invoices'),
        customer: required.idOf('customers'),
        amount: required.decimal,
        paymentDate: required.text,
        method: required.text,
        reference: optional.text,
      },
      { indexed: ['invoice', 'customer', 'amount', 'paymentDate', 'method'], searched: true },
    )
    await schema.createRecords(
      'deliveries',
      {
        salesOrder: required.idOf('sales-orders'),
        customer: required.idOf('customers'),
        customerName: required.text,
        orderNumber: required.text,
        deliveryDate: required.text,
        notes: optional.text,
      },
      { indexed: ['salesOrder', 'customer', 'deliveryDate'], searched: true },
    )
    await createLinesById(schema, 'deliveries', 'items', deliveryLine)
    await schema.createRecords(
      'stock-movements',
      {
        item: required.idOf('items'),
        quantity: required.decimal,
        reason: required.text,
        note: optional.text,
        delivery: optional.text,
        balance: required.decimal,
      },
      { indexed: ['item', 'reason', 'delivery'] },
    )
  },
}
