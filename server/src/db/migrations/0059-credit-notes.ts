import { type Migration, optional, required } from '../schema-change.ts'

export const creditNotes: Migration = {
  name: '0059-credit-notes',
  async up(schema) {
    await schema.addColumn('invoices', 'creditStatus', required.text, 'not_credited')
    await schema.countValues('invoices', 'creditStatus', required.text)
    await schema.addColumn('invoices', 'creditedAmount', required.decimal, 0)
    await schema.addColumn('invoices_items', 'creditedQuantity', required.decimal, 0)
    await schema.addColumn('invoices_items', 'creditedDiscount', required.decimal, 0)
    await schema.addColumn('invoices_items', 'creditedNet', required.decimal, 0)
    await schema.addColumn('invoices_items', 'creditedTax', required.decimal, 0)
    await schema.createRecords(
      'credit-notes',
      {
        creditNoteNumber: optional.text,
        customer: required.idOf('customers'),
        customerName: required.text,
        creditDate: required.text,
        status: required.text,
        invoice: optional.idOf('invoices'),
        reason: optional.text,
        returnToStock: required.flag,
        billingAddress_street: optional.text,
        billingAddress_city: optional.text,
        billingAddress_state: optional.text,
        billingAddress_zipCode: optional.text,
        billingAddress_country: optional.text,
        unallocated: required.decimal,
        subtotal: required.decimal,
        discountTotal: required.decimal,
        taxTotal: required.decimal,
        total: required.decimal,
        currency: required.text,
        taxRounding: required.text,
        pricesIncludeTax: required.flag,
        paymentTerms: optional.text,
        notes: optional.text,
        externalIds: required.json,
      },
      {
        unique: ['creditNoteNumber'],
        indexed: ['customer', 'customerName', 'creditDate', 'status', 'invoice', 'unallocated', 'total'],
        sorted: ['creditNoteNumber', 'customerName'],
        searched: true,
        retained: true,
      },
    )
    await schema.createLines(
      'credit-notes',
      'allocations',
      { invoice: required.idOf('invoices'), amount: required.decimal },
      { indexed: ['invoice'] },
    )
    await schema.createLines('credit-notes', 'refunds', {
      amount: required.decimal,
      method: required.text,
      date: required.text,
    })
    await schema.createLines(
      'credit-notes',
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
        invoiceLine: optional.text,
      },
      { indexed: ['item', 'itemCode'] },
    )
  },
}
