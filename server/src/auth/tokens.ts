import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const TOKEN_LIFETIME_SECONDS = 3600
const ACCESS_PREFIX = 'kta_'
const REFRESH = /^ktr_(ses_\w{1,40})\.(\d{1,9})\.([\w-]{43})$/
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 43 // 256 bits
const CHECKSUM_LENGTH = 6

/** A random value that carries a checksum, so that junk is refused without asking the database. */
export const mintToken = (prefix: string): string => tokenOf(prefix, () => randomBytes(64))

/** The one successor of a token. A bearer of the token who does not have the key cannot work it out. */
export const successorOf = (prefix: string, key: Buffer, token: string): string =>
  tokenOf(prefix, (block) => createHmac('sha512', key).update(`${block} ${token}`).digest())

function tokenOf(prefix: string, bytesOf: (block: number) => Buffer): string {
  let letters = ''
  for (let block = 0; letters.length < RANDOM_LENGTH; block++) {
    // Bytes from 248 on are left out, so that every letter is equally likely.
    for (const byte of bytesOf(block)) if (byte < 248 && letters.length < RANDOM_LENGTH) letters += ALPHABET[byte % 62]
  }
  return prefix + letters + checksumOf(prefix + letters)
}

export const mintAccessToken = () => mintToken(ACCESS_PREFIX)

export function isWellFormed(token: string, prefix: string): boolean {
  if (!token.startsWith(prefix) || token.length !== prefix.length + RANDOM_LENGTH + CHECKSUM_LENGTH) return false
  return token.endsWith(checksumOf(token.slice(0, -CHECKSUM_LENGTH)))
}

export const isAccessToken = (token: string) => isWellFormed(token, ACCESS_PREFIX)

function checksumOf(text: string): string {
  let checksum = ''
  for (let rest = crc32(text); checksum.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) {
    checksum = ALPHABET[rest % 62] + checksum
  }
  return checksum
}

/** Tokens are random, so a fast digest protects them as well as a slow one. */
export const accessTokenId = (token: string): string => `act_${hash('sha256', token).slice(0, 48)}`

export interface RefreshClaim {
  readonly sessionId: string
  readonly generation: number
}

/**
 * A refresh token says which session and which generation of it, and proves that we said so. Every older generation is
 * recognised without keeping a list of them, and forging one takes both the database and the secret.
 */
export function sealRefreshToken(secret: Buffer, { sessionId, generation }: RefreshClaim, salt: string): string {
  const claim = `ktr_${sessionId}.${generation}`
  return `${claim}.${createHmac('sha256', secret).update(`${claim}.${salt}`).digest('base64url')}`
}

export function readRefreshToken(token: string): RefreshClaim | undefined {
  const [, sessionId, generation] = REFRESH.exec(token) ?? []
  return sessionId ? { sessionId, generation: Number(generation) } : undefined
}

export function isGenuine(secret: Buffer, token: string, claim: RefreshClaim, salt: string): boolean {
  const [expected, given] = [Buffer.from(sealRefreshToken(secret, claim, salt)), Buffer.from(token)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
