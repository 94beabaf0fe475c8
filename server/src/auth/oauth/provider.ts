import type { Configuration, JWK, Provider } from 'oidc-provider'
import type { KeyRing } from '../../core/keys/key-ring.ts'
import { SCOPES } from '../../model/rights.ts'
import { TOKEN_LIFETIME_SECONDS } from '../tokens.ts'
import { accountOf, assumeScope, existingGrant } from './accounts.ts'
import { mintAppRefreshToken, mintAppToken, nextAppRefreshToken } from './app-tokens.ts'
import { type ArtifactParts, artifactsOf } from './artifacts.ts'
import { activeClient, IDENTITY_SCOPES, isOriginOf } from './clients/client-metadata.ts'
import { isSecret } from './clients/client-secrets.ts'
import { scopesIn } from './grants.ts'
import { scopeOfRequest } from './notes.ts'
import type { OAuthLibrary } from './provider-library.ts'

const DAY_SECONDS = 86_400

export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  userinfo: '/oauth/userinfo',
  jwks: '/oauth/jwks',
  pushed_authorization_request: '/oauth/par',
} as const
/** The page of the web interface that asks for consent. Its requests are below it, where both cookies are sent. */
export const CONSENT_PATH = '/ui/oauth'
/** The session that the library keeps for a browser. */
export const SESSION_COOKIE = { name: 'kontor_oauth_session', path: '/oauth' } as const

const LIFETIMES: NonNullable<Configuration['ttl']> = {
  AccessToken: TOKEN_LIFETIME_SECONDS,
  IdToken: TOKEN_LIFETIME_SECONDS,
  AuthorizationCode: 60,
  Interaction: 600,
  Session: 8 * 3600,
  RefreshToken: 30 * DAY_SECONDS,
  Grant: 365 * DAY_SECONDS, // shorter, it would end every chain of refreshes
}

const COOKIE = { httpOnly: true, sameSite: 'lax', signed: true } as const

export interface ProviderParts extends Omit<ArtifactParts, 'errors'> {
  readonly library: OAuthLibrary
  readonly issuer: string
  readonly cookieKeys: KeyRing
  readonly signingKeys: readonly JWK[]
  /** Refresh tokens are derived by it from those that they replace. */
  readonly refreshKey: Buffer
  readonly renderError: NonNullable<Configuration['renderError']>
}

/** The library implements the protocol; users, apps and storage are ours. */
export function createProvider(parts: ProviderParts): Provider {
  const provider = new parts.library.Provider(parts.issuer, configurationOf(parts))
  provider.proxy = true // what the headers say of the origin has been set by us
  // The library would compare with the secret itself, which is not stored.
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, actual: string) {
    return isSecret(actual, this.clientSecret)
  }
  // Values with a prefix and a checksum, so that junk is recognised without a query.
  Object.assign(provider.AccessToken.prototype, {
    generateTokenId(this: { format: string }) {
      this.format = 'opaque'
      return mintAppToken()
    },
  })
  Object.assign(provider.RefreshToken.prototype, {
    // A refresh that is repeated, because its response was lost, must not begin a second chain of tokens.
    generateTokenId() {
      const replaced = parts.library.Provider.ctx?.oidc.entities.RotatedRefreshToken
      return replaced ? nextAppRefreshToken(parts.refreshKey, replaced.jti) : mintAppRefreshToken()
    },
  })
  forgetOtherUser(provider)
  askForRegisteredScopes(provider)
  // Some libraries take an empty response of another type for a failure.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === ROUTES.revocation && ctx.status === 200) ctx.type = 'json'
  })
  return provider
}

/**
 * An app that names the resource (RFC 8707) has read the metadata of the resource, and asks for all scopes that these list. It
 * gets those that it is registered for, as RFC 6749, 3.3 allows. Any other app is refused for a scope that it may not ask for.
 */
function askForRegisteredScopes(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const { resource, scope, client_id: id } = ctx.query
    if (ctx.path === ROUTES.authorization && resource && typeof scope === 'string' && typeof id === 'string') {
      const registered = scopesIn((await provider.Client.find(id))?.scope)
      const within = scopesIn(scope).filter((one) => registered.includes(one))
      if (within.length > 0) ctx.query = { ...ctx.query, scope: within.join(' ') }
    }
    await next()
  })
}

/**
 * Another user may have signed in in this browser, perhaps in another tab. The library would ask whether the first one is to be
 * signed out; here the first one was already.
 */
function forgetOtherUser(provider: Provider): void {
  provider.use(async (ctx, next) => {
    const uid = ctx.cookies.get(provider.cookieName('resume'), COOKIE)
    const interaction = uid ? await provider.Interaction.find(uid) : undefined
    const { accountId } = interaction?.result?.login ?? {}
    if (interaction && accountId) {
      const session = await provider.Session.get(ctx)
      if (session.accountId && session.accountId !== accountId) await session.destroy()
      delete interaction.session
      await interaction.persist()
    }
    await next()
  })
}

function configurationOf(parts: ProviderParts): Configuration {
  const { library, store, clock, cookieKeys, signingKeys, renderError } = parts
  const reads = () => store.reads(scopeOfRequest({ clock }))
  return {
    adapter: (model) => {
      const artifacts = artifactsOf(model, { store, clock, errors: library.errors })
      return model === 'Client' ? { ...artifacts, find: (id) => activeClient(reads(), id) } : artifacts
    },
    routes: ROUTES,
    scopes: [...IDENTITY_SCOPES, ...SCOPES],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: () => true },
    extraParams: { scope: (ctx) => assumeScope(library, ctx) },
    features: featuresOf(),
    ttl: LIFETIMES,
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    cookies: {
      keys: cookieKeys.map((key) => key.toString('base64url')),
      names: { session: SESSION_COOKIE.name, interaction: 'kontor_oauth_step', resume: 'kontor_oauth_resume' },
      long: { ...COOKIE, path: SESSION_COOKIE.path },
      short: COOKIE,
    },
    interactions: { url: (_ctx, { uid }) => `${CONSENT_PATH}/${uid}` },
    jwks: { keys: [...signingKeys] },
    findAccount: (ctx, id, source) => accountOf(parts, ctx, id, source),
    loadExistingGrant: (ctx) => existingGrant(parts, ctx),
    clientBasedCORS: (_ctx, origin, client) => isOriginOf(origin, client.redirectUris),
    renderError,
  }
}

/** An app learns about, and revokes, its own tokens only. */
function featuresOf(): NonNullable<Configuration['features']> {
  const isOwn = async (_ctx: unknown, client: { clientId: string }, token: { clientId?: string | undefined }) =>
    token.clientId === client.clientId
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false }, // the API asks for no proof, so none must be promised
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: true },
    userinfo: { enabled: true },
    revocation: { enabled: true, allowedPolicy: isOwn },
    introspection: { enabled: true, allowedPolicy: isOwn },
  }
}
