import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20
/** A code of the step before or after is accepted too: clocks differ, and typing takes time. */
const TOLERATED_STEPS = 1
/** A day. A step that is later than this was used while the clock was ahead. */
const AHEAD_STEPS = 2880
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret for an authenticator app, in base32. */
export const newSecret = (): string => base32(randomBytes(SECRET_BYTES))

export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / STEP_SECONDS)

/** The code of one time step (RFC 6238 with SHA-1, which all apps understand). */
export function codeAt(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = digest.at(-1)! & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The time step whose code this is, later than the last one used; undefined if there is none. */
export function stepOf(secret: string, code: string, nowMs: number, lastUsed: number): number | undefined {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  if (given.length !== DIGITS) return undefined
  const now = stepAt(nowMs)
  const used = lastUsed > now + AHEAD_STEPS ? 0 : lastUsed
  for (let step = now - TOLERATED_STEPS; step <= now + TOLERATED_STEPS; step++) {
    if (step > used && timingSafeEqual(given, Buffer.from(codeAt(secret, step)))) return step
  }
  return undefined
}

/** What authenticator apps read from a QR code. */
export function otpauthUrl(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: String(STEP_SECONDS) })
  // Some apps show a plus sign where a space was meant.
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${query.toString().replaceAll('+', '%20')}`
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
