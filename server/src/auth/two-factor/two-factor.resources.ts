import { choice, instant, integer, list, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

/** What a user proves their identity with beside the password. */
export const secondFactors = defineResource({
  name: 'second-factors',
  singular: 'second factor',
  idPrefix: 'fac',
  title: 'name',
  description: 'Authenticator apps and passkeys.',
  internal: true,
  fields: {
    user: ref('users', { required: true, indexed: true }),
    kind: choice(['totp', 'passkey'], { required: true }),
    name: text({ required: true, max: 100 }),
    /** Encrypted; of an authenticator app only. */
    secret: text({ secret: true }),
    /** The last time step of an authenticator app, or the last signature count of a passkey: neither is accepted twice. */
    counter: integer({ required: true }),
    /** The following describe a passkey. */
    credentialId: text({ indexed: true, max: 1400 }),
    publicKey: text(),
    origin: text(),
    transports: list(text()),
    /** An authenticator app counts only after the user has entered its first code. */
    confirmedAt: instant(),
    lastUsedAt: instant(),
  },
})
export type SecondFactor = Row<typeof secondFactors>

/** Codes on paper, for a user who has lost the device. Each is good once, and only its digest is stored. */
export const recoveryCodes = defineResource({
  name: 'recovery-codes',
  singular: 'recovery code',
  idPrefix: 'rec',
  title: 'user',
  description: 'Codes that replace a second factor once.',
  internal: true,
  fields: {
    user: ref('users', { required: true, indexed: true }),
    digest: text({ required: true, secret: true, indexed: true }),
    usedAt: instant(),
  },
})

/** Begun by the server, and answered once: by a code, a recovery code, or the signature of a passkey. */
export const challenges = defineResource({
  name: 'challenges',
  singular: 'challenge',
  idPrefix: 'chl',
  title: 'user',
  description: 'Proofs of identity that are under way.',
  internal: true,
  fields: {
    user: ref('users', { required: true, indexed: true }),
    purpose: choice(['sign-in', 'registration', 'reauthentication'], { required: true }),
    /** Changes with the password: a challenge does not outlive the password that it was given for. */
    passwordDigest: text({ required: true, secret: true }),
    failures: integer({ required: true }),
    usedAt: instant(),
    expiresAt: instant({ required: true, indexed: true }),
  },
})
export type Challenge = Row<typeof challenges>
