import { sql } from 'kysely'
import { type Migration, required } from '../schema-change.ts'

/** What is low in stock, and indexes that hold all that reports add up, so that they need not look at the records. */
export const figures: Migration = {
  name: '0011-figures',
  async up(schema) {
    const { builder } = schema
    await schema.addColumn('items', 'isLowStock', required.flag, false)
    const isLow = sql<boolean>`"isActive" and "itemType" <> 'Service' and "availableStock" < "reorderLevel"`
    await schema.run(builder.updateTable('items').set({ isLowStock: true }).where(isLow))
    await schema.createIndex('items', 'isLowStock')
    const tally = sql`
      insert into tallies (resource, key, slot, count)
      select 'items', case when "isLowStock" then 'isLowStock=true' else 'isLowStock=false' end, 0, count(*)
      from items group by "isLowStock"`
    await schema.run({ compile: () => tally.compile(builder) })
    const indexes = {
      invoices_issued: ['invoices', 'invoiceDate', 'status', 'total', 'taxTotal', 'createdBy', 'removedAt'],
      invoices_owed: ['invoices', 'outstanding', 'overdueFrom', 'customer', 'createdBy', 'removedAt'],
      payments_received: ['payments', 'paymentDate', 'amount', 'createdBy'],
      'sales-orders_open': ['sales-orders', 'status', 'invoiceStatus', 'total', 'createdBy'],
    }
    for (const [name, [table, ...columns]] of Object.entries(indexes))
      await schema.run(builder.schema.createIndex(name).on(table!).columns(columns))
  },
}
