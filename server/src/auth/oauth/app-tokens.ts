import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { SCOPES, type Scope } from '../../model/rights.ts'
import type { Bearer } from '../bearer.ts'
import { isWellFormed, mintToken, successorOf } from '../tokens.ts'
import { artifactId } from './artifact-id.ts'
import { IDENTITY_SCOPES } from './clients/client-metadata.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { grantedScopes, scopesIn } from './grants.ts'
import { type OAuthArtifact, oauthArtifacts } from './oauth-artifacts.resource.ts'

const ACCESS_PREFIX = 'kto_'
const REFRESH_PREFIX = 'ktor_'

export const mintAppToken = () => mintToken(ACCESS_PREFIX)
export const mintAppRefreshToken = () => mintToken(REFRESH_PREFIX)
export const nextAppRefreshToken = (key: Buffer, token: string) => successorOf(REFRESH_PREFIX, key, token)

/** The access token of an app. */
export const isAppToken = (token: string): boolean => isWellFormed(token, ACCESS_PREFIX)

/** Valid as long as the token, its grant and the app are; limited to the scopes that the app may have now. */
export async function appBehind(reads: Reads, token: string): Promise<Bearer> {
  const found = await reads.find(oauthArtifacts, { id: artifactId('AccessToken', token) })
  if (!found?.grant) throw new Problem('INVALID_TOKEN')
  const grant = await reads.find(oauthArtifacts, { id: found.grant })
  const bearer = await bearerOf(reads, grant, scopesIn(found.payload.scope))
  const expiresAt = found.expiresAt < bearer.expiresAt ? found.expiresAt : bearer.expiresAt
  return { ...bearer, createdAt: found.createdAt, expiresAt }
}

/** The same for a grant that was used before, whatever has become of the token since. */
export async function appByGrant(reads: Reads, id: string): Promise<Bearer> {
  const grant = await reads.find(oauthArtifacts, { id })
  return bearerOf(reads, grant, grant ? grantedScopes(grant) : [])
}

async function bearerOf(reads: Reads, grant: OAuthArtifact | undefined, given: readonly string[]): Promise<Bearer> {
  const client = grant?.client ? await reads.find(oauthClients, { id: grant.client }) : undefined
  if (!grant?.user || !client?.isActive) throw new Problem('INVALID_TOKEN')
  return {
    userId: grant.user,
    credential: { kind: 'app', id: grant.id, identity: IDENTITY_SCOPES.filter((scope) => given.includes(scope)) },
    expiresAt: grant.expiresAt,
    scopes: SCOPES.filter((scope: Scope) => given.includes(scope) && client.scopes.includes(scope)),
  }
}
