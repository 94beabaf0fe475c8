import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearExpired } from '../../src/app/housekeeping.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { changeUser, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, rowsIn, times } from '../support/records.ts'
import { DAY, SECOND, stoppedKontorFor } from '../support/stopped-clock.ts'

const GRACE = 10 * SECOND

onEveryDatabase('A refresh token', (kind) => {
  const kontor = stoppedKontorFor(kind)
  const refresh = (refreshToken: unknown) => kontor().post('/auth/refresh', { refreshToken }, { token: null })
  const me = (token: string) => kontor().get('/auth/me', { token })

  async function refreshed(refreshToken: string): Promise<{ token: string; refreshToken: string }> {
    const { status, body, text } = await refresh(refreshToken)
    assert.equal(status, 200, text)
    return body.data
  }

  test('is exchanged for new tokens, in the shape of a login', async () => {
    const { id, email, name, role, token, refreshToken } = await signedIn(kontor(), 'sales')
    const { status, headers, body } = await refresh(refreshToken)
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    assert.deepEqual(Object.keys(body.data), ['token', 'refreshToken', 'expiresIn', 'user'])
    assert.equal(body.data.expiresIn, 3600)
    assert.deepEqual(body.data.user, { id, email, name, role })
    assert.notEqual(body.data.token, token)
    assert.notEqual(body.data.refreshToken, refreshToken)
    assert.equal((await me(body.data.token)).status, 200)
  })

  test('leaves the previous access token valid until it expires', async () => {
    const { token, refreshToken } = await signedIn(kontor(), 'viewer')
    await refreshed(refreshToken)
    assert.equal((await me(token)).status, 200)
  })

  test('needs no access token, and an expired one beside it does no harm', async () => {
    const { token, refreshToken } = await signedIn(kontor(), 'viewer')
    kontor.advance(2 * DAY)
    const answer = await kontor().post('/auth/refresh', { refreshToken }, { token })
    assert.equal(answer.status, 200, answer.text)
  })

  test('sent again within ten seconds returns the same successor', async () => {
    const { refreshToken } = await signedIn(kontor(), 'viewer')
    const first = await refreshed(refreshToken)
    kontor.advance(GRACE)
    const second = await refreshed(refreshToken)
    assert.equal(second.refreshToken, first.refreshToken)
    for (const { token } of [first, second]) assert.equal((await me(token)).status, 200)
    await refreshed(first.refreshToken)
  })

  test('sent twenty times at once returns one successor, which works', async () => {
    const { refreshToken } = await signedIn(kontor(), 'viewer')
    const answers = await times(20, () => refresh(refreshToken))
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(20).fill(200),
    )
    const successors = new Set(answers.map(({ body }) => body.data.refreshToken))
    assert.equal(successors.size, 1)
    await refreshed([...successors][0])
  })

  test('used again later ends the session: the access tokens and the successor with it', async () => {
    const { token, refreshToken } = await signedIn(kontor(), 'viewer')
    const successor = await refreshed(refreshToken)
    kontor.advance(GRACE + 1)
    assertRefused(await refresh(refreshToken), 401, 'REFRESH_TOKEN_REUSED')
    assertRefused(await me(token), 401, 'INVALID_TOKEN')
    assertRefused(await me(successor.token), 401, 'INVALID_TOKEN')
    assertRefused(await refresh(successor.refreshToken), 401, 'INVALID_REFRESH_TOKEN')
    assertRefused(await refresh(refreshToken), 401, 'INVALID_REFRESH_TOKEN')
  })

  test('two generations old ends the session even within ten seconds', async () => {
    const { refreshToken } = await signedIn(kontor(), 'viewer')
    const second = await refreshed(refreshToken)
    const third = await refreshed(second.refreshToken)
    assertRefused(await refresh(refreshToken), 401, 'REFRESH_TOKEN_REUSED')
    assertRefused(await me(third.token), 401, 'INVALID_TOKEN')
  })

  test('used again ends its own session only', async () => {
    const { email, refreshToken, id } = await signedIn(kontor(), 'viewer')
    const elsewhere = await kontor().login(email, 'the same for everyone')
    await refreshed(refreshToken)
    kontor.advance(GRACE + 1)
    assertRefused(await refresh(refreshToken), 401, 'REFRESH_TOKEN_REUSED')
    const still = await me(elsewhere.body.data.token)
    assert.equal(still.body.data.id, id)
  })

  test('that was tampered with is refused and does not harm the session', async () => {
    const { token, refreshToken } = await signedIn(kontor(), 'viewer')
    const [session, generation, seal] = refreshToken.split('.') as [string, string, string]
    const forged = [
      `${session}.1.${seal}`,
      `${session}.00.${seal}`,
      `${session}.${generation}.${seal.slice(0, -1)}${seal.endsWith('A') ? 'E' : 'A'}`,
      `${session.slice(0, -1)}${session.endsWith('0') ? '1' : '0'}.${generation}.${seal}`,
      refreshToken.slice(0, -1),
      refreshToken.toLowerCase().replace(/^/, ' '),
      'ktr_ses_x.0.',
      'junk',
    ]
    for (const attempt of forged) assertRefused(await refresh(attempt), 401, 'INVALID_REFRESH_TOKEN')
    assert.equal((await me(token)).status, 200)
    await refreshed(refreshToken)
  })

  test('that is missing or no text is a fault of the body', async () => {
    assertInvalid(await kontor().post('/auth/refresh', {}, { token: null }), 'refreshToken')
    for (const wrong of [null, 7, '', ['ktr_'], 'x'.repeat(201)]) assertInvalid(await refresh(wrong), 'refreshToken')
  })

  test('of a session that was signed out is refused', async () => {
    const { token, refreshToken } = await signedIn(kontor(), 'viewer')
    assert.equal((await kontor().post('/auth/logout', undefined, { token })).status, 204)
    assertRefused(await refresh(refreshToken), 401, 'INVALID_REFRESH_TOKEN')
  })

  test('of a disabled user is refused until the user is enabled again', async () => {
    const { id, refreshToken } = await signedIn(kontor(), 'viewer')
    await changeUser(kontor().engine, id, { isActive: false })
    assertRefused(await refresh(refreshToken), 401, 'INVALID_REFRESH_TOKEN')
    await changeUser(kontor().engine, id, { isActive: true })
    await refreshed(refreshToken)
  })

  test('is valid for thirty idle days', async () => {
    const { refreshToken } = await signedIn(kontor(), 'viewer')
    kontor.advance(30 * DAY - 1)
    const next = await refreshed(refreshToken)
    kontor.advance(30 * DAY)
    assertRefused(await refresh(next.refreshToken), 401, 'INVALID_REFRESH_TOKEN')
  })

  test('is valid for ninety days altogether, however often it is renewed', async () => {
    let { token, refreshToken } = (await signedIn(kontor(), 'viewer')) as { token: string; refreshToken: string }
    for (let week = 1; week <= 12; week++) {
      kontor.advance(7 * DAY)
      ;({ token, refreshToken } = await refreshed(refreshToken))
    }
    kontor.advance(6 * DAY - 1)
    ;({ token, refreshToken } = await refreshed(refreshToken))
    assert.equal((await me(token)).status, 200)
    kontor.advance(1)
    assertRefused(await refresh(refreshToken), 401, 'INVALID_REFRESH_TOKEN')
    assertRefused(await me(token), 401, 'TOKEN_EXPIRED')
  })

  test('leaves nothing behind once its session is long over', async () => {
    await signedIn(kontor(), 'viewer')
    kontor.advance(91 * DAY) // until then the device counts as known
    for (let hour = 0; hour < 100; hour++) await clearExpired(kontor().app.executor)
    assert.equal(await rowsIn(kontor(), 'sessions'), 0)
    assert.equal(await rowsIn(kontor(), 'access-tokens'), 0)
  })
})
