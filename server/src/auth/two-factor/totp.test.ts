import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeAt, newSecret, otpauthUrl, stepAt, stepOf } from './totp.ts'

/** The ASCII text 12345678901234567890 in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const SECONDS = 1000

describe('Codes of an authenticator app', () => {
  test('are those of RFC 6238, appendix B', () => {
    const vectors: readonly (readonly [seconds: number, code: string])[] = [
      [59, '94287082'],
      [1_111_111_109, '07081804'],
      [1_111_111_111, '14050471'],
      [1_234_567_890, '89005924'],
      [2_000_000_000, '69279037'],
      [20_000_000_000, '65353130'],
    ]
    for (const [seconds, code] of vectors) assert.equal(codeAt(SECRET, stepAt(seconds * SECONDS), 8), code)
  })

  test('are accepted one step early or late, and no further', () => {
    const now = 1_800_000_000 * SECONDS
    const current = stepAt(now)
    for (const [offset, isAccepted] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const found = stepOf(SECRET, codeAt(SECRET, current + offset), now, 0)
      assert.equal(found, isAccepted ? current + offset : undefined, String(offset))
    }
  })

  test('are accepted once: neither a used step nor one before it', () => {
    const now = 1_800_000_000 * SECONDS
    const current = stepAt(now)
    assert.equal(stepOf(SECRET, codeAt(SECRET, current), now, current), undefined)
    assert.equal(stepOf(SECRET, codeAt(SECRET, current - 1), now, current), undefined)
    assert.equal(stepOf(SECRET, codeAt(SECRET, current + 1), now, current), current + 1)
  })

  test('may be typed with a space; other lengths and letters are refused', () => {
    const now = 1_800_000_000 * SECONDS
    const code = codeAt(SECRET, stepAt(now))
    assert.equal(stepOf(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now, 0), stepAt(now))
    for (const wrong of ['', '1', `${code}0`, 'abcdef', '😀😀'])
      assert.equal(stepOf(SECRET, wrong, now, 0), undefined, wrong)
  })

  test('come from secrets of 160 random bits', () => {
    const [one, other] = [newSecret(), newSecret()]
    assert.match(one, /^[A-Z2-7]{32}$/)
    assert.notEqual(one, other)
  })

  test('the address in the QR code names the company and the account', () => {
    const url = new URL(otpauthUrl(SECRET, 'Muster & Söhne', 'anna@example.com'))
    assert.equal(decodeURIComponent(url.pathname), '/Muster & Söhne:anna@example.com')
    assert.equal(url.searchParams.get('issuer'), 'Muster & Söhne')
    assert.equal(url.searchParams.get('secret'), SECRET)
  })
})
