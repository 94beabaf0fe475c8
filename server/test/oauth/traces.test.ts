import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { everyResource } from '../../src/app/every-resource.ts'
import { tableOf } from '../../src/db/table.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Kontor } from '../support/kontor.ts'
import { appAt, connect, refusedWith, request, type Site, siteFor } from './site.ts'

/** Everything that is stored, as text. */
async function storedText({ engine }: Kontor): Promise<string> {
  const tables = everyResource().map(tableOf)
  const names = [...tables.flatMap(({ name, lines }) => [name, ...lines.map((line) => line.name)])]
  const texts: string[] = []
  for (const name of [...names, 'secrets', 'series', 'tallies']) {
    const rows = await engine.reader.query(engine.builder.selectFrom(name).selectAll().compile())
    texts.push(JSON.stringify(rows))
  }
  return texts.join('\n')
}

/** Obtains everything that an app can be given, and collects the secrets in it. */
async function everySecret(site: Site): Promise<string[]> {
  const registered = await site.register()
  const app = await appAt(site, registered)
  const { tokens, refreshToken, back, checks, browser } = await connect(site, app, { scope: 'openid read' })
  const fresh = await client.refreshTokenGrant(app, refreshToken)
  const pushing = await request(app)
  await client.buildAuthorizationUrlWithPAR(app, new URL(pushing.address).searchParams)
  const posting = await client.discovery(
    new URL(site.origin),
    registered.clientId,
    undefined,
    client.ClientSecretPost(registered.clientSecret),
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  )
  await client.buildAuthorizationUrlWithPAR(posting, new URL(pushing.address).searchParams)
  const unused = await request(app)
  const codeLeft = await browser.authorise(unused.address, ADMIN)
  const waiting = await request(app, { scope: 'read delete' })
  const page = await browser.follow(await browser.open(waiting.address))
  assert.ok(!(page instanceof URL), 'the user is being asked')
  const cookies = [...browser.cookies.values()].map(({ value }) => value)
  return [
    registered.clientSecret,
    tokens.access_token,
    refreshToken,
    fresh.access_token,
    fresh.refresh_token!,
    (tokens as { id_token?: string }).id_token!,
    back.searchParams.get('code')!,
    codeLeft.searchParams.get('code')!,
    checks.pkceCodeVerifier,
    unused.checks.pkceCodeVerifier,
    ADMIN.password,
    ...cookies,
  ]
}

onEveryDatabase('A secret of an app', (kind) => {
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  const site = siteFor(kind, { log, environment: { KONTOR_LOG_LEVEL: 'debug' } })

  test('is in no table and in no log line', async () => {
    const secrets = await everySecret(site())
    assert.ok(secrets.length > 12)
    const stored = await storedText(site().kontor)
    assert.ok(stored.includes('"RefreshToken"') && stored.includes('"Session"') && stored.includes('"Interaction"'))
    for (const secret of secrets) assert.ok(!stored.includes(secret), `a table holds "${secret.slice(0, 8)}…"`)
    // The way to a page is in the log as any other; it opens nothing without the cookies that are signed with it.
    const pages = new Set(
      [...lines.join('').matchAll(/\/(?:ui\/oauth|oauth\/authorize)\/([\w-]+)/g)].map(([, id]) => id),
    )
    const text = lines.join('')
    for (const secret of secrets)
      if (!pages.has(secret)) assert.ok(!text.includes(secret), `the log holds "${secret.slice(0, 8)}…"`)
    assert.match(text, /"route":"\/oauth\/token"/)
  })
})

onEveryDatabase('The audit log', (kind) => {
  const site = siteFor(kind)

  test('records grants, denials and revocations of apps, and replaced secrets', async () => {
    const { kontor } = site()
    const registered = await site().register()
    const app = await appAt(site(), registered)
    const { refreshToken } = await connect(site(), app, { scope: 'read write' })
    await site()
      .browser()
      .authorise((await request(app)).address, ADMIN, 'deny')
    await client.refreshTokenGrant(app, refreshToken)
    kontor.advance(11_000)
    await refusedWith(client.refreshTokenGrant(app, refreshToken), 'invalid_grant')
    await kontor.post(`/oauth-clients/${registered.id}/rotate-secret`)
    const again = await appAt(site(), (await kontor.post(`/oauth-clients/${registered.id}/rotate-secret`)).body.data)
    await connect(site(), again, { scope: 'read' })
    const [connected] = (await kontor.get('/auth/connected-apps')).body.data
    await kontor.delete(`/auth/connected-apps/${connected.id}`)
    await kontor.delete(`/oauth-clients/${registered.id}`)

    const { data } = (await kontor.get(`/audit-log?recordId=${registered.id}&perPage=100&order=asc`)).body
    const told = data.map(({ action }: { action: string }) => action)
    for (const action of [
      'create',
      'grant',
      'grant-denied',
      'refresh-token-reused',
      'revoke',
      'rotate-secret',
      'delete',
    ])
      assert.ok(told.includes(action), `${action} is not in ${told.join(', ')}`)
    assert.equal(told.filter((action: string) => action === 'revoke').length, 2)
    const me = (await kontor.get('/auth/me')).body.data
    const grant = data.find(({ action }: { action: string }) => action === 'grant')
    assert.deepEqual([grant.actor, grant.actorName], [me.id, me.name])
    assert.deepEqual(grant.changes, { scopes: [[], ['read', 'write']] })
    const reused = data.find(({ action }: { action: string }) => action === 'refresh-token-reused')
    assert.equal(reused.actor, me.id)
    const signIns = (await kontor.get(`/audit-log?recordId=${me.id}&action=login`)).body.data
    assert.ok(signIns.length >= 3)
  })
})
