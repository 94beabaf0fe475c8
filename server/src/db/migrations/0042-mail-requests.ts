import { type Migration, required } from '../schema-change.ts'

/** Requests for a link to set a password, until it is known whether a user has the address. */
export const mailRequests: Migration = {
  name: '0042-mail-requests',
  async up(schema) {
    await schema.createRecords('mail-requests', { kind: required.text, to: required.text, language: required.text }, {})
  },
}
