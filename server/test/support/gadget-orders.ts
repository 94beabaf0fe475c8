import { type Migration, optional, required } from '../../src/db/schema-change.ts'
import { date, flag, group, text } from '../../src/model/fields.ts'
import { defineResource } from '../../src/model/resource.ts'
import { defineDocument } from '../../src/resources/documents/define-document.fields.ts'

/** A party and a type of document that are not part of the product: what one declaration and one migration are enough for. */
export const gadgetMakers = defineResource({
  name: 'gadget-makers',
  singular: 'gadget maker',
  idPrefix: 'gmk',
  title: 'name',
  hit: { name: 'name' },
  description: 'Made up for the tests.',
  fields: {
    name: text({ required: true, search: true, indexed: true, max: 200, example: 'Stahlwerk Nord' }),
    paymentTerms: text({ max: 100, example: 'Net 30' }),
    address: group({ street: text({ max: 200 }), city: text({ max: 100 }) }),
    isActive: flag({ default: true, counted: true }),
  },
})

export const gadgetOrders = defineDocument({
  name: 'gadget-orders',
  singular: 'gadget order',
  idPrefix: 'gor',
  title: 'gadgetNumber',
  hit: { name: 'makerName', code: 'gadgetNumber' },
  description: 'Made up for the tests.',
  document: {
    party: { field: 'maker', resource: gadgetMakers.name, name: 'makerName' },
    date: 'orderDate',
    number: { field: 'gadgetNumber', pattern: 'GO-{year}-{number}' },
    price: 'costPrice',
    stock: { moves: 'in', at: 'received' },
    printed: { en: 'Gadget order', de: 'Bestellung' },
    statuses: { draft: 'draft', ordered: 'open', received: 'done', cancelled: 'stopped' },
    moves: [
      { from: ['draft'], to: 'ordered', right: 'submit' },
      { from: ['ordered'], to: 'received', right: 'submit' },
      { from: ['draft', 'ordered', 'received'], to: 'cancelled', right: 'cancel' },
    ],
  },
  own: { deliveryDate: date({ indexed: true, example: '2026-11-22' }) },
})

export const gadgetOrdersMigration: Migration = {
  name: '9002-gadget-orders',
  async up(schema) {
    await schema.createRecords(
      'gadget-makers',
      {
        name: required.text,
        paymentTerms: optional.text,
        address_street: optional.text,
        address_city: optional.text,
        isActive: required.flag,
        externalIds: required.json,
      },
      { indexed: ['name', 'isActive'], sorted: ['name'], searched: true },
    )
    await schema.createRecords(
      'gadget-orders',
      {
        gadgetNumber: required.text,
        maker: required.idOf('gadget-makers'),
        makerName: required.text,
        orderDate: required.text,
        status: required.text,
        deliveryDate: optional.text,
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
        unique: ['gadgetNumber'],
        indexed: ['maker', 'makerName', 'orderDate', 'status', 'deliveryDate', 'total'],
        sorted: ['gadgetNumber', 'makerName'],
        searched: true,
      },
    )
    await schema.createLines(
      'gadget-orders',
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
      },
      { indexed: ['item', 'itemCode'] },
    )
  },
}
