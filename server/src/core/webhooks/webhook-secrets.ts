import { later } from '../../model/text.ts'
import { decrypt, encrypt } from '../keys/encryption.ts'
import { mintSecret } from './signature.ts'
import type { Webhook } from './webhooks.resource.ts'

const OVERLAP_MS = 24 * 3_600_000

/** A new secret, and how it is stored. */
export function newSecret(key: Buffer): { readonly secret: string; readonly sealedSecret: string } {
  const secret = mintSecret()
  return { secret, sealedSecret: encrypt(key, secret) }
}

/** The secrets that sign now: after a rotation the new one and, for a day, the one before. */
export function secretsOf(key: Buffer, webhook: Webhook, now: string): string[] {
  const { sealedSecret, sealedPreviousSecret: previous, secretRotatedAt } = webhook
  const isOverlap = previous !== null && secretRotatedAt !== null && now < later(secretRotatedAt, OVERLAP_MS)
  return [sealedSecret, ...(isOverlap ? [previous] : [])].map((sealed) => decrypt(key, sealed))
}
