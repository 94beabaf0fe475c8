const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'

/** The message does not come from Kontor, was changed on its way, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Checks the signature of a webhook (Standard Webhooks) and answers its content. `body` is the text as it arrived, before
 * any parsing. Several secrets are accepted, for the time of a rotation.
 */
export async function verifyWebhook<T = unknown>(
  headers: HeaderSource,
  body: string | Uint8Array,
  secret: string | readonly string[],
  now = Date.now(),
): Promise<T> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !timestamp || !signatures) throw new WebhookError('The webhook headers are missing.')
  const age = now / 1000 - Number(timestamp)
  if (!(Math.abs(age) <= TOLERANCE_SECONDS)) throw new WebhookError('The webhook is too old, or from the future.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const candidates = signatures.split(' ').filter((signature) => signature.startsWith('v1,'))
  for (const one of [secret].flat())
    for (const candidate of candidates) if (await isSigned(signed, candidate.slice(3), one)) return JSON.parse(text)
  throw new WebhookError('No signature of the webhook is right.')
}

function headerOf(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return found === undefined ? undefined : [headers[found]].flat().join(' ')
}

/** `verify` takes the same time for every wrong signature. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signature: string, secret: string): Promise<boolean> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  const given = bytesOf(signature)
  if (!bytes || !given) return false
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, given, signed)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
