import { hash, timingSafeEqual } from 'node:crypto'
import { mintToken } from '../../tokens.ts'

const PREFIX = 'kts_'

/** The value, and what is kept of it. A random value needs no slow digest. */
export function mintSecret() {
  const clientSecret = mintToken(PREFIX)
  return { clientSecret, secretHash: digestOf(clientSecret) }
}

const digestOf = (secret: string) => hash('sha256', secret)

export function isSecret(secret: string, secretHash: string | undefined): boolean {
  const [given, kept] = [Buffer.from(digestOf(secret)), Buffer.from(secretHash ?? '')]
  return given.length === kept.length && timingSafeEqual(given, kept)
}
