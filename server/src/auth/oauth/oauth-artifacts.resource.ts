import { instant, json, ref, text } from '../../model/fields.ts'
import { defineResource, type Row } from '../../model/resource.ts'

/**
 * What apps were given: grants, codes, tokens, and the sign-ins on the way there. The id is a digest of a value that
 * only its bearer knows.
 */
export const oauthArtifacts = defineResource({
  name: 'oauth-artifacts',
  guardsAccess: true,
  singular: 'OAuth artifact',
  idPrefix: 'oar',
  title: 'model',
  description: 'Grants, codes and tokens of apps.',
  internal: true,
  fields: {
    model: text({ required: true, max: 40 }),
    payload: json<Readonly<Record<string, unknown>>>(),
    /** The grant that it belongs to; a grant belongs to itself. */
    grant: text({ indexed: true, max: 64 }),
    /** By what a sign-in is found without its cookie; a digest too. */
    uid: text({ indexed: true, max: 64 }),
    user: ref('users', { indexed: true }),
    client: ref('oauth-clients', { indexed: true }),
    consumedAt: instant(),
    expiresAt: instant({ required: true, indexed: true }),
  },
})
export type OAuthArtifact = Row<typeof oauthArtifacts>
