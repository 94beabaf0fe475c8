import { choice, instant, integer, text } from '../../model/fields.ts'
import { LANGUAGES } from '../../model/message.ts'
import { defineResource, type Row } from '../../model/resource.ts'

/** Messages are written in the transaction that causes them, and sent after its commit. */
export const messages = defineResource({
  name: 'messages',
  singular: 'message',
  idPrefix: 'msg',
  title: 'subject',
  description: 'E-mails that Kontor sends: invitations, links to set a password, and notices.',
  administrative: true,
  fields: {
    kind: text({
      readOnly: true,
      required: true,
      isIdentifier: true,
      indexed: true,
      counted: true,
      max: 60,
      example: 'invitation',
    }),
    to: text({ readOnly: true, required: true, indexed: true, search: true, max: 254, example: 'anna@example.com' }),
    subject: text({ readOnly: true, required: true, search: true, max: 300, example: 'Your invitation to Kontor' }),
    language: choice(LANGUAGES, { readOnly: true, default: 'en' }),
    status: choice(['queued', 'sent', 'failed'], {
      tones: { queued: 'running', sent: 'good', failed: 'bad' },
      readOnly: true,
      default: 'queued',
      indexed: true,
      counted: true,
      unaudited: true,
      example: 'sent',
      description: 'sent: the mail server has accepted it. failed: it is not tried again; reason says why.',
    }),
    reason: text({ readOnly: true, unaudited: true, max: 500, description: 'Why the last attempt failed.' }),
    attempts: integer({ readOnly: true, default: 0, unaudited: true, example: 1 }),
    nextAttemptAt: instant({
      readOnly: true,
      indexed: true,
      unaudited: true,
      description: 'When it is tried next; null if it is not.',
    }),
    sentAt: instant({ readOnly: true, unaudited: true }),
    messageId: text({
      readOnly: true,
      required: true,
      max: 300,
      example: '<3f2a9c@example.com>',
      description: 'The Message-ID of the e-mail, the same in every attempt.',
    }),
    /** May contain a link that is a credential, so it is erased as soon as it is not needed. Null: composed before sending. */
    body: text({ readOnly: true, secret: true, unaudited: true, max: 100_000 }),
  },
})
export type Message = Row<typeof messages>
