import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before } from 'node:test'
import Provider from 'oidc-provider'
import type { Browser } from '../oauth/browser.ts'

export const CLIENT = { id: 'kontor', secret: 'a secret of the client' }

/** What the provider knows of an account, beside its id. */
export interface Account {
  readonly email?: string
  readonly email_verified?: boolean | string
  readonly name?: string
  readonly groups?: readonly string[]
}

/** A real OpenID Connect provider of another company, on this machine. */
export interface IdentityProvider {
  readonly issuer: string
  readonly accounts: Map<string, Account>
  /** Settings that make a Kontor use it. */
  readonly environment: Readonly<Record<string, string>>
  /** Must be called before the first sign-in: the provider sends browsers only to where it knows a client. */
  accept(redirectUri: string): void
  /** Whether the signatures of its tokens are wrong from now on. */
  forges: boolean
  close(): Promise<void>
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  let handle: RequestListener | undefined
  const server = createServer((request, response) => {
    if (provider.forges && request.url === '/token') forgeSignature(response)
    handle!(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, Account>()
  const provider: IdentityProvider = {
    issuer,
    accounts,
    forges: false,
    environment: {
      KONTOR_OIDC_ISSUER: issuer,
      KONTOR_OIDC_CLIENT_ID: CLIENT.id,
      KONTOR_OIDC_CLIENT_SECRET: CLIENT.secret,
      KONTOR_OIDC_NAME: 'Company login',
    },
    accept(redirectUri) {
      const library = new Provider(issuer, {
        clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
        findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
        features: { devInteractions: { enabled: true } },
        cookies: { keys: ['only for tests'] },
      })
      handle = library.callback()
    },
    close: () => new Promise((closed) => void server.close(() => closed())),
  }
  return provider
}

/** The id token keeps its length, and its signature becomes that of another text. */
function forgeSignature(response: ServerResponse): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse
  const forged = (text: string) =>
    text.replace(/("id_token":"[^".]+\.[^".]+\.)(.)/, (_, start, first) => `${start}${first === 'A' ? 'B' : 'A'}`)
  response.end = ((text: unknown) => end(forged(String(text)))) as ServerResponse['end']
}

/** One for all tests of a suite. */
export function identityProvider(): () => IdentityProvider {
  let started: IdentityProvider | undefined
  before(async () => {
    started = await startIdentityProvider()
  })
  after(() => started?.close())
  return () => started!
}

/** Signs in at the provider as this account and allows everything; returns where the browser is sent to. */
export async function signInThere(browser: Browser, address: URL, account: string): Promise<URL> {
  let place = await browser.follow(await browser.open(address.href))
  for (let step = 0; step < 6 && !(place instanceof URL); step++) {
    const fields = /name="login"/.test(place.text)
      ? { prompt: 'login', login: account, password: 'any' }
      : { prompt: 'consent' }
    place = await browser.follow(await browser.submit(formIn(place.text), fields))
  }
  if (place instanceof URL) return place
  throw new Error(`The browser is stuck at the provider: ${place.status} ${place.text.slice(0, 500)}`)
}

const formIn = (page: string): string => /<form [^>]*action="([^"]+)"/.exec(page)?.[1] ?? ''
