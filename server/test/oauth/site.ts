import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import * as client from 'openid-client'
import type { DatabaseKind } from '../support/databases.ts'
import { ADMIN, type Answer, type Kontor, type KontorOptions, openKontor } from '../support/kontor.ts'
import { Browser, type Person } from './browser.ts'

export const CALLBACK = 'https://app.example.com/callback'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** A Kontor that listens, as apps and browsers reach it. */
export interface Site {
  readonly kontor: Kontor
  readonly origin: string
  /** Registers an app. */
  register(more?: object): Promise<AnyRecord>
  browser(languages?: string): Browser
  /** The API, as an app calls it. */
  api(token: string, path?: string, method?: string): Promise<Answer>
}

export async function openSite(kind: DatabaseKind, options: KontorOptions = {}): Promise<Site> {
  const kontor = await openKontor(kind, options)
  await kontor.app.server.listen({ port: 0, host: '127.0.0.1' })
  return siteOf(kontor)
}

/** The same for a Kontor that listens already. */
export function siteOf(kontor: Kontor): Site {
  const { port } = kontor.app.server.server.address() as { port: number }
  const origin = `http://127.0.0.1:${port}`
  return {
    kontor,
    origin,
    async register(more = {}) {
      const body = { name: 'Web shop', redirectUris: [CALLBACK], scopes: ['read', 'write', 'delete', 'admin'], ...more }
      const answer = await kontor.post('/oauth-clients', body)
      assert.equal(answer.status, 201, answer.text)
      return answer.body.data
    },
    browser: (languages) => new Browser(origin, languages),
    api: (token, path = '/items', method = 'GET') => kontor.call(method, path, { token }),
  }
}

/** One for all tests of a suite. */
export function siteFor(kind: DatabaseKind, options?: KontorOptions): () => Site {
  let site: Site | undefined
  before(async () => {
    site = await openSite(kind, options)
  })
  after(() => site?.kontor.close())
  return () => site!
}

/** An app built on the library that most apps in this language use. */
export function appAt({ origin }: Site, { clientId, clientSecret }: AnyRecord): Promise<client.Configuration> {
  const secret = clientSecret ? client.ClientSecretBasic(clientSecret) : client.None()
  const options = { algorithm: 'oauth2' as const, execute: [client.allowInsecureRequests] }
  return client.discovery(new URL(origin), clientId, undefined, secret, options)
}

export interface Asked {
  readonly scope?: string
  readonly redirectUri?: string
  readonly more?: Readonly<Record<string, string>>
}

/** What an app keeps while the user is at the authorization endpoint. */
export async function request(
  app: client.Configuration,
  { scope = 'read write', redirectUri = CALLBACK, more }: Asked = {},
) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const address = client.buildAuthorizationUrl(app, {
    redirect_uri: redirectUri,
    scope,
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { address: address.href, checks: { pkceCodeVerifier, expectedState } }
}

/** The whole way from an app to its tokens. */
export async function connect(
  site: Site,
  app: client.Configuration,
  asked: Asked & { person?: Person; browser?: Browser } = {},
) {
  const { person = ADMIN, browser = site.browser() } = asked
  const { address, checks } = await request(app, asked)
  const back = await browser.authorise(address, person)
  const tokens = await client.authorizationCodeGrant(app, back, checks)
  return { back, checks, tokens, browser, refreshToken: tokens.refresh_token! }
}

/** What an OAuth library makes of a refusal. */
export async function refusedWith(work: Promise<unknown>, error: string): Promise<void> {
  await assert.rejects(work, (failure: { error?: string; cause?: { parameters?: { error?: string } }[] }) => {
    // What comes with a challenge is found inside it.
    assert.equal(failure.error ?? failure.cause?.[0]?.parameters?.error, error, String(failure))
    return true
  })
}
