import { type Migration, required } from '../schema-change.ts'

/** New companies round tax once for each rate. What is there already was rounded on each line, and goes on like that. */
export const taxRounding: Migration = {
  name: '0050-tax-rounding',
  async up(schema) {
    for (const table of ['settings', 'sales-orders', 'invoices'])
      await schema.addColumn(table, 'taxRounding', required.text, 'line')
  },
}
