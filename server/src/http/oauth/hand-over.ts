import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Provider } from 'oidc-provider'
import { caller } from '../../auth/oauth/caller.ts'
import { ROUTES } from '../../auth/oauth/provider.ts'
import { PAGE_HEADERS } from './page.ts'

/** Endpoints that show a page, as opposed to those for programs. */
const BROWSED: readonly [HTTPMethods[], string][] = [
  [['GET'], ROUTES.authorization],
  [['GET'], `${ROUTES.authorization}/:uid`],
]

const PROGRAMMED: readonly [HTTPMethods[], string][] = [
  [['POST', 'OPTIONS'], ROUTES.token],
  [['POST', 'OPTIONS'], ROUTES.revocation],
  [['POST', 'OPTIONS'], ROUTES.introspection],
  [['POST', 'OPTIONS'], ROUTES.pushed_authorization_request],
  [['GET', 'POST', 'OPTIONS'], ROUTES.userinfo],
  [['GET', 'OPTIONS'], ROUTES.jwks],
  [['GET', 'OPTIONS'], '/.well-known/oauth-authorization-server'],
  [['GET', 'OPTIONS'], '/.well-known/openid-configuration'],
]

/** An app may ask to be answered by a form that sends itself; the provider then adds the digest of its script. */
const BROWSED_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': `${PAGE_HEADERS['content-security-policy']}; script-src 'self'`,
}

export const isProgrammed = (route: string | undefined): boolean => PROGRAMMED.some(([, path]) => path === route)

/** The endpoints of the protocol: the provider answers, under the headers that every answer of ours carries. */
export function mountEndpoints(server: FastifyInstance, provider: () => Promise<Provider>): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null)) // the provider reads the body itself
  for (const [method, url] of [...BROWSED, ...PROGRAMMED]) {
    server.route({
      method,
      url,
      exposeHeadRoute: false,
      handler: async (request, reply) => handOver(await provider(), request, reply),
    })
  }
  server.addHook('onRequest', async (request, reply) => {
    if (!isProgrammed(request.routeOptions.url)) reply.headers(BROWSED_HEADERS)
  })
}

async function handOver(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { host, protocol } = new URL(provider.issuer)
  // Whatever a client or a proxy says of the origin, addresses are made of the true one.
  request.raw.headers.host = host
  request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete request.raw.headers['x-forwarded-host']
  for (const [name, value] of Object.entries({ ...reply.usualHeaders(), ...reply.getHeaders() })) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  await caller.run(request.actor!, () => provider.callback()(request.raw, reply.raw))
}
