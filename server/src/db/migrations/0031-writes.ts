import { sql } from 'kysely'
import { type Migration, optional, required } from '../schema-change.ts'

/**
 * A series knows the latest date that it gave a number for, so that an invoice with an earlier date can be warned of; an
 * import knows whether its table began with a byte order mark, so that refused rows are given back in the same form.
 */
export const writes: Migration = {
  name: '0031-writes',
  async up(schema) {
    const { builder } = schema
    await schema.addColumn('imports', 'hasByteOrderMark', required.flag, false)
    await schema.addColumn('series', 'lastDate', optional.text)
    const pattern = sql`replace(substr(${sql.ref('series.name')}, 10), '{number}', '%')` // after `invoices `
    const latest = builder
      .selectFrom('invoices')
      .select(({ fn }) => fn.max('invoiceDate').as('latest'))
      .where('invoiceNumber', 'like', pattern)
    await schema.run(builder.updateTable('series').set({ lastDate: latest }).where('name', 'like', 'invoices %'))
  },
}
