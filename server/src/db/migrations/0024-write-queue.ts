import { sql } from 'kysely'
import { type Migration, required } from '../schema-change.ts'

/** A row for each commit, so that the result of a lost one can be learnt; and words that are added in several slots. */
export const writeQueue: Migration = {
  name: '0024-write-queue',
  async up(schema) {
    const { builder } = schema
    await schema.createTable('commits', { id: required.text }, ['id'])
    await schema.addColumn('terms', 'slot', required.integer, 0)
    await schema.run(builder.schema.dropIndex('terms_sequence'))
    await schema.run(builder.schema.createIndex('terms_slot_sequence').on('terms').columns(['slot', 'sequence']))
    const first = sql.lit('search terms 0')
    await schema.run(builder.updateTable('series').set({ name: first }).where('name', '=', 'search terms'))
  },
}
