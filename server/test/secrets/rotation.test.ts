import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { ConfigError } from '../../src/config/config.ts'
import type { Environment } from '../commands/command-line.ts'
import { appAt, connect, openSite, type Site } from '../oauth/site.ts'
import { type DatabaseKind, onEveryDatabase } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, createItem } from '../support/records.ts'
import { sameDatabase } from '../support/same-database.ts'
import { auditVerdict, FIRST, SECOND, THIRD } from './instances.ts'

const UNUSED = 'a secret that was never in use here'

async function atSite<T>(kind: DatabaseKind, environment: Environment, work: (site: Site) => Promise<T>): Promise<T> {
  const site = await openSite(kind, { environment })
  try {
    return await work(site)
  } finally {
    await site.kontor.close()
  }
}

const refresh = ({ kontor }: Site, refreshToken: string) =>
  kontor.post('/auth/refresh', { refreshToken }, { token: null })
const keySet = async ({ origin }: Site) => (await fetch(`${origin}/oauth/jwks`)).json()

async function assertSound(kontor: Kontor, environment: Environment): Promise<void> {
  const { violations, checked, findings } = await auditVerdict(kontor, environment)
  assert.deepEqual([violations, findings], [0, []])
  assert.ok(checked > 0)
}

/** What clients hold that the secret has sealed. */
async function collect(site: Site) {
  const { kontor } = site
  for (let count = 0; count < 3; count++) await createItem(kontor)
  const registered = await site.register()
  const { browser, refreshToken: appToken } = await connect(site, await appAt(site, registered))
  const [used, unused] = [await signedIn(kontor, 'viewer'), await signedIn(kontor, 'viewer')]
  const { nextCursor } = (await kontor.get('/items?perPage=1')).body.meta
  return { registered, cookies: browser.cookies, appToken, used, unused, nextCursor, keys: await keySet(site) }
}

onEveryDatabase('KONTOR_SECRET', (kind) => {
  const same = sameDatabase(kind)
  const both = { KONTOR_SECRET: SECOND, KONTOR_SECRET_PREVIOUS: FIRST }
  let held: Awaited<ReturnType<typeof collect>>
  let renewed = ''

  /** How many pages the browser shows on the way: none if it is still signed in. */
  async function pagesShown(site: Site): Promise<number> {
    const browser = site.browser()
    for (const [name, cookie] of held.cookies) browser.cookies.set(name, cookie)
    await connect(site, await appAt(site, held.registered), { browser })
    return browser.pages.length
  }

  test('seals the audit log, and nothing is amiss before it changes', () =>
    atSite(same, { KONTOR_SECRET: FIRST }, async (site) => {
      held = await collect(site)
      await assertSound(site.kontor, { KONTOR_SECRET: FIRST })
    }))

  test('can be changed: tokens, cursors and cookies of the previous one are accepted while it is named', () =>
    atSite(same, both, async (site) => {
      const { body, text } = await refresh(site, held.used.refreshToken)
      renewed = body.data?.refreshToken ?? assert.fail(text)
      assert.equal((await site.kontor.get(`/items?perPage=1&cursor=${held.nextCursor}`)).status, 200)
      assert.equal(await pagesShown(site), 0, 'the browser is asked neither to sign in nor for consent')
      assert.ok((await client.refreshTokenGrant(await appAt(site, held.registered), held.appToken)).access_token)
      assert.deepEqual(await keySet(site), held.keys, 'the signing key can be read under the new secret')
    }))

  test('is noted once in every chain of the audit log when it changes, sealed by both secrets', () =>
    atSite(same, both, async ({ kontor }) => {
      const { body } = await kontor.get('/audit-log?action=change-secret')
      assert.equal(body.meta.total, 8)
      for (const { resource, actor, changes } of body.data) {
        assert.deepEqual([resource, actor], ['audit-log', null])
        assert.match(changes.key.join(' '), /^[0-9a-f]{16} [0-9a-f]{16}$/)
        assert.match(changes.seal[1], /^[0-9a-f]{64}$/)
      }
      await createItem(kontor)
      await assertSound(kontor, both)
      await assertSound(kontor, { KONTOR_SECRET: SECOND })
    }))

  test('of before is refused when it is no longer named; what the new one has sealed works on', () =>
    atSite(same, { KONTOR_SECRET: SECOND }, async (site) => {
      assertRefused(await refresh(site, held.unused.refreshToken), 401, 'INVALID_REFRESH_TOKEN')
      assert.equal((await refresh(site, renewed)).status, 200)
      const list = await site.kontor.get(`/items?perPage=1&cursor=${held.nextCursor}`)
      assertRefused(list, 400, 'INVALID_CURSOR')
      assert.notEqual(await pagesShown(site), 0, 'the browser has to sign in again')
      assert.deepEqual(await keySet(site), held.keys)
      await assertSound(site.kontor, { KONTOR_SECRET: SECOND })
    }))

  test('that is neither the current nor a previous one stops the start with one clear line', async () => {
    for (const environment of [{ KONTOR_SECRET: THIRD }, { KONTOR_SECRET: THIRD, KONTOR_SECRET_PREVIOUS: FIRST }])
      await assert.rejects(openKontor(same, { environment }), (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, /^KONTOR_SECRET is not the secret .* KONTOR_SECRET_PREVIOUS\. .*--lost".*$/)
        return true
      })
  })

  test('that is no longer set stops the start too, and no other secret is generated', async () => {
    for (let attempt = 0; attempt < 2; attempt++)
      await assert.rejects(openKontor(same), /^Error: The secret of this database is missing: .*Bring it back/)
  })

  test('can be changed again, and back, with several previous ones named', async () => {
    await atSite(same, { KONTOR_SECRET: THIRD, KONTOR_SECRET_PREVIOUS: `${UNUSED}, ${SECOND}` }, async (site) => {
      await createItem(site.kontor)
      await assertSound(site.kontor, { KONTOR_SECRET: THIRD })
      assert.deepEqual(await keySet(site), held.keys)
    })
    await atSite(same, { KONTOR_SECRET: SECOND, KONTOR_SECRET_PREVIOUS: THIRD }, async (site) => {
      await createItem(site.kontor)
      await assertSound(site.kontor, { KONTOR_SECRET: SECOND })
      assert.deepEqual(await keySet(site), held.keys)
    })
  })
})

onEveryDatabase('A generated secret', (kind) => {
  const same = sameDatabase(kind)

  test('is accepted as the previous one when KONTOR_SECRET is set for the first time', async () => {
    const { refreshToken } = await atSite(same, {}, ({ kontor }) => signedIn(kontor, 'viewer'))
    await atSite(same, { KONTOR_SECRET: FIRST }, async (site) => {
      assert.equal((await refresh(site, refreshToken)).status, 200)
      await assertSound(site.kontor, { KONTOR_SECRET: FIRST })
    })
  })
})
