import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { Browser } from '../oauth/browser.ts'
import { openSite, type Site } from '../oauth/site.ts'
import type { DatabaseKind } from '../support/databases.ts'
import { type Account, identityProvider, signInThere } from '../support/identity-provider.ts'

export type Settings = Readonly<Record<string, string>>

/** How a user goes to the provider. */
interface Way {
  readonly start?: string
  /** A browser that may be signed in at the provider already. */
  readonly there?: Browser
  /** Changes what the provider is asked for. */
  readonly edit?: (address: URL) => void
}

/** A Kontor whose users sign in at a provider. */
export function companyFor(kind: DatabaseKind, settings: Settings | (() => Promise<Settings>) = {}) {
  const provider = identityProvider()
  let site: Site
  before(async () => {
    const environment = { ...provider().environment, ...(typeof settings === 'function' ? await settings() : settings) }
    site = await openSite(kind, { environment })
    provider().accept(`${environment.KONTOR_BASE_URL ?? site.origin}/ui/sso/callback`)
  })
  after(() => site.kontor.close())

  /** All the way in a new browser; returns where the browser ends, and its browser. */
  async function signIn(account: string, claims: Account, way: Way | string = {}) {
    const { start = '/ui/sso', there, edit } = typeof way === 'string' ? { start: way } : way
    provider().accounts.set(account, claims)
    const browser = new Browser(site.origin)
    const away = await browser.follow(await browser.open(start))
    assert.ok(away instanceof URL, 'the browser is sent to the provider')
    edit?.(away)
    const { pathname, search } = await signInThere(there ?? new Browser(provider().issuer), away, account)
    const answer = await browser.open(`${pathname}${search}`)
    return { browser, answer, location: answer.headers.get('location') ?? '' }
  }
  const grantOf = async (browser: Browser) => {
    const answer = await browser.open('/ui/session/refresh', { method: 'POST', headers: { origin: site.origin } })
    return { status: answer.status, body: JSON.parse(answer.text) }
  }
  return { kontor: () => site.kontor, site: () => site, provider, signIn, grantOf }
}
