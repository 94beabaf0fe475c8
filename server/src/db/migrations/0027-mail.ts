import { type Migration, optional, required } from '../schema-change.ts'

/** Messages, and links by which users set their own password. */
export const mail: Migration = {
  name: '0027-mail',
  async up(schema) {
    await schema.addColumn('users', 'language', optional.text)
    await schema.createRecords(
      'messages',
      {
        kind: required.text,
        to: required.text,
        subject: required.text,
        language: required.text,
        status: required.text,
        reason: optional.text,
        attempts: required.integer,
        nextAttemptAt: optional.text,
        sentAt: optional.text,
        messageId: required.text,
        body: optional.text,
      },
      { indexed: ['kind', 'to', 'status', 'nextAttemptAt'], searched: true },
    )
    await schema.createRecords(
      'password-links',
      { user: required.idOf('users'), purpose: required.text, signIn: required.text, expiresAt: required.text },
      { indexed: ['user', 'expiresAt'] },
    )
  },
}
