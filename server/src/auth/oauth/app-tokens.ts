import type { Credential } from '../../core/access.ts'
import { Problem } from '../../core/problem.ts'
import type { Reads } from '../../core/store.ts'
import { SCOPES, type Scope } from '../../model/rights.ts'
import { isWellFormed, mintToken } from '../tokens.ts'
import { artifactId } from './artifact-id.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { scopesIn } from './grants.ts'
import { oauthArtifacts } from './oauth-artifacts.resource.ts'

const ACCESS_PREFIX = 'kto_'
const REFRESH_PREFIX = 'ktor_'

export const mintAppToken = () => mintToken(ACCESS_PREFIX)
export const mintAppRefreshToken = () => mintToken(REFRESH_PREFIX)

/** What an app that its user let in presents itself with. */
export const isAppToken = (token: string): boolean => isWellFormed(token, ACCESS_PREFIX)

/** Good as long as the token, the grant behind it and the app are; and for no more than the app may have today. */
export async function appBehind(
  reads: Reads,
  token: string,
): Promise<{ userId: string; credential: Credential; scopes: readonly Scope[]; expiresAt: string }> {
  const found = await reads.find(oauthArtifacts, { id: artifactId('AccessToken', token) })
  if (!found?.user || !found.grant || !found.client) throw new Problem('INVALID_TOKEN')
  const [grant, client] = await Promise.all([
    reads.find(oauthArtifacts, { id: found.grant }),
    reads.find(oauthClients, { id: found.client }),
  ])
  if (!grant || !client?.isActive) throw new Problem('INVALID_TOKEN')
  const given = scopesIn(found.payload.scope)
  return {
    userId: found.user,
    credential: { kind: 'app', id: grant.id },
    expiresAt: found.expiresAt < grant.expiresAt ? found.expiresAt : grant.expiresAt,
    scopes: SCOPES.filter((scope) => given.includes(scope) && client.scopes.includes(scope)),
  }
}
