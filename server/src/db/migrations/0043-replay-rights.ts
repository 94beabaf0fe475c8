import { type Migration, optional } from '../schema-change.ts'

/** A kept answer knows the rights that it was written under: with others, it is written anew. */
export const replayRights: Migration = {
  name: '0043-replay-rights',
  async up(schema) {
    await schema.addColumn('idempotent-replies', 'rights', optional.text)
  },
}
