import { type Migration, required } from '../schema-change.ts'

/** Which words occur at all, and in which records. */
export const search: Migration = {
  name: '0009-search',
  async up(schema) {
    await schema.createTable('terms', { term: required.text, sequence: required.integer }, ['term'])
    await schema.run(schema.builder.schema.createIndex('terms_sequence').on('terms').column('sequence'))
    await schema.createTable('postings', { kind: required.text, term: required.text, record: required.text }, [
      'kind',
      'term',
      'record',
    ])
  },
}
