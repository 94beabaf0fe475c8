import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearExpired } from '../../src/app/housekeeping.ts'
import { mintAccessToken } from '../../src/auth/tokens.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { signedIn, signIn } from '../support/people.ts'
import { assertRefused, rowsIn } from '../support/records.ts'
import { DAY, HOUR, stoppedKontorFor } from '../support/stopped-clock.ts'

const JWT_WITHOUT_SIGNATURE = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSIsInJvbGUiOiJhZG1pbiJ9.'

onEveryDatabase('A bearer token', (kind) => {
  const kontor = stoppedKontorFor(kind)
  const withHeader = (authorization: string) => kontor().get('/auth/me', { token: null, headers: { authorization } })

  test('opens the door, however the word Bearer is written', async () => {
    const { token, id } = await signedIn(kontor(), 'viewer')
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer ']) {
      const { status, body } = await withHeader(`${scheme} ${token}`)
      assert.equal(status, 200, scheme)
      assert.equal(body.data.id, id)
    }
  })

  test('is needed everywhere: without it the request is refused and told how to ask', async () => {
    for (const path of ['/items', '/items/itm_1', '/customers', '/auth/me', '/auth/sessions', '/no-such-thing']) {
      const answer = await kontor().get(path, { token: null })
      assertRefused(answer, 401, 'UNAUTHORIZED')
      assert.equal(answer.headers['www-authenticate'], 'Bearer realm="api"')
    }
    const written = await kontor().post('/items', { itemCode: 'A', itemName: 'A' }, { token: null })
    assertRefused(written, 401, 'UNAUTHORIZED')
  })

  test('in another scheme, without a scheme, or beside another one is no credential', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const headers = [token, `Basic ${token}`, `Token ${token}`, 'Bearer', 'Bearer ', '', `Bearer ${token} ${token}`]
    for (const header of headers) assertRefused(await withHeader(header), 401, 'UNAUTHORIZED')
  })

  test('is read from the header only', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const cookie = await kontor().get('/items', { token: null, headers: { cookie: `token=${token}` } })
    assertRefused(cookie, 401, 'UNAUTHORIZED')
    assertRefused(await kontor().get(`/items?access_token=${token}`, { token: null }), 401, 'UNAUTHORIZED')
  })

  test('that is junk is refused, and nothing is written for it', async () => {
    const before = await rowsIn(kontor(), 'access-tokens')
    const junk = [
      mintAccessToken(),
      'kta_',
      'null',
      JWT_WITHOUT_SIGNATURE,
      'x'.repeat(10_000),
      "' or 1=1 --",
      'a\u00e9',
    ]
    for (const token of junk) {
      const answer = await withHeader(`Bearer ${token}`)
      assert.equal(answer.status, 401, token)
      assert.ok(['INVALID_TOKEN', 'UNAUTHORIZED'].includes(answer.body.error.code), answer.text)
    }
    const wellFormed = await withHeader(`Bearer ${mintAccessToken()}`)
    assertRefused(wellFormed, 401, 'INVALID_TOKEN')
    assert.equal(wellFormed.headers['www-authenticate'], 'Bearer realm="api", error="invalid_token"')
    assert.equal(await rowsIn(kontor(), 'access-tokens'), before)
  })

  test('is neither a refresh token, nor is a refresh token one', async () => {
    const { token, refreshToken } = await signedIn(kontor(), 'viewer')
    assertRefused(await withHeader(`Bearer ${refreshToken}`), 401, 'INVALID_TOKEN')
    const refresh = await kontor().post('/auth/refresh', { refreshToken: token }, { token: null })
    assertRefused(refresh, 401, 'INVALID_REFRESH_TOKEN')
    assert.equal((await withHeader(`Bearer ${token}`)).status, 200)
  })

  test('beside an API key is refused: one credential at a time', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const answer = await kontor().get('/items', { token, headers: { 'x-api-key': 'ktk_live_anything' } })
    assertRefused(answer, 400, 'BAD_REQUEST')
  })

  test('lives for an hour, not a millisecond longer', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    kontor.advance(HOUR - 1)
    assert.equal((await withHeader(`Bearer ${token}`)).status, 200)
    kontor.advance(1)
    const expired = await withHeader(`Bearer ${token}`)
    assertRefused(expired, 401, 'TOKEN_EXPIRED')
    assert.equal(expired.headers['www-authenticate'], 'Bearer realm="api", error="invalid_token"')
  })

  test('is reported as expired for a day, then as unknown', async () => {
    const { token, email } = await signedIn(kontor(), 'viewer')
    kontor.advance(HOUR + DAY)
    await clearExpired(kontor().app.executor)
    assertRefused(await withHeader(`Bearer ${token}`), 401, 'TOKEN_EXPIRED')
    const fresh = await signIn(kontor(), email)
    kontor.advance(1)
    await clearExpired(kontor().app.executor)
    assertRefused(await withHeader(`Bearer ${token}`), 401, 'INVALID_TOKEN')
    assert.equal((await withHeader(`Bearer ${fresh.token}`)).status, 200)
  })
})
