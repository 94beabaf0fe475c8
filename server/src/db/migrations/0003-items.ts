import { type Migration, optional, required } from '../schema-change.ts'

export const items: Migration = {
  name: '0003-items',
  up: (schema) =>
    schema.createRecords(
      'items',
      {
        itemCode: required.text,
        itemName: required.text,
        category: optional.text,
        itemType: required.text,
        uom: required.text,
        sellingPrice: required.decimal,
        costPrice: required.decimal,
        taxRate: required.decimal,
        currentStock: required.decimal,
        reservedStock: required.decimal,
        availableStock: required.decimal,
        reorderLevel: required.decimal,
        reorderQty: required.decimal,
        description: optional.text,
        images: required.json,
        isActive: required.flag,
        status: required.text,
      },
      {
        unique: ['itemCode'],
        indexed: [
          'itemName',
          'category',
          'itemType',
          'sellingPrice',
          'costPrice',
          'currentStock',
          'availableStock',
          'reorderLevel',
          'isActive',
          'status',
        ],
        searched: true,
      },
    ),
}
