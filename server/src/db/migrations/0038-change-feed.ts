import { type Migration, optional, required } from '../schema-change.ts'

/** Entries of the audit log say which version a record has reached, and which transaction came after which. */
export const changeFeed: Migration = {
  name: '0038-change-feed',
  async up(schema) {
    await schema.addColumn('audit-log', 'recordVersion', optional.integer)
    await schema.addColumn('audit-log', 'position', optional.integer)
    await schema.addColumn('audit-chains', 'position', required.integer, 0)
  },
}
