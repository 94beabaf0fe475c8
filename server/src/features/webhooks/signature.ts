import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A secret as Standard Webhooks writes it. */
export const mintSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** One message to sign, at the time of one attempt. */
export interface SignedMessage {
  readonly id: string
  /** Seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The headers of Standard Webhooks. Every secret that is valid now signs, so that a receiver can change from one to the other
 * without losing a message.
 */
export function signedHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(message, secret)).join(' '),
  }
}

function signatureOf({ id, timestamp, body }: SignedMessage, secret: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
