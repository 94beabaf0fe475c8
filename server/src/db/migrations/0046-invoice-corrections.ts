import { type Migration, optional } from '../schema-change.ts'

export const invoiceCorrections: Migration = {
  name: '0046-invoice-corrections',
  async up(schema) {
    await schema.addColumn('invoices', 'replaces', optional.idOf('invoices'))
    await schema.addColumn('invoices', 'cancellationDate', optional.text)
    await schema.addColumn('invoices', 'supplyFrom', optional.text)
    await schema.addColumn('invoices', 'supplyUntil', optional.text)
    await schema.createIndex('invoices', 'replaces')
    await schema.addColumn('invoices_items', 'orderDiscount', optional.decimal)
    await schema.addColumn('invoices_items', 'orderAmount', optional.decimal)
    await schema.addColumn('invoices_items', 'orderTax', optional.decimal)
  },
}
