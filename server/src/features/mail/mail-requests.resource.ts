import { choice, text } from '../../model/fields.ts'
import { LANGUAGES } from '../../model/message.ts'
import { defineResource } from '../../model/resource.ts'

/**
 * Messages that a client without a credential has asked for. Whether there is anything to send is found out after the
 * request; then the record is removed. Nothing remains of requests for addresses that no user has.
 */
export const mailRequests = defineResource({
  name: 'mail-requests',
  singular: 'mail request',
  idPrefix: 'mrq',
  title: 'to',
  description: 'Messages that are to be composed.',
  internal: true,
  fields: {
    kind: text({ required: true, max: 60 }),
    to: text({ required: true, max: 254 }),
    language: choice(LANGUAGES, { default: 'en' }),
  },
})
