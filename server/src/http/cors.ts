import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Headers } from './headers.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** How long a browser may cache the result of a preflight request. */
const REMEMBERED_SECONDS = 600
/** Headers that a page may read beside the few that it always may. */
const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'ETag',
  'Link',
  'Location',
  'X-Total-Count',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
  'Kontor-Key-Expires',
  'WWW-Authenticate',
].join(', ')

const VARY = 'Origin, Accept-Encoding, Accept-Language'

/** The origins whose pages may call the API. */
export interface Cors {
  /** For every answer, also one that is given before any hook runs. */
  headersFor(request: FastifyRequest): Headers
  /** Answers a preflight request: without a credential, and without counting it. */
  mount(server: FastifyInstance): Promise<void>
}

/** `roots` are the addresses that pages may call, with everything below them. */
export function createCors(origins: readonly string[], roots: readonly string[]): Cors {
  const isCalled = (url: string) =>
    roots.some((root) => url.startsWith(root) && ['/', '?', undefined].includes(url[root.length]))

  /** The API ignores cookies, so that any origin can be allowed safely. */
  function allowed({ url, headers: { origin } }: FastifyRequest): string | undefined {
    if (origin === undefined || !isCalled(url)) return undefined
    if (origins.includes('*')) return '*'
    return origins.includes(origin) ? origin : undefined
  }

  return {
    headersFor(request) {
      const origin = allowed(request)
      if (!origin) return { vary: VARY }
      return {
        vary: VARY,
        'access-control-allow-origin': origin,
        'access-control-expose-headers': EXPOSED,
        'cross-origin-resource-policy': 'cross-origin',
      }
    },
    async mount(server) {
      await server.register(cors, {
        delegator: (request, done) =>
          done(null, {
            origin: allowed(request) ?? false,
            methods: METHODS,
            exposedHeaders: EXPOSED,
            maxAge: REMEMBERED_SECONDS,
            preflight: 'access-control-request-method' in request.headers,
            strictPreflight: false,
          }),
      })
    },
  }
}
