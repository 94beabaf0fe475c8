import { type Migration, required } from '../schema-change.ts'

export const numberJumps: Migration = {
  name: '0047-number-jumps',
  async up(schema) {
    await schema.createRecords('number-jumps', { series: required.text, from: required.integer, to: required.integer })
    await schema.addSortKeys('customers', 'taxId') // customers that are alike are found by it
  },
}
