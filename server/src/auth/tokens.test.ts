import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyRing } from '../core/keys/key-ring.ts'
import {
  accessTokenId,
  isAccessToken,
  isGenuine,
  isWellFormed,
  mintAccessToken,
  mintToken,
  readRefreshToken,
  sealRefreshToken,
} from './tokens.ts'

const secret: KeyRing = [Buffer.alloc(32, 'a secret of the instance')]
const claim = { sessionId: 'ses_01hx3k9p0abcdef', generation: 7 }
const salt = 'salt of the session'
const sealed = sealRefreshToken(secret, claim, salt)

test('an access token begins with its prefix and can be selected by a double click', () => {
  const token = mintAccessToken()
  assert.match(token, /^kta_[0-9A-Za-z]{49}$/)
  assert.ok(isAccessToken(token))
})

test('no two tokens are alike', () => {
  const tokens = Array.from({ length: 1000 }, () => mintAccessToken())
  assert.equal(new Set(tokens).size, tokens.length)
})

test('a token with any character changed, added or lost is recognised as invalid without a database query', () => {
  const token = mintAccessToken()
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'x' ? 'y' : 'x'
    assert.equal(isAccessToken(token.slice(0, index) + other + token.slice(index + 1)), false, `letter ${index}`)
  }
  for (const junk of ['', 'kta_', token.slice(1), token.slice(0, -1), `${token}x`, ` ${token}`, token.toLowerCase()]) {
    assert.equal(isAccessToken(junk), false, junk)
  }
})

test('a well-formed token of another kind is no access token', () => {
  const key = mintToken('ktk_live_')
  assert.ok(isWellFormed(key, 'ktk_live_'))
  assert.equal(isAccessToken(key), false)
  assert.equal(isAccessToken(sealed), false)
})

test('the stored digest of an access token does not contain the token', () => {
  const token = mintAccessToken()
  const id = accessTokenId(token)
  assert.match(id, /^act_[0-9a-f]{48}$/)
  assert.equal(accessTokenId(token), id)
  assert.notEqual(accessTokenId(mintAccessToken()), id)
})

test('a refresh token contains its session and generation', () => {
  assert.match(sealed, /^ktr_/)
  assert.deepEqual(readRefreshToken(sealed), claim)
  assert.ok(isGenuine(secret, sealed, claim, salt))
})

test('a text that is no refresh token contains no session', () => {
  const junk = ['', 'ktr_', mintAccessToken(), sealed.slice(1), `${sealed}x`, sealed.slice(0, -1), `${sealed}\n`]
  const broken = [sealed.replace('.7.', '.-7.'), sealed.replace('.7.', '..'), sealed.replace('ses_', 'usr_')]
  for (const text of [...junk, ...broken]) assert.equal(readRefreshToken(text), undefined, text)
})

test('a refresh token of another generation, session, secret or salt is not genuine', () => {
  const forged = [
    sealed.replace('.7.', '.8.'),
    sealed.replace('.7.', '.07.'),
    sealed.replace('ses_01', 'ses_02'),
    sealRefreshToken([Buffer.alloc(32, 'another secret')], claim, salt),
    sealRefreshToken(secret, claim, 'another salt'),
  ]
  for (const token of forged) {
    const claimed = readRefreshToken(token)
    assert.ok(claimed, token)
    assert.equal(isGenuine(secret, token, claimed, salt), false, token)
  }
})

test('a refresh token that a previous secret has sealed is genuine; the current secret seals new ones', () => {
  const fresh = Buffer.alloc(32, 'a new secret')
  const both: KeyRing = [fresh, ...secret]
  assert.ok(isGenuine(both, sealed, claim, salt))
  assert.ok(isGenuine([fresh], sealRefreshToken(both, claim, salt), claim, salt))
  assert.equal(isGenuine([fresh], sealed, claim, salt), false)
})
