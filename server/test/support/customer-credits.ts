import { type Migration, optional, required } from '../../src/db/schema-change.ts'
import { defineDocument } from '../../src/resources/documents/define-document.fields.ts'

/** A type of document that is not part of the product: what it has open is taken off what its customer owes. */
export const customerCredits = defineDocument({
  name: 'customer-credits',
  singular: 'customer credit',
  idPrefix: 'ccr',
  title: 'creditNumber',
  description: 'Made up for the tests.',
  document: {
    party: { field: 'customer', resource: 'customers', name: 'customerName' },
    date: 'creditDate',
    number: { field: 'creditNumber', pattern: 'CC-{year}-{number}' },
    price: 'sellingPrice',
    statuses: { draft: 'draft', open: 'open', used: 'done', void: 'stopped' },
    openItem: {
      sign: -1,
      statuses: { open: 'open', partly: 'open', settled: 'used' },
      settledBy: { payment: { field: 'refunded', of: 'payments.amount' } },
    },
    moves: [
      { from: ['draft'], to: 'open', right: 'submit' },
      { from: ['open'], to: 'void', right: 'cancel' },
    ],
  },
})

export const creditsMigration: Migration = {
  name: '9003-customer-credits',
  async up(schema) {
    await schema.createRecords(
      'customer-credits',
      {
        creditNumber: required.text,
        customer: required.idOf('customers'),
        customerName: required.text,
        creditDate: required.text,
        status: required.text,
        subtotal: required.decimal,
        discountTotal: required.decimal,
        taxTotal: required.decimal,
        total: required.decimal,
        refunded: required.decimal,
        outstanding: required.decimal,
        overdueFrom: required.text,
        currency: required.text,
        paymentTerms: optional.text,
        notes: optional.text,
        externalIds: required.json,
      },
      {
        unique: ['creditNumber'],
        indexed: ['customer', 'customerName', 'creditDate', 'status', 'total', 'outstanding', 'overdueFrom'],
        sorted: ['creditNumber', 'customerName'],
        searched: true,
      },
    )
    await schema.createLines(
      'customer-credits',
      'items',
      {
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
      },
      { indexed: ['item', 'itemCode'] },
    )
  },
}
