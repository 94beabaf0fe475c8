import type { Migration } from '../schema-change.ts'

/** Lists sort words in alphabetical order, ignoring case and accents, by keys that are stored beside them. */
export const sortKeys: Migration = {
  name: '0033-sort-keys',
  async up(schema) {
    await schema.addSortKeys('items', 'itemCode', 'itemName', 'category')
    await schema.dropIndex('items', 'category', 'itemName')
    await schema.dropIndex('items', 'category', 'sellingPrice')
    await schema.createIndex('items', 'category_sort', 'itemName_sort')
    await schema.createIndex('items', 'category_sort', 'sellingPrice')
    await schema.addSortKeys('customers', 'name', 'email', 'type', 'address_city')
    await schema.addSortKeys('sales-orders', 'orderNumber', 'customerName')
    await schema.addSortKeys('invoices', 'invoiceNumber', 'customerName')
    await schema.addSortKeys('views', 'name')
    await schema.addSortKeys('roles', 'name')
    await schema.addSortKeys('users', 'email', 'name', 'role')
    await schema.addSortKeys('api-keys', 'name')
    await schema.addSortKeys('oauth-clients', 'name')
    await schema.addSortKeys('messages', 'to')
  },
}
