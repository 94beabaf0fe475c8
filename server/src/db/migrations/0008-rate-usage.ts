import { type Migration, required } from '../schema-change.ts'

/** The requests of the day, so that a restart does not begin it anew. */
export const rateUsage: Migration = {
  name: '0008-rate-usage',
  async up(schema) {
    const columns = { day: required.text, subject: required.text, count: required.integer }
    await schema.createTable('rate-usage', columns, ['day', 'subject'])
  },
}
