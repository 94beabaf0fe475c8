import { type Migration, required } from '../schema-change.ts'

/** What the engine itself keeps: totals of lists, answers to repeated requests, secrets of the instance. */
export const foundation: Migration = {
  name: '0001-foundation',
  async up(schema) {
    await schema.createTable(
      'tallies',
      { resource: required.text, key: required.text, slot: required.integer, count: required.integer },
      ['resource', 'key', 'slot'],
    )
    await schema.createRecords(
      'idempotent-replies',
      {
        fingerprint: required.text,
        status: required.integer,
        headers: required.json,
        body: required.text,
        expiresAt: required.text,
      },
      { indexed: ['expiresAt'] },
    )
    await schema.createTable('secrets', { name: required.text, value: required.text }, ['name'])
  },
}
