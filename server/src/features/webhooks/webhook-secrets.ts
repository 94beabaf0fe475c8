import { isAhead } from '../../core/due.ts'
import { decrypt, encrypt } from '../../core/keys/encryption.ts'
import { later } from '../../model/text.ts'
import { mintSecret } from './signature.ts'
import type { Webhook } from './webhooks.resource.ts'

const OVERLAP_MS = 24 * 3_600_000

/** A new secret, and how it is stored. */
export function newSecret(key: Buffer): { readonly secret: string; readonly sealedSecret: string } {
  const secret = mintSecret()
  return { secret, sealedSecret: encrypt(key, secret) }
}

/**
 * The secrets that sign now: after a rotation the new one and, for a day, the one before. One that cannot be decrypted is left
 * out: the secret of the instance was lost since it was stored.
 */
export function secretsOf(key: Buffer, webhook: Webhook, now: string): string[] {
  const { sealedSecret, sealedPreviousSecret: previous, secretRotatedAt } = webhook
  const isRecent = (at: string) => now < later(at, OVERLAP_MS) && !isAhead(at, now)
  const isOverlap = previous !== null && secretRotatedAt !== null && isRecent(secretRotatedAt)
  return [sealedSecret, ...(isOverlap ? [previous] : [])].flatMap((sealed) => opened(key, sealed) ?? [])
}

function opened(key: Buffer, sealed: string): string | undefined {
  try {
    return decrypt(key, sealed)
  } catch {
    return undefined
  }
}
