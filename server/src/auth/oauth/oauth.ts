import type { EventEmitter } from 'node:events'
import type { Configuration, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { serviceActor } from '../../core/access.ts'
import type { MailChannel } from '../../core/action.ts'
import type { Failures } from '../../core/audit/failures.ts'
import type { KeyRing } from '../../core/keys/key-ring.ts'
import type { Throttle } from '../throttle.ts'
import { caller } from './caller.ts'
import { oauthClients } from './clients/oauth-clients.resource.ts'
import { type Keeping, noteDown } from './notes.ts'
import { createProvider } from './provider.ts'
import { loadLibrary } from './provider-library.ts'
import type { SigningKeys } from './signing-keys.ts'

/** As the library says it, which only writes it to its own log. */
const REUSED = 'refresh token already used'

export interface OAuthParts extends Keeping {
  /** The same that guards signing in through the API. */
  readonly throttle: Throttle
  readonly cookieKeys: KeyRing
  readonly signingKeys: SigningKeys
  /** Refresh tokens of apps are derived by it from those that they replace. */
  readonly refreshKey: Buffer
  /** Encrypts the secrets of authenticator apps. */
  readonly factorKey: Buffer
  /** Whether users with this address may sign in by a password. */
  mayUsePassword(email: string): boolean
  readonly isPasswordOff: boolean
  readonly failures: Failures
  /** Notices of new devices are sent by it. */
  readonly mail?: MailChannel
}

/** How the provider shows errors to users and reports them to the operator. */
export interface Face {
  readonly renderError: NonNullable<Configuration['renderError']>
  onError(error: unknown): void
}

export interface OAuth
  extends Keeping,
    Pick<OAuthParts, 'throttle' | 'mayUsePassword' | 'isPasswordOff' | 'failures' | 'factorKey' | 'mail'> {
  /**
   * The provider as it is reached under this origin. Made when first asked for, since a port may be known late, and again
   * when the signing keys change.
   */
  at(issuer: string, face: Face): Promise<Provider>
}

export function createOAuth({ cookieKeys, signingKeys, refreshKey, ...parts }: OAuthParts): OAuth {
  const { store, clock, throttle, mayUsePassword, isPasswordOff, failures, factorKey, mail } = parts
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
    throttle,
    mayUsePassword,
    isPasswordOff,
    failures,
    factorKey,
    ...(mail && { mail }),
    async at(issuer, face) {
      const keys = await signingKeys.current()
      const name = [issuer, ...keys.map(({ kid }) => kid)].join(' ')
      if (made?.name !== name) made = { name, provider: make(issuer, keys, face) }
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
