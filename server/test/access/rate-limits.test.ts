import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mintAccessToken } from '../../src/auth/tokens.ts'
import { type DatabaseKind, onEveryDatabase } from '../support/databases.ts'
import type { Answer } from '../support/kontor.ts'
import { callFrom, changeUser, signedIn, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { MINUTE, SECOND, type StoppedKontor, stoppedKontorFor } from '../support/stopped-clock.ts'

const NOON_SECONDS = Date.parse('2026-03-01T12:00:00Z') / SECOND
const MIDNIGHT_SECONDS = Date.parse('2026-03-02T00:00:00Z') / SECOND

/** What the three headers say, as numbers. */
const limitsOf = ({ headers }: Answer) => ({
  limit: Number(headers['x-ratelimit-limit']),
  remaining: Number(headers['x-ratelimit-remaining']),
  reset: Number(headers['x-ratelimit-reset']),
})

function assertLimited(answer: Answer, retryAfter: number): void {
  assertRefused(answer, 429, 'RATE_LIMIT_EXCEEDED')
  assert.equal(answer.headers['retry-after'], String(retryAfter))
}

const me = (kontor: StoppedKontor, token: string) => kontor().get('/auth/me', { token })

async function useUp(kontor: StoppedKontor, token: string, count: number): Promise<void> {
  for (let call = 0; call < count; call++) assert.equal((await me(kontor, token)).status, 200)
}

/** All of one plan, and the call after it. */
function exactly(plan: string, perMinute: number, kind: DatabaseKind): void {
  const kontor = stoppedKontorFor(kind, { KONTOR_PLAN: plan })

  test(`the plan ${plan} lets ${perMinute} requests a minute pass and refuses the next`, async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const reset = NOON_SECONDS + 60
    for (let call = 1; call <= perMinute; call++) {
      const answer = await me(kontor, token)
      assert.equal(answer.status, 200)
      assert.deepEqual(limitsOf(answer), { limit: perMinute, remaining: perMinute - call, reset })
      assert.equal(answer.headers['retry-after'], undefined)
    }
    const refused = await me(kontor, token)
    assertLimited(refused, 60)
    assert.deepEqual(limitsOf(refused), { limit: perMinute, remaining: 0, reset })
    kontor.advance(MINUTE - 1)
    assertLimited(await me(kontor, token), 1)
    kontor.advance(1)
    const next = await me(kontor, token)
    assert.equal(next.status, 200)
    assert.deepEqual(limitsOf(next), { limit: perMinute, remaining: perMinute - 1, reset: reset + 60 })
  })
}

onEveryDatabase('Rate limits of free', (kind) => exactly('free', 60, kind))
onEveryDatabase('Rate limits of pro', (kind) => exactly('pro', 300, kind))
onEveryDatabase('Rate limits of enterprise', (kind) => exactly('enterprise', 1000, kind))

