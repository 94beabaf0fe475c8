import { sql } from 'kysely'
import { type Migration, optional } from '../schema-change.ts'

/** A series knows the latest date that it gave a number for, so that an invoice with an earlier date can be warned of. */
export const seriesDates: Migration = {
  name: '0031-series-dates',
  async up(schema) {
    const { builder } = schema
    await schema.addColumn('series', 'lastDate', optional.text)
    const pattern = sql`replace(substr(${sql.ref('series.name')}, 10), '{number}', '%')` // after `invoices `
    const latest = builder
      .selectFrom('invoices')
      .select(({ fn }) => fn.max('invoiceDate').as('latest'))
      .where('invoiceNumber', 'like', pattern)
    await schema.run(builder.updateTable('series').set({ lastDate: latest }).where('name', 'like', 'invoices %'))
  },
}
