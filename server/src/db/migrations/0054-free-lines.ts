import { type Migration, optional, required } from '../schema-change.ts'

/** A line of a document with prices may be without an item. */
export const freeLines: Migration = {
  name: '0054-free-lines',
  async up(schema) {
    for (const table of ['sales-orders_items', 'invoices_items']) {
      await schema.makeOptional(table, 'item', 'itemCode', 'itemName', 'itemType', 'uom')
      await schema.addColumn(table, 'kind', required.text, 'item')
      await schema.addColumn(table, 'description', optional.text)
    }
  },
}
