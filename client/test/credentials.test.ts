import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appAt, connect, siteOf } from '../../server/test/oauth/site.ts'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { ADMIN } from '../../server/test/support/kontor.ts'
import { Kontor, type Tokens } from '../src/index.ts'
import { faultyFetch, refusal, siteFor } from './site.ts'

const HOUR_MS = 3_600_000

onEveryDatabase('The client', (kind) => {
  const site = siteFor(kind)

  const signIn = async () => {
    const { data } = await new Kontor({ baseUrl: site().origin }).auth.login(ADMIN)
    return data as Tokens
  }
  const refreshesIn = (sent: readonly { readonly address: string }[]) =>
    sent.filter(({ address }) => address.endsWith('/auth/refresh') || address.endsWith('/oauth/token')).length

  test('signs in, and sends a token, or what a function gets for each request', async () => {
    const { token } = await signIn()
    let calls = 0
    const source = async () => {
      calls += 1
      return token
    }
    for (const given of [token, source])
      assert.equal((await new Kontor({ baseUrl: site().origin, token: given }).auth.getMe()).data.email, ADMIN.email)
    assert.equal(calls, 1)
    await assert.rejects(new Kontor({ baseUrl: site().origin, token: 'nonsense' }).auth.getMe(), {
      code: 'INVALID_TOKEN',
    })
  })

  test('gets its first token by the refresh token, also if the response of the refresh is lost', async () => {
    const { refreshToken } = await signIn()
    const { fetch, sent } = faultyFetch(['lost after'])
    const kontor = new Kontor({ baseUrl: site().origin, session: { refreshToken }, fetch })
    assert.equal((await kontor.auth.getMe()).data.email, ADMIN.email)
    assert.equal(refreshesIn(sent), 2)
  })

  test('throws if the session has ended', async () => {
    const session = { token: 'nonsense', refreshToken: 'nonsense' }
    const read = new Kontor({ baseUrl: site().origin, session }).items.list()
    await assert.rejects(read, { name: 'KontorError', code: 'INVALID_REFRESH_TOKEN', status: 401 })
  })

  test('keeps an OAuth app connected, and names why it no longer is', async () => {
    const place = siteOf(site().server)
    const app = await place.register()
    const { tokens, refreshToken } = await connect(place, await appAt(place, app))
    const kept: Tokens[] = []
    const { clientId, clientSecret } = app
    const oauth = { clientId, clientSecret, refreshToken, onTokens: (fresh: Tokens) => void kept.push(fresh) }
    const { fetch, sent } = faultyFetch([refusal(401, 'TOKEN_EXPIRED')])
    const kontor = new Kontor({ baseUrl: site().origin, oauth: { ...oauth, token: tokens.access_token }, fetch })
    assert.ok((await kontor.items.list()).data)
    assert.deepEqual([refreshesIn(sent), kept.length, sent.length], [1, 1, 3])
    const ended = new Kontor({ baseUrl: site().origin, oauth: { ...oauth, refreshToken: 'nonsense' } }).items.list()
    await assert.rejects(ended, { code: 'INVALID_REFRESH_TOKEN', data: { reason: 'invalid_grant' } })
  })

  test('refreshes a session once for all requests that find the token expired, and hands over the new tokens', async () => {
    const { token, refreshToken } = await signIn()
    const kept: Tokens[] = []
    const { fetch, sent } = faultyFetch([])
    const session = { token, refreshToken, onTokens: (tokens: Tokens) => void kept.push(tokens) }
    const kontor = new Kontor({ baseUrl: site().origin, session, fetch })
    site().server.advance(HOUR_MS + 1000)
    await Promise.all([kontor.items.list(), kontor.customers.list(), kontor.invoices.list()])
    assert.deepEqual([refreshesIn(sent), kept.length], [1, 1])
    assert.notEqual(kept[0]!.refreshToken, refreshToken)
    await kontor.items.list()
    assert.equal(refreshesIn(sent), 1)
  })
})
