import type { Migration } from '../schema-change.ts'

/** Indexes for lists that are filtered by one field and sorted by another. */
export const sortedWithin: Migration = {
  name: '0020-sorted-within',
  async up(schema) {
    await schema.createIndex('items', 'category', 'itemName')
    await schema.createIndex('items', 'category', 'sellingPrice')
    await schema.createIndex('sales-orders', 'status', 'orderDate')
    await schema.createIndex('invoices', 'status', 'dueDate')
  },
}
