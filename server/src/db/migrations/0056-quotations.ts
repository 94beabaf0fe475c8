import { type Migration, optional, required } from '../schema-change.ts'

export const quotations: Migration = {
  name: '0056-quotations',
  async up(schema) {
    await schema.addColumn('settings', 'quotationValidDays', required.integer, 30)
    await schema.createRecords(
      'quotations',
      {
        quotationNumber: required.text,
        customer: required.idOf('customers'),
        customerName: required.text,
        quotationDate: required.text,
        validUntil: required.text,
        status: required.text,
        orderStatus: required.text,
        subtotal: required.decimal,
        discountTotal: required.decimal,
        taxTotal: required.decimal,
        total: required.decimal,
        currency: required.text,
        taxRounding: required.text,
        pricesIncludeTax: required.flag,
        paymentTerms: optional.text,
        notes: optional.text,
        rejectionReason: optional.text,
        expiresFrom: required.text,
        externalIds: required.json,
      },
      {
        unique: ['quotationNumber'],
        indexed: [
          'customer',
          'customerName',
          'quotationDate',
          'validUntil',
          'status',
          'orderStatus',
          'total',
          'expiresFrom',
        ],
        sorted: ['quotationNumber', 'customerName'],
        searched: true,
      },
    )
    await schema.createIndex('quotations', 'status', 'validUntil')
    await schema.createLines(
      'quotations',
      'items',
      {
        kind: required.text,
        item: optional.idOf('items'),
        description: optional.text,
        quantity: required.decimal,
        rate: required.decimal,
        discount: required.decimal,
        taxRate: required.decimal,
        itemCode: optional.text,
        itemName: optional.text,
        itemType: optional.text,
        uom: optional.text,
        discountAmount: required.decimal,
        amount: required.decimal,
        taxAmount: required.decimal,
        orderedQuantity: required.decimal,
      },
      { indexed: ['item', 'itemCode'] },
    )
    await schema.addColumn('sales-orders', 'quotation', optional.idOf('quotations'))
    await schema.createIndex('sales-orders', 'quotation')
    await schema.countValues('sales-orders', 'quotation', optional.idOf('quotations'))
  },
}
