import { sql } from 'kysely'
import { type Migration, required } from '../schema-change.ts'

/** What the web interface needs: sessions of its own, saved views, and whether the company is set up. */
export const webInterface: Migration = {
  name: '0010-web-interface',
  async up(schema) {
    await schema.addColumn('sessions', 'isWeb', required.flag, false)
    await schema.createRecords(
      'views',
      {
        name: required.text,
        resource: required.text,
        query: required.text,
        columns: required.json,
        isShared: required.flag,
        isDefault: required.flag,
      },
      { indexed: ['name', 'resource'] },
    )
    await schema.addColumn('settings', 'isSetUp', required.flag, false)
    const isInUse = sql<boolean>`exists (select 1 from "sales-orders") or exists (select 1 from invoices)`
    await schema.run(
      schema.builder
        .updateTable('settings')
        .set({ isSetUp: sql.lit(true) })
        .where(isInUse),
    )
  },
}
