import { choice, flag, list, text } from '../../../model/fields.ts'
import { defineResource, type Row } from '../../../model/resource.ts'
import { SCOPES } from '../../../model/rights.ts'

export const oauthClients = defineResource({
  name: 'oauth-clients',
  guardsAccess: true,
  singular: 'app',
  idPrefix: 'app',
  title: 'name',
  description: 'Apps that act for users with their consent (OAuth 2.0). An app gets no more than its user allows.',
  administrative: true,
  // A deleted app stays in the database, so that audit entries and references to it stay valid.
  retained: 'name',
  fields: {
    name: text({
      required: true,
      indexed: true,
      search: true,
      max: 100,
      example: 'Web shop',
      description: 'Shown to the user on the consent page.',
    }),
    redirectUris: list(text({ max: 500 }), {
      required: true,
      min: 1,
      max: 20,
      example: ['https://shop.example.com/callback'],
      description:
        'Where people are sent back to. https://, or http:// on localhost; a public app also com.example.app:/callback.',
    }),
    scopes: list(choice(SCOPES), {
      required: true,
      min: 1,
      max: SCOPES.length,
      example: ['read'],
      description: 'The most that the app may ask for.',
    }),
    isPublic: flag({
      default: false,
      description: 'The app cannot keep a secret, since it runs in a browser or on a phone. Cannot be changed later.',
    }),
    isActive: flag({ default: true, description: 'False revokes all grants and tokens of the app at once.' }),
    clientId: text({ readOnly: true, computed: true, description: 'The same as id, under its OAuth name.' }),
    clientSecret: text({
      readOnly: true,
      shownOnce: true,
      description: 'Shown this once; only a digest of it is kept. A public app has none.',
      example: 'kts_3vQm8XcP2rTnKd7Lw5Zb1Yh9Fg4Jj6Aa0Ss8Ee2Uu3Oo7Ii5N0x9Ya',
    }),
    secretHash: text({ readOnly: true, secret: true, max: 64 }),
  },
})
export type OAuthClient = Row<typeof oauthClients>
