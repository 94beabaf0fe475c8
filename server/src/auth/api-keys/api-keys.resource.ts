import { choice, instant, integer, list, map, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'
import { SCOPES } from '../../model/rights.ts'

/** The longest lifetime of a key, and the default. */
export const KEY_DAYS_MAX = 365
export const KEY_DAYS = 90

export const apiKeys = defineResource({
  name: 'api-keys',
  guardsAccess: true,
  singular: 'API key',
  idPrefix: 'key',
  title: 'name',
  description: 'Credentials of other systems. A key acts for its owner, within its scopes.',
  administrative: true,
  // The digest of a revoked key stays, so that audit entries can still be attributed to it.
  retained: 'prefix',
  fields: {
    name: text({ required: true, indexed: true, search: true, max: 100, example: 'Web shop' }),
    owner: ref('users', {
      indexed: true,
      filled: true,
      description:
        'The user that the key acts for; you if left out. Systems are best given a user of the type service.',
    }),
    scopes: list(choice(SCOPES), { required: true, min: 1, max: SCOPES.length, example: ['read'] }),
    resources: map(list(choice(SCOPES)), {
      example: { items: ['read'] },
      description: 'If given, the key is good for these resources only, with these of its scopes.',
    }),
    allowedIps: list(text({ max: 50 }), {
      example: ['203.0.113.0/24'],
      description: 'Addresses and networks (CIDR) that the key may be used from; anywhere if empty.',
    }),
    expiresAt: instant({
      indexed: true,
      filled: true,
      example: '2027-02-01T00:00:00Z',
      description: `At most ${KEY_DAYS_MAX} days ahead; ${KEY_DAYS} days if left out.`,
    }),
    key: text({
      readOnly: true,
      shownOnce: true,
      description: 'The value to send as X-API-Key. Shown this once; only a digest of it is kept.',
      example: 'ktk_live_3vQm8XcP2rTnKd7Lw5Zb1Yh9Fg4Jj6Aa0Ss8Ee2Uu3Oo7Ii5N0x9Ya',
    }),
    prefix: text({
      readOnly: true,
      filled: true,
      max: 20,
      example: 'ktk_live_3vQm',
      description: 'How the value begins.',
    }),
    lastFour: text({ readOnly: true, filled: true, max: 4, example: 'x9Ya', description: 'How it ends.' }),
    keyHash: text({ readOnly: true, filled: true, secret: true, unique: true, max: 64 }),
    replacedBy: ref('api-keys', { readOnly: true, description: 'The key that took its place when it was rotated.' }),
    lastUsedAt: instant({ readOnly: true, computed: true, description: 'Brought up to date once a minute.' }),
    lastUsedIp: text({ readOnly: true, computed: true, max: 64 }),
    useCount: integer({ readOnly: true, computed: true }),
  },
})
export type ApiKey = Row<typeof apiKeys>

/** When a key was last used. Stored beside the key, since its use is no change of the key. */
export const apiKeyUses = defineResource({
  name: 'api-key-uses',
  singular: 'use of an API key',
  idPrefix: 'use',
  title: 'lastUsedIp',
  description: 'How often, and when last, a key was used.',
  internal: true,
  fields: {
    lastUsedAt: instant({ required: true }),
    lastUsedIp: text({ required: true, max: 64 }),
    useCount: integer({ required: true }),
  },
})
