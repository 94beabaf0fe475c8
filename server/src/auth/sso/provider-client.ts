import type { Configuration } from 'openid-client'
import { isObject } from '../../model/input.ts'
import { own } from '../../model/keys/own.ts'
import type { SsoSettings } from './sso-settings.ts'

const SCOPE = 'openid profile email'

/** What the browser must bring back from the provider. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** What the provider says about the user who has signed in there. */
export interface Claims {
  readonly subject: string
  readonly email: string | null
  readonly isEmailVerified: boolean | null
  readonly name: string | null
  /** Values of the claim that roles are chosen by. */
  readonly groups: readonly string[]
  /** When the user last signed in there, in seconds since 1970; null if the provider does not say. */
  readonly authTime: number | null
}

/** The library takes a noticeable time to load, and is needed only where single sign-on is set up. */
const library = () => import('openid-client')

/** Signing in at the provider, by an authorization code with PKCE. */
export function createProviderClient(settings: SsoSettings) {
  let found: Promise<Configuration> | undefined

  async function discover(): Promise<Configuration> {
    const client = await library()
    const { issuer, clientId, clientSecret } = settings
    // The settings allow plain HTTP for a provider on this machine only.
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
    // Checks the signatures of id tokens too: without TLS nothing else protects them.
    const options = { execute: [client.enableNonRepudiationChecks, ...insecure] }
    return client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
  }
  /** Looked up once; again after a failure. */
  const configuration = (): Promise<Configuration> => {
    found ??= discover().catch((error) => {
      found = undefined
      throw error
    })
    return found
  }

  return {
    async begin(redirectUri: string, hasToSignInAgain: boolean): Promise<{ attempt: Attempt; address: string }> {
      const client = await library()
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        // A provider that is sent max_age says in the id token when the user signed in there (auth_time).
        ...(hasToSignInAgain ? { prompt: 'login', max_age: '0' } : { max_age: String(ANY_AGE_SECONDS) }),
      })
      return { attempt, address: address.href }
    },
    /** Throws if the answer is not valid, or not for this attempt. */
    async finish(answer: URL, { state, nonce, verifier }: Attempt, hasToSignInAgain: boolean): Promise<Claims> {
      const client = await library()
      const tokens = await client.authorizationCodeGrant(await configuration(), answer, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
        ...(hasToSignInAgain && { maxAge: MAX_AGE_SECONDS }),
      })
      const claims = tokens.claims()!
      const hasEndpoint = (await configuration()).serverMetadata().userinfo_endpoint !== undefined
      const more = hasEndpoint ? await client.fetchUserInfo(await configuration(), tokens.access_token, claims.sub) : {}
      // Only the id token is signed, so only it says when.
      return { ...claimsIn(settings, claims.sub, { ...claims, ...more }), authTime: claims.auth_time ?? null }
    },
  }
}

export type ProviderClient = ReturnType<typeof createProviderClient>

/** A sign-in at the provider that is older does not confirm anything. */
const MAX_AGE_SECONDS = 300
/** A year. A plain sign-in does not ask users for a password who are signed in at the provider. */
const ANY_AGE_SECONDS = 31_536_000

type StatedClaims = Omit<Claims, 'authTime'>

function claimsIn({ roleClaim }: SsoSettings, subject: string, claims: Record<string, unknown>): StatedClaims {
  const { email, email_verified: isVerified, name } = claims
  const values = roleClaim === undefined ? [] : valueIn(claims, roleClaim)
  return {
    subject,
    email: typeof email === 'string' ? email : null,
    // Some providers send texts. A value that is neither true nor "true" is no confirmation.
    isEmailVerified: isVerified == null ? null : isVerified === true || isVerified === 'true',
    name: typeof name === 'string' && name.trim() !== '' ? name.trim() : null,
    groups: (Array.isArray(values) ? values : [values]).filter((value) => typeof value === 'string'),
  }
}

/** `realm_access.roles` means a part of an object, unless there is a claim of exactly that name. */
function valueIn(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return path.split('.').reduce<unknown>((value, part) => (isObject(value) ? own(value, part) : undefined), claims)
}
