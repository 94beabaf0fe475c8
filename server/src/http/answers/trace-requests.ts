import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenSpan, Tracing } from '../../core/tracing.ts'
import { answerOf } from './access-log.ts'

/** One span for each request, part of the trace that the client names in `traceparent`. It holds no path, query or user. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()

  server.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    const parent = typeof traceparent === 'string' ? traceparent : undefined
    const attributes = { 'http.request.method': request.method, 'kontor.request.id': request.id }
    const span = tracing.start(request.method, { kind: 'server', parent, attributes })
    spans.set(request, span)
    tracing.remember(request.id, span.traceparent)
    done()
  })

  // Not earlier: a body arrives in events of the connection, which know nothing of the request.
  server.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) tracing.within(span.traceparent, done)
    else done()
  })

  function end(request: FastifyRequest, reply: FastifyReply): void {
    const { method, route, status, refusal } = answerOf(request, reply)
    spans.get(request)?.end({
      name: route ? `${method} ${route}` : method,
      attributes: {
        ...(route && { 'http.route': route }),
        ...(status && { 'http.response.status_code': status }),
        ...(refusal && { 'error.type': refusal }),
      },
      isFailed: status === null || status >= 500,
    })
    spans.delete(request)
  }
  server.addHook('onResponse', async (request, reply) => end(request, reply))
}
