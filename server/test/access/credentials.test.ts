import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { mintKey } from '../../src/auth/api-keys/keys.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { assertRefused } from '../support/records.ts'
import { wholeDatabase } from './whole-database.ts'

onEveryDatabase('A request', (kind) => {
  const kontor = kontorFor(kind)
  let key: string
  before(async () => {
    key = (await createKey(kontor())).key
  })
  const header = (value: string) => ({ token: null, headers: { 'x-api-key': value } })

  test('with both a token and a key is refused, whether they are valid or not', async () => {
    for (const other of [key, 'nonsense', '']) {
      const answer = await kontor().get('/items', { headers: { 'x-api-key': other } })
      assertRefused(answer, 400, 'BAD_REQUEST')
    }
    const basic = await kontor().get('/items', {
      token: null,
      headers: { 'x-api-key': key, authorization: 'Basic eA==' },
    })
    assertRefused(basic, 400, 'BAD_REQUEST')
  })

  test('with the same credential as a token and as a key is accepted: some clients send it in every way', async () => {
    for (const credential of [key, kontor().token]) {
      const answer = await kontor().get('/items', { token: credential, headers: { 'x-api-key': credential } })
      assert.equal(answer.status, 200, answer.text)
    }
    assertRefused(
      await kontor().get('/items', { token: 'nonsense', headers: { 'x-api-key': 'nonsense' } }),
      401,
      'INVALID_TOKEN',
    )
  })

  test('is not authenticated by a key in its address', async () => {
    for (const name of ['api_key', 'apiKey', 'key', 'x-api-key', 'access_token', 'token']) {
      assertRefused(await kontor().get(`/items?${name}=${key}`, { token: null }), 401, 'UNAUTHORIZED')
    }
    assertRefused(
      await kontor().get('/items', { token: null, headers: { cookie: `x-api-key=${key}` } }),
      401,
      'UNAUTHORIZED',
    )
  })

  test('with a key as a bearer token, or a token as a key, is refused', async () => {
    assertRefused(await kontor().get('/items', { token: key }), 401, 'INVALID_TOKEN')
    assertRefused(await kontor().get('/items', header(kontor().token)), 401, 'INVALID_API_KEY')
  })

  test('with a key that differs by one character is refused', async () => {
    const changed = [key.slice(0, -1), `${key}0`, key.toLowerCase(), `${key}, ${key}`, key.replace('live', 'test')]
    const turned = [...key.slice(9)].map((letter, index, all) => {
      const others = all.with(index, letter === 'a' ? 'b' : 'a')
      return `ktk_live_${others.join('')}`
    })
    for (const value of [...changed, ...turned])
      assertRefused(await kontor().get('/items', header(value)), 401, 'INVALID_API_KEY')
    assert.equal((await kontor().get('/items', header(key))).status, 200)
  })

  test('with a malformed credential is refused quickly, and leaves nothing in the database', async () => {
    const stored = await wholeDatabase(kontor().engine)
    const junk = [
      ...Array.from({ length: 20 }, (_, index) => randomBytes(index * 4 + 1).toString('base64url')),
      'x'.repeat(10_000),
      `ktk_live_${'x'.repeat(10_000)}`,
      `kta_${'0'.repeat(10_000)}`,
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiIsInJvbGUiOiJhZG1pbiJ9.',
      `ktk_live_${'%'.repeat(49)}`,
      "' or 1=1 --",
      '../../etc/passwd',
    ]
    let queries = 0
    const { reader } = kontor().engine
    const { query } = reader
    reader.query = (asked) => {
      queries++
      return query.call(reader, asked)
    }
    try {
      for (const value of junk) {
        assertRefused(await kontor().get('/items', header(value)), 401, 'INVALID_API_KEY')
        const bearer = await kontor().get('/items', { token: value })
        assert.equal(bearer.status, 401, bearer.text)
        assert.match(bearer.headers['www-authenticate']!, /^Bearer /)
      }
    } finally {
      reader.query = query
    }
    assert.equal(queries, 0, 'the database was asked')
    assert.equal(await wholeDatabase(kontor().engine), stored)
  })

  test('with a well-formed key that never existed is refused, and leaves nothing in the database', async () => {
    const stored = await wholeDatabase(kontor().engine)
    for (let count = 0; count < 5; count++)
      assertRefused(await kontor().get('/items', withKey(mintKey())), 401, 'INVALID_API_KEY')
    assert.equal(await wholeDatabase(kontor().engine), stored)
  })
})