onEveryDatabase('The limit of a minute', (kind) => {
  const kontor = stoppedKontorFor(kind, { KONTOR_PLAN: 'custom:5/unlimited' })
  /** Signing in counts against the network; a minute later the count is reset. */
  const newcomer = (role = 'viewer') => {
    kontor.advance(MINUTE)
    return signedIn(kontor(), role)
  }

  test('begins with the first request, not with the clock', async () => {
    const { token } = await newcomer()
    kontor.advance(17 * SECOND + 250)
    const { reset } = limitsOf(await me(kontor, token))
    assert.equal(reset, Math.ceil((kontor.now() + MINUTE) / SECOND))
    kontor.advance(30 * SECOND)
    assert.equal(limitsOf(await me(kontor, token)).reset, reset)
  })

  test('is not lengthened by what was refused', async () => {
    const { token } = await newcomer()
    await useUp(kontor, token, 5)
    for (let call = 0; call < 20; call++) assertLimited(await me(kontor, token), 60)
    kontor.advance(MINUTE)
    await useUp(kontor, token, 5)
    assertLimited(await me(kontor, token), 60)
  })

  test('is one for all tokens of a user', async () => {
    const first = await newcomer()
    const second = await signIn(kontor(), first.email)
    await useUp(kontor, first.token, 3)
    await useUp(kontor, second.token, 2)
    assertLimited(await me(kontor, first.token), 60)
    assertLimited(await me(kontor, second.token), 60)
  })

  test('is one for all addresses of a user', async () => {
    const { token } = await newcomer()
    const from = (address: string) => callFrom(kontor().app.server, address, 'GET', '/auth/me', { token })
    for (let host = 1; host <= 5; host++) assert.equal((await from(`10.0.0.${host}`)).status, 200)
    assertLimited(await from('10.0.0.6'), 60)
  })

  test('of one user is not that of another, not even at the same address', async () => {
    const anna = await newcomer()
    const ben = await signIn(kontor(), (await newcomer()).email)
    await useUp(kontor, anna.token, 5)
    assertLimited(await me(kontor, anna.token), 60)
    await useUp(kontor, ben.token, 5)
  })

  test('counts whatever is answered to the user: 201, 400, 403, 404 and 422', async () => {
    const { token } = await newcomer('sales')
    const calls: readonly (readonly [number, () => Promise<Answer>])[] = [
      [201, () => kontor().post('/customers', { name: 'Counted' }, { token })],
      [400, () => kontor().get('/items?page=abc', { token })],
      [403, () => kontor().post('/items', {}, { token })],
      [404, () => kontor().get('/no-such-thing', { token })],
      [422, () => kontor().post('/customers', {}, { token })],
    ]
    for (const [index, [status, call]] of calls.entries()) {
      const answer = await call()
      assert.deepEqual([answer.status, limitsOf(answer).remaining], [status, 4 - index])
    }
    assertLimited(await kontor().post('/auth/logout', undefined, { token }), 60)
  })

  test('is not touched by a request that was not admitted: 401, 429 and two credentials at once', async () => {
    const { token, id } = await newcomer()
    await useUp(kontor, token, 1)
    for (let call = 0; call < 10; call++) {
      const both = await kontor().get('/auth/me', { token, headers: { 'x-api-key': 'ktk_live_x' } })
      assertRefused(both, 400, 'BAD_REQUEST')
      assertRefused(await kontor().get('/auth/me', { token: null }), 401, 'UNAUTHORIZED')
    }
    await changeUser(kontor().engine, id, { isActive: false })
    for (let call = 0; call < 10; call++) assertRefused(await me(kontor, token), 401, 'INVALID_TOKEN')
    await changeUser(kontor().engine, id, { isActive: true })
    assert.equal(limitsOf(await me(kontor, token)).remaining, 3)
  })

  test('is counted per network for those who are not signed in', async () => {
    kontor.advance(MINUTE)
    const login = (address: string) => callFrom(kontor().app.server, address, 'POST', '/auth/login', { body: {} })
    for (let call = 1; call <= 5; call++) {
      const answer = await login('203.0.113.1')
      assert.deepEqual([answer.status, limitsOf(answer).remaining], [422, 5 - call])
    }
    assertLimited(await login('203.0.113.1'), 60)
    assertLimited(await login('::ffff:203.0.113.1'), 60)
    assert.equal((await login('203.0.113.2')).status, 422)
  })

  test('is one for a whole IPv6 /64', async () => {
    const refresh = (address: string) => callFrom(kontor().app.server, address, 'POST', '/auth/refresh', { body: {} })
    for (let host = 1; host <= 5; host++) assert.equal((await refresh(`2001:db8:1:1::${host}`)).status, 422)
    assertLimited(await refresh('2001:db8:1:1:ffff::1'), 60)
    assert.equal((await refresh('2001:db8:1:2::1')).status, 422)
  })

  test('of a network does not stop its users, nor the other way round', async () => {
    const { token } = await newcomer()
    const address = '203.0.113.9'
    const login = () => callFrom(kontor().app.server, address, 'POST', '/auth/login', { body: {} })
    for (let call = 0; call < 6; call++) await login()
    assertLimited(await login(), 60)
    const own = await callFrom(kontor().app.server, address, 'GET', '/auth/me', { token })
    assert.deepEqual([own.status, limitsOf(own).remaining], [200, 4])
  })

  test('is told on every answer, also to strangers and on public pages', async () => {
    kontor.advance(MINUTE)
    const paths = ['/items', '/no-such-thing', 'root:/healthz', 'root:/no-such-page']
    for (const path of paths) {
      const answer = await kontor().get(path, { token: null })
      const { limit, remaining, reset } = limitsOf(answer)
      assert.deepEqual({ limit, remaining }, { limit: 5, remaining: 5 }, path)
      assert.ok(reset > kontor.now() / SECOND, path)
    }
  })
})

onEveryDatabase('The limit of a day', (kind) => {
  const kontor = stoppedKontorFor(kind, { KONTOR_PLAN: 'custom:5/7' })

  test('bites when the minute would still allow, is shown as soon as it is the nearer, and ends at midnight UTC', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const first = await me(kontor, token)
    assert.deepEqual(limitsOf(first), { limit: 5, remaining: 4, reset: NOON_SECONDS + 60 })
    await useUp(kontor, token, 4)
    for (let call = 0; call < 10; call++) assertLimited(await me(kontor, token), 60)
    kontor.advance(MINUTE)
    assert.deepEqual(limitsOf(await me(kontor, token)), { limit: 7, remaining: 1, reset: MIDNIGHT_SECONDS })
    assert.deepEqual(limitsOf(await me(kontor, token)), { limit: 7, remaining: 0, reset: MIDNIGHT_SECONDS })
    const refused = await me(kontor, token)
    assertLimited(refused, MIDNIGHT_SECONDS - NOON_SECONDS - 60)
    assert.deepEqual(limitsOf(refused), { limit: 7, remaining: 0, reset: MIDNIGHT_SECONDS })
    assert.match(refused.body.error.message, /7 requests per day/)
  })

  test('is a new one on the next day', async () => {
    kontor.moveTo('2026-03-05T23:59:00Z')
    const { email } = await signedIn(kontor(), 'viewer')
    const { token } = await signIn(kontor(), email)
    await useUp(kontor, token, 5)
    kontor.moveTo('2026-03-06T00:00:00Z')
    await useUp(kontor, token, 5)
    kontor.advance(MINUTE)
    await useUp(kontor, token, 2)
    assertLimited(await me(kontor, token), 86_400 - 60)
  })
})

onEveryDatabase('Guessing access tokens', (kind) => {
  const kontor = stoppedKontorFor(kind)
  const guess = (address: string) =>
    callFrom(kontor().app.server, address, 'GET', '/items', { token: mintAccessToken() })

  test('is stopped after thirty a minute from one network, and the headers announce it', async () => {
    for (let call = 0; call < 30; call++) assertRefused(await guess('198.51.100.1'), 401, 'INVALID_TOKEN')
    const refused = await guess('198.51.100.1')
    assertLimited(refused, 60)
    assert.deepEqual(limitsOf(refused), { limit: 30, remaining: 0, reset: NOON_SECONDS + 60 })
    assertRefused(await guess('198.51.100.2'), 401, 'INVALID_TOKEN')
    kontor.advance(MINUTE)
    assertRefused(await guess('198.51.100.1'), 401, 'INVALID_TOKEN')
  })
})
