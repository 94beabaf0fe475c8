import { sql } from 'kysely'
import type { Migration } from '../schema-change.ts'
import { REMOVED_COLUMN } from '../table.ts'

const TABLES = [
  'roles', 'users', 'items', 'customers', 'settings', 'sales-orders', 'invoices', 'payments', 'deliveries',
  'stock-movements', 'api-keys', 'audit-log', 'oauth-clients', 'views', 'imports',
] // biome-ignore format: two lines read better than fifteen

/** Makes lists as fast for users limited to own records as for all others. */
export const ownRecords: Migration = {
  name: '0021-own-records',
  async up(schema) {
    for (const table of TABLES) {
      await schema.createIndex(table, 'createdBy')
      const present = table === 'invoices' ? sql`where ${sql.ref(REMOVED_COLUMN)} is null` : sql``
      const tally = sql`
        insert into tallies (resource, key, slot, count)
        select ${sql.lit(table)}, 'createdBy=' || coalesce('"' || "createdBy" || '"', 'null'), 0, count(*)
        from ${sql.table(table)} ${present} group by "createdBy"`
      await schema.run({ compile: () => tally.compile(schema.builder) })
    }
  },
}
