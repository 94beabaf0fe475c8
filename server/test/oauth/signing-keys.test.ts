import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKeyInput, verify } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { signingKeysOf } from '../../src/app/secrets/oauth-keys.ts'
import { openSecrets } from '../../src/app/secrets/secrets.ts'
import { readConfig } from '../../src/config/config.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { sameDatabase } from '../support/same-database.ts'
import { appAt, connect, openSite, type Site, siteFor } from './site.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type PublishedKey = JsonWebKeyInput['key'] & { readonly kid: string }

async function publishedAt({ origin }: Site): Promise<PublishedKey[]> {
  const { keys } = (await (await fetch(`${origin}/oauth/jwks`)).json()) as { keys: PublishedKey[] }
  for (const key of keys) assert.equal('d' in key, false, 'a private key is published')
  return keys
}

const kidsAt = async (site: Site) => (await publishedAt(site)).map(({ kid }) => kid).sort()

/** The administrator's token expires when the clock is moved: an app is registered before. */
const apps = new WeakMap<Site, Promise<unknown>>()
async function register(site: Site): Promise<void> {
  apps.set(site, site.register())
  await apps.get(site)
}

async function idTokenOf(site: Site): Promise<string> {
  const { tokens } = await connect(site, await appAt(site, await apps.get(site)), { scope: 'openid read' })
  return tokens.id_token!
}

const kidOf = (idToken: string): string => JSON.parse(Buffer.from(idToken.split('.')[0]!, 'base64url').toString()).kid

/** As an app does: by the key set, which it fetches wherever its request arrives. */
async function isVerified(site: Site, idToken: string): Promise<boolean> {
  const [head, body, signature] = idToken.split('.')
  const key = (await publishedAt(site)).find(({ kid }) => kid === kidOf(idToken))
  if (!key) return false
  const signed = Buffer.from(`${head}.${body}`)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  return verify('sha256', signed, publicKey, Buffer.from(signature!, 'base64url'))
}

async function rotate({ kontor }: Site, isRevoking = false): Promise<void> {
  const secrets = await openSecrets(readConfig(kontor.database.environment), kontor.engine)
  await signingKeysOf(secrets, kontor.engine, Date.now).rotate(isRevoking)
}

onEveryDatabase('The key that signs id tokens', (kind) => {
  const site = siteFor(kind)
  before(() => register(site()))
  let first = ''
  let second = ''
  let lastOfFirst = ''

  test('is replaced after 90 days; the new one is published before it signs', async () => {
    const [kid, ...others] = await kidsAt(site())
    assert.deepEqual(others, [])
    first = kid!
    site().kontor.advance(90 * DAY - 2 * HOUR)
    assert.deepEqual(await kidsAt(site()), [first])
    site().kontor.advance(HOUR)
    const both = await kidsAt(site())
    assert.equal(both.length, 2)
    second = both.find((other) => other !== first)!
    lastOfFirst = await idTokenOf(site())
    assert.equal(kidOf(lastOfFirst), first)
    assert.ok(await isVerified(site(), lastOfFirst))
    site().kontor.advance(80 * MINUTE)
    const token = await idTokenOf(site())
    assert.equal(kidOf(token), second)
    assert.ok(await isVerified(site(), token))
  })

  test('stays published until no token that it has signed can be valid', async () => {
    assert.ok(await isVerified(site(), lastOfFirst))
    site().kontor.advance(HOUR)
    assert.ok(await isVerified(site(), lastOfFirst), 'the last token was signed an hour ago at most')
    site().kontor.advance(HOUR)
    assert.deepEqual(await kidsAt(site()), [second])
  })
})

onEveryDatabase('A signing key that is rotated by command', (kind) => {
  const site = siteFor(kind)
  before(() => register(site()))

  test('is published within five minutes, and signs later', async () => {
    const token = await idTokenOf(site())
    await rotate(site())
    assert.equal((await kidsAt(site())).length, 1, 'this server has looked a moment ago')
    site().kontor.advance(6 * MINUTE)
    assert.equal((await kidsAt(site())).length, 2)
    assert.equal(kidOf(await idTokenOf(site())), kidOf(token))
    site().kontor.advance(75 * MINUTE)
    assert.notEqual(kidOf(await idTokenOf(site())), kidOf(token))
    assert.ok(await isVerified(site(), token))
  })

  test('is withdrawn at once if it is revoked', async () => {
    const token = await idTokenOf(site())
    await rotate(site(), true)
    site().kontor.advance(6 * MINUTE)
    assert.equal((await kidsAt(site())).length, 1)
    assert.equal(await isVerified(site(), token), false)
    assert.ok(await isVerified(site(), await idTokenOf(site())))
  })
})

const served = databaseKinds.find(({ name }) => name === 'PostgreSQL')

describe('Two nodes on one database', { skip: !served && 'there is no PostgreSQL' }, () => {
  const sites: Site[] = []
  after(async () => {
    for (const { kontor } of sites) await kontor.close()
  })

  test('agree on the signing keys: what one signs can be verified with the key set of the other', async () => {
    const same = sameDatabase(served!)
    sites.push(await openSite(same), await openSite(same))
    const [one, other] = sites as [Site, Site]
    for (const site of sites) await register(site)
    assert.deepEqual(await kidsAt(one), await kidsAt(other))
    for (const days of [0, 90, 0.06, 0.2, 89.9]) {
      for (const { kontor } of sites) kontor.advance(days * DAY)
      await Promise.all(sites.map(kidsAt)) // both may find that it is time for another key
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        assert.ok(await isVerified(to, await idTokenOf(from)), `after ${days} days`)
    }
    assert.deepEqual(await kidsAt(one), await kidsAt(other))
  })
})
