import { sql } from 'kysely'
import { type Migration, optional } from '../schema-change.ts'

const TABLE = 'stock-movements'

/** A movement names what caused it, whatever that is. What is there already was caused by deliveries, or entered by hand. */
export const stockSources: Migration = {
  name: '0049-stock-sources',
  async up(schema) {
    await schema.addColumn(TABLE, 'source_resource', optional.text)
    await schema.addColumn(TABLE, 'source_id', optional.text)
    const byDelivery = { source_resource: 'deliveries', source_id: sql.ref('delivery') }
    await schema.run(schema.builder.updateTable(TABLE).set(byDelivery).where('delivery', 'is not', null))
    await schema.createIndex(TABLE, 'source_id')
  },
}
