import { randomUUIDv7 } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** The client's own id if it is well-formed, else a fresh one. */
export function requestIdOf(request?: { readonly headers: IncomingHttpHeaders }): string {
  const given = request?.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUIDv7()
}
