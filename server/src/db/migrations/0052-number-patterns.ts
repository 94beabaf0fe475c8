import { type Migration, required } from '../schema-change.ts'

export const numberPatterns: Migration = {
  name: '0052-number-patterns',
  async up(schema) {
    await schema.addColumn('settings', 'numberPatterns', required.json, '{}')
  },
}
