import type { EventEmitter } from 'node:events'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { serviceActor } from '../../core/access.ts'
import type { Throttle } from '../throttle.ts'
import { caller } from './caller.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { type Keeping, noteDown } from './notes.ts'
import { createProvider } from './provider.ts'
import { loadLibrary } from './provider-library.ts'
import { type Keep, openSigningKey } from './signing-key.ts'

/** As the library says it, which only writes it to its own log. */
const REUSED = 'refresh token already used'

export interface OAuthParts extends Keeping {
  /** The same that guards signing in through the API. */
  readonly throttle: Throttle
  readonly keyFor: (purpose: string) => Buffer
  readonly keep: Keep
}

/** How the provider shows errors to users and reports them to the operator. */
export interface Face {
  readonly renderError: NonNullable<Configuration['renderError']>
  onError(error: unknown): void
}

export interface OAuth extends Keeping, Pick<OAuthParts, 'throttle'> {
  /** The provider as it is reached under this origin. Made when first asked for, since a port may be known late. */
  at(issuer: string, face: Face): Promise<Provider>
}

export function createOAuth({ store, clock, throttle, keyFor, keep }: OAuthParts): OAuth {
  let made: { readonly issuer: string; readonly provider: Promise<Provider> } | undefined

  async function make(issuer: string, { renderError, onError }: Face): Promise<Provider> {
    const [library, signingKey] = await Promise.all([loadLibrary(), openSigningKey(keyFor('OAuth signing key'), keep)])
    const cookieKey = keyFor('OAuth cookies').toString('base64url')
    const refreshKey = keyFor('OAuth refresh tokens')
    const provider = createProvider({ library, store, clock, issuer, cookieKey, signingKey, refreshKey, renderError })
    watchReuse(provider, { store, clock }, onError)
    provider.on('server_error', (_ctx, error) => onError(error))
    ;(provider as EventEmitter).on('error', onError) // otherwise the library would write to the console
    return provider
  }

  return {
    store,
    clock,
    throttle,
    at(issuer, face) {
      if (made?.issuer !== issuer) {
        made = { issuer, provider: make(issuer, face) }
        made.provider.catch(() => {
          made = undefined // the database was away: the next request tries again
        })
      }
      return made.provider
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
