import type { Records } from '../../core/store.ts'
import { type Permissions, type Right, SCOPES, type Scope } from '../../model/rights.ts'
import { type OAuthArtifact, oauthArtifacts } from './oauth-artifacts.resource.ts'

const NEEDED: { readonly [S in Exclude<Scope, 'admin'>]: readonly Right[] } = {
  read: ['read', 'export'],
  write: ['create', 'update', 'submit', 'cancel', 'override'],
  delete: ['delete'],
}

/** The scopes that a user with these permissions can grant to an app: a user cannot grant a right that they do not have. */
export function scopesWithin(permissions: Permissions): Scope[] {
  const rights = new Set(Object.values(permissions).flatMap(({ can }) => can))
  return SCOPES.filter((scope) =>
    scope === 'admin' ? permissions['*']?.can.includes('manage') : NEEDED[scope].some((right) => rights.has(right)),
  )
}

/** The scopes in a payload, where they stand as OAuth writes them. */
export const scopesIn = (scope: unknown): string[] =>
  String(scope ?? '')
    .split(' ')
    .filter((word) => word !== '')

/** What a grant allows, as the provider keeps it. */
export function grantedScopes({ payload }: OAuthArtifact): string[] {
  const { openid, rejected } = payload as { openid?: Granted; rejected?: { openid?: Granted } }
  const refused = scopesIn(rejected?.openid?.scope)
  return scopesIn(openid?.scope).filter((scope) => !refused.includes(scope))
}

interface Granted {
  readonly scope?: string
}

/** Deletes the grant and its tokens. */
export async function endGrant(records: Records, grantId: string): Promise<void> {
  for (const artifact of await records.related(oauthArtifacts, 'grant', [grantId])) {
    await records.remove(oauthArtifacts, artifact)
  }
}

/** Deletes everything that was issued to an app. */
export async function endApp(records: Records, clientId: string): Promise<void> {
  for (const artifact of await records.related(oauthArtifacts, 'client', [clientId])) {
    await records.remove(oauthArtifacts, artifact)
  }
}
