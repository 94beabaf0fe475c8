import type { EventEmitter } from 'node:events'
import type { Configuration, Provider } from 'oidc-provider'
import type { Throttle } from '../throttle.ts'
import type { Keeping } from './notes.ts'
import { createProvider } from './provider.ts'
import { loadLibrary } from './provider-library.ts'
import { watchReuse } from './reuse.ts'
import { type Keep, openSigningKey } from './signing-key.ts'

export interface OAuthParts extends Keeping {
  /** The same that guards signing in through the API. */
  readonly throttle: Throttle
  readonly keyFor: (purpose: string) => Buffer
  readonly keep: Keep
}

/** How the provider speaks to people, and to whoever runs the service. */
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
    const provider = createProvider({ library, store, clock, issuer, cookieKey, signingKey, renderError })
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
