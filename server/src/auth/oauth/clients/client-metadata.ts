import type { ClientMetadata } from 'oidc-provider'
import type { Reads } from '../../../core/store.ts'
import { type OAuthClient, oauthClients } from './oauth-clients.resource.ts'
import { isNative } from './redirect-uris.ts'

/** Scopes that allow no records: the identity of the user, and offline access. Every app may ask for them. */
export const IDENTITY_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const

/** An app in the form of the provider; an inactive app does not exist for it. */
export async function activeClient(reads: Reads, id: string): Promise<ClientMetadata | undefined> {
  const client = await reads.find(oauthClients, { id })
  return client?.isActive ? metadataOf(client) : undefined
}

const metadataOf = ({ id, name, redirectUris, scopes, isPublic, secretHash }: OAuthClient): ClientMetadata => ({
  client_id: id,
  client_name: name,
  redirect_uris: redirectUris,
  scope: [...IDENTITY_SCOPES, ...scopes].join(' '),
  application_type: isPublic && redirectUris.some(isNative) ? 'native' : 'web',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  ...(isPublic
    ? { token_endpoint_auth_method: 'none' as const }
    : { token_endpoint_auth_method: 'client_secret_basic' as const, client_secret: secretHash! }),
})

/** A script in a browser may ask for tokens only from the origin of its app. */
export const isOriginOf = (origin: string, redirectUris: readonly string[] = []): boolean =>
  origin !== 'null' && redirectUris.some((address) => URL.parse(address)?.origin === origin)
