import type { EventEmitter } from 'node:events'
import type { Configuration, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type Actor, serviceActor } from '../../core/access.ts'
import type { KeyRing } from '../../core/keys/key-ring.ts'
import { timeText } from '../../model/text.ts'
import { sessionIdOf } from '../sessions.ts'
import { caller } from './caller.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { type Keeping, noteDown, scopeOfRequest } from './notes.ts'
import { createProvider } from './provider.ts'
import { loadLibrary } from './provider-library.ts'
import { type SignedIn, signedInBy } from './signed-in.ts'
import type { SigningKeys } from './signing-keys.ts'

/** As the library says it, which only writes it to its own log. */
const REUSED = 'refresh token already used'

export interface OAuthParts extends Keeping {
  readonly cookieKeys: KeyRing
  readonly signingKeys: SigningKeys
  /** Refresh tokens of apps are derived by it from those that they replace. */
  readonly refreshKey: Buffer
  /** Of the refresh tokens of sessions. */
  readonly tokenKeys: KeyRing
}

/** How the provider shows errors to users and reports them to the operator. */
export interface Face {
  readonly renderError: NonNullable<Configuration['renderError']>
  onError(error: unknown): void
}

export interface OAuth extends Keeping {
  /**
   * The provider as it is reached under this origin. Made when first asked for, since a port may be known late, and again
   * when the signing keys change.
   */
  at(issuer: string, face: Face): Promise<Provider>
  /** Who is signed in to the web interface by the refresh token of its cookie. */
  signedInBy(refreshToken: string, origin: Actor): Promise<SignedIn | undefined>
}

export function createOAuth({ store, clock, cookieKeys, signingKeys, refreshKey, tokenKeys }: OAuthParts): OAuth {
  let made: { readonly name: string; readonly provider: Promise<Provider> } | undefined

  async function make(issuer: string, keys: readonly JWK[], { renderError, onError }: Face): Promise<Provider> {
    const library = await loadLibrary()
    const provider = createProvider({
      library,
      store,
      clock,
      issuer,
      cookieKeys,
      signingKeys: keys,
      refreshKey,
      renderError,
    })
    watchReuse(provider, { store, clock }, onError)
    provider.on('server_error', (_ctx, error) => onError(error))
    ;(provider as EventEmitter).on('error', onError) // otherwise the library would write to the console
    return provider
  }

  return {
    store,
    clock,
    async at(issuer, face) {
      const keys = await signingKeys.current()
      const name = [issuer, ...keys.map(({ kid }) => kid)].join(' ')
      if (made?.name !== name) made = { name, provider: make(issuer, keys, face) }
      return made.provider
    },
    async signedInBy(refreshToken, origin) {
      const reads = store.reads(scopeOfRequest({ clock }, origin))
      const now = timeText(clock())
      const sessionId = await sessionIdOf(reads, tokenKeys, refreshToken, now)
      return sessionId === undefined ? undefined : signedInBy(reads, sessionId, origin, now)
    },
  }
}

/** A refresh token that is used a second time may have been stolen: it is recorded in the audit log. */
function watchReuse(provider: Provider, keeping: Keeping, onError: (error: unknown) => void): void {
  const recorded = new WeakMap<object, Promise<void>>()
  const note = ({ oidc }: KoaContextWithOIDC) => {
    const { accountId = null, clientId = null } = oidc.entities.RefreshToken ?? {}
    const actor = { ...(caller.getStore() ?? serviceActor), userId: accountId }
    return noteDown(keeping, actor, {
      action: 'refresh-token-reused',
      resource: oauthClients.name,
      recordId: clientId,
    })
  }
  provider.on('grant.error', (ctx, error) => {
    if ('error_detail' in error && error.error_detail === REUSED) recorded.set(ctx, note(ctx).catch(onError))
  })
  provider.use(async (ctx, next) => {
    await next()
    await recorded.get(ctx)
  })
}
