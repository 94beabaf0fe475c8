import type { Migration } from '../schema-change.ts'

/** Lists of documents can be filtered by the items in their lines. */
export const lineFilters: Migration = {
  name: '0034-line-filters',
  async up(schema) {
    await schema.createLineIndex('sales-orders', 'items', 'itemCode')
    await schema.createLineIndex('invoices', 'items', 'itemCode')
    await schema.createLineIndex('deliveries', 'items', 'itemCode')
    await schema.createLineIndex('deliveries', 'items', 'item')
  },
}
