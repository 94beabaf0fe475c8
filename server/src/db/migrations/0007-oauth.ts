import { type Migration, optional, required } from '../schema-change.ts'

/** Apps, and what they were given. */
export const oauth: Migration = {
  name: '0007-oauth',
  async up(schema) {
    await schema.createRecords(
      'oauth-clients',
      {
        name: required.text,
        redirectUris: required.json,
        scopes: required.json,
        isPublic: required.flag,
        isActive: required.flag,
        secretHash: optional.text,
      },
      { indexed: ['name'], searched: true, retained: true },
    )
    await schema.createRecords(
      'oauth-artifacts',
      {
        model: required.text,
        payload: required.json,
        grant: optional.text,
        uid: optional.text,
        user: optional.idOf('users'),
        client: optional.idOf('oauth-clients'),
        consumedAt: optional.text,
        expiresAt: required.text,
      },
      { indexed: ['grant', 'uid', 'user', 'client', 'expiresAt'] },
    )
  },
}
