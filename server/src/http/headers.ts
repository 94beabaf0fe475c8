import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config/config.ts'

export type Headers = Readonly<Record<string, string>>

const YEAR_SECONDS = 31_536_000

/** If a browser shows a response as a page, the page loads nothing and cannot be framed. */
export const JSON_POLICY: Headers = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

/** The headers of a JSON response. */
export const JSON_HEADERS: Headers = {
  ...JSON_POLICY,
  'content-type': 'application/json; charset=utf-8',
  vary: 'Accept-Encoding, Accept-Language',
}

/**
 * The additional headers of our own pages: no page of another site gets hold of their window, and they use no device. The page
 * for consent does without the first one.
 */
export const PAGE_HEADERS: Headers = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
}

/** Appends headers to a list of names and values in turn, and returns the list. */
export function appendHeaders(list: string[], headers: Headers): string[] {
  for (const name in headers) list.push(name, headers[name]!)
  return list
}

/** The security headers of every response. */
export const securityHeaders = ({ tlsCertificate, baseUrl }: Config): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  // Only with a public https address: a browser that got this header never tries http again.
  ...((tlsCertificate || baseUrl?.startsWith('https:')) && {
    'strict-transport-security': `max-age=${YEAR_SECONDS}`,
  }),
})

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** The client's own id if it is well-formed, else a fresh one. */
export function requestIdOf(request?: { readonly headers: IncomingHttpHeaders }): string {
  const given = request?.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUIDv7()
}

/** One that no client has chosen: it tells apart requests that carry the same id. */
export const serverRequestIdOf = ({ id, headers }: { id: string; headers: IncomingHttpHeaders }): string =>
  headers['x-request-id'] === id ? randomUUIDv7() : id
