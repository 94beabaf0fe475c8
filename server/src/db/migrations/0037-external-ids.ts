import { type Migration, required } from '../schema-change.ts'

/** Records carry the ids that they have in other systems, each of them once. */
export const externalIds: Migration = {
  name: '0037-external-ids',
  async up(schema) {
    await schema.createTable(
      'external-ids',
      { resource: required.text, system: required.text, value: required.text, record: required.text },
      ['resource', 'system', 'value'],
      true,
    )
    for (const table of [
      'items',
      'customers',
      'sales-orders',
      'invoices',
      'payments',
      'deliveries',
      'stock-movements',
      'users',
    ])
      await schema.addColumn(table, 'externalIds', required.json, '{}')
  },
}
