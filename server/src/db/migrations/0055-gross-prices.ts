import { type Migration, required } from '../schema-change.ts'

/** Prices are net, as they were, until a company says that its prices include tax. */
export const grossPrices: Migration = {
  name: '0055-gross-prices',
  async up(schema) {
    for (const table of ['settings', 'sales-orders', 'invoices'])
      await schema.addColumn(table, 'pricesIncludeTax', required.flag, false)
  },
}
