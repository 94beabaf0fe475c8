import { choice, instant, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

export const PURPOSES = ['invitation', 'reset'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Only a digest of the token in the link is stored: it is the id of this record. */
export const passwordLinks = defineResource({
  name: 'password-links',
  singular: 'password link',
  idPrefix: 'pwl',
  title: 'purpose',
  description: 'Links by which users set their own password.',
  internal: true,
  fields: {
    user: ref('users', { required: true, indexed: true }),
    purpose: choice(PURPOSES, { required: true }),
    /** A digest of the e-mail address and the password that the user had: a link ends when one of them changes. */
    signIn: text({ required: true, secret: true, max: 64 }),
    expiresAt: instant({ required: true, indexed: true }),
  },
})
export type PasswordLink = Row<typeof passwordLinks>
