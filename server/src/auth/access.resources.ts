import { choice, type Field, flag, group, instant, integer, list, map, ref, text } from '../model/fields.ts'
import { defineResource, type Row } from '../model/resource.ts'
import { type Permission, RIGHTS } from '../model/rights.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 1024
export const EMAIL_MAX = 254
/** Days to set up a second factor, where a role does not say otherwise. */
export const GRACE_DAYS = 14

export const roles = defineResource({
  name: 'roles',
  lockedAfter: ['users'],
  guardsAccess: true,
  singular: 'role',
  idPrefix: 'rol',
  title: 'name',
  description: 'What the users of a role may see and do.',
  administrative: true,
  fields: {
    name: text({ required: true, unique: true, max: 60 }),
    description: text({ max: 500 }),
    permissions: map(
      group({
        can: list(choice(RIGHTS), { example: ['read', 'create'] }),
        own: flag({ default: false, maybe: true, description: 'Only records that the user created.' }),
        hidden: list(text({ max: 100 }), {
          maybe: true,
          example: ['costPrice'],
          description: 'Fields that the role does not see.',
        }),
        readOnly: list(text({ max: 100 }), {
          maybe: true,
          description: 'Fields that the role sees but does not change.',
        }),
      }) as Field<Permission>,
      {
        required: true,
        description: 'By resource; * is every resource of the business that is not named.',
        example: { items: { can: ['read'], hidden: ['costPrice'] } },
      },
    ),
    requiresSecondFactor: flag({
      default: false,
      description: 'Users of the role must sign in with a second factor.',
    }),
    secondFactorGraceDays: integer({
      default: GRACE_DAYS,
      min: 0,
      max: 90,
      description: 'Days that a user has to set it up. Afterwards a session can do nothing else.',
    }),
    secondFactorRequiredSince: instant({ readOnly: true }),
    isShipped: flag({ default: false, readOnly: true, description: 'Shipped with Kontor; cannot be changed.' }),
  },
})
export type Role = Row<typeof roles>

export const users = defineResource({
  name: 'users',
  guardsAccess: true,
  singular: 'user',
  idPrefix: 'usr',
  title: 'name',
  description: 'People and machines that sign in.',
  administrative: true,
  externalIds: true,
  sessionOnlyFields: ['email', 'role', 'type', 'password'],
  fields: {
    email: text({
      required: true,
      unique: true,
      search: true,
      format: 'email',
      max: EMAIL_MAX,
      example: 'anna@example.com',
    }),
    name: text({ required: true, search: true, indexed: true, max: 200, example: 'Anna' }),
    role: text({ required: true, indexed: true, max: 60, example: 'sales' }),
    language: choice(['en', 'de'], { description: 'Of e-mails to the user; English if not set.' }),
    type: choice(['user', 'service'], { default: 'user', description: 'A service signs in by API keys only.' }),
    isActive: flag({
      default: true,
      description: 'False: the sessions, API keys and apps of the user are refused at once.',
    }),
    password: text({
      transient: true,
      secret: true,
      verbatim: true,
      max: PASSWORD_MAX,
      example: 'correct horse battery staple',
      description: `At least ${PASSWORD_MIN} characters. A new one ends the user's sessions.`,
    }),
    passwordHash: text({ readOnly: true, secret: true }),
    hasSecondFactor: flag({ default: false, readOnly: true, description: 'Signs in with a second factor.' }),
    /** The account at the provider of single sign-on, once it was used. */
    ssoSubject: text({ readOnly: true, secret: true, indexed: true }),
  },
})
export type User = Row<typeof users>

/** One sign-in of one user. The refresh token names the session and its generation; nothing of it is stored. */
export const sessions = defineResource({
  name: 'sessions',
  guardsAccess: true,
  singular: 'session',
  idPrefix: 'ses',
  title: 'userAgent',
  description: 'Sign-in, sign-out and active sessions.',
  internal: true,
  fields: {
    user: ref('users', { required: true, indexed: true }),
    salt: text({ required: true, secret: true }),
    generation: integer({ required: true }),
    rotatedAt: instant({ required: true }),
    lastSeenAt: instant({ required: true }),
    /** When the user last entered the password or used a passkey, here or at the provider of single sign-on. */
    provenAt: instant(),
    address: text({ required: true }),
    userAgent: text(),
    /** Started in the web interface, whose requests are counted separately. */
    isWeb: flag({ required: true }),
    /** Begun by single sign-on: the provider asks for a second factor, or not. */
    isSso: flag({ default: false }),
    /** Extended with every refresh … */
    expiresAt: instant({ required: true, indexed: true }),
    /** … but never past this. */
    endsAt: instant({ required: true }),
    endedAt: instant(),
    endReason: text(),
  },
})
export type Session = Row<typeof sessions>

/** Only a digest of an access token is stored: it is the id of this record. */
export const accessTokens = defineResource({
  name: 'access-tokens',
  singular: 'access token',
  idPrefix: 'act',
  title: 'session',
  description: 'Tokens in use.',
  internal: true,
  fields: {
    session: ref('sessions', { required: true, indexed: true }),
    expiresAt: instant({ required: true, indexed: true }),
  },
})
