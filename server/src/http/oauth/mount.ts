import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { caller } from '../../auth/oauth/caller.ts'
import type { Face, OAuth } from '../../auth/oauth/oauth.ts'
import type { Problem } from '../../core/problem.ts'
import { written } from '../../texts/written.ts'
import { publicOrigin } from '../addresses.ts'
import { createAsset, sendAsset } from '../asset.ts'
import type { Gate } from '../gate.ts'
import { problemFrom } from '../problems.ts'
import { mountConsent } from './consent.ts'
import { errorPage } from './error-page.ts'
import { isProgrammed, mountEndpoints } from './hand-over.ts'
import { html } from './html.ts'
import { PAGE_HEADERS, STYLE_PATH } from './page.ts'
import { STYLE } from './style.ts'
import { wordsFor } from './words.ts'

export interface OAuthDoor {
  readonly oauth: OAuth
  readonly gate: Gate
  readonly baseUrl: string | undefined
}

/** OAuth 2.0 for third-party apps: the endpoints of the protocol, and what the page for consent asks. */
export function mountOAuth(server: FastifyInstance, { oauth, gate, baseUrl }: OAuthDoor): void {
  const face: Face = {
    renderError: (ctx, { error, error_description: description }) => {
      const words = wordsFor(ctx.get('accept-language'))
      const requestId = caller.getStore()?.requestId ?? ''
      // What exactly is wrong is for the developer of the app, in the words of the protocol.
      const message = description ? html`<span lang="en">${description}</span>` : words.notValid
      ctx.set({ ...PAGE_HEADERS })
      ctx.type = 'html'
      ctx.body = errorPage(words, { title: words.cannotConnect, message, code: error, requestId })
    },
    onError: (error) => server.log.error({ err: error, requestId: caller.getStore()?.requestId }, 'OAuth failed'),
  }
  const provider = () => oauth.at(publicOrigin(server, baseUrl), face)

  server.register(async (inner) => {
    inner.addHook('onRequest', async (request) => gate.admitAnyone(request))
    inner.setErrorHandler((error, request, reply) => fail(request, reply, problemFrom(error)))
    mountEndpoints(inner, provider)
  })
  mountConsent(server, { oauth, gate, baseUrl, provider })
  const style = createAsset('text/css; charset=utf-8', async () => STYLE)
  server.get(STYLE_PATH, async (request, reply) => sendAsset(request, reply, await style()))
}

/** Users get a page, programs an OAuth error. */
function fail(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, message, text, retryAfterSeconds, cause } = problem
  if (status >= 500) request.log.error({ requestId: request.id, err: cause ?? problem }, message)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  reply.code(status)
  if (isProgrammed(request.routeOptions.url)) {
    return reply.header('cache-control', 'no-store').send({ error: errorOf(status), error_description: message })
  }
  const words = wordsFor(request.headers['accept-language'])
  const title = status >= 500 ? words.wentWrong : words.didNotWork
  const page = errorPage(words, { title, message: written(text, words.language), requestId: request.id })
  return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page)
}

function errorOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}
