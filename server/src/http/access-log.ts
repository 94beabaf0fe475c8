import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BareAnswer } from './connections.ts'

const PATH_SHOWN_MAX = 500

/** One line a request. The query string stays out: it may hold what people search for. */
export function mountAccessLog(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => logRequest(request, reply, 'request'))
  server.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) logRequest(request, reply, 'the client hung up before the answer')
    })
    done()
  })
}

export function logRequest(request: FastifyRequest, reply: FastifyReply, message: string): void {
  const line = {
    method: request.method,
    path: request.url.split('?')[0]!.slice(0, PATH_SHOWN_MAX),
    route: request.routeOptions.url ?? null,
    status: reply.raw.writableEnded ? reply.statusCode : null,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    user: request.actor?.userId ?? null,
    address: request.ip,
  }
  request.log.info(line, message)
}

/** The same for what never became a request. */
export function logBareAnswer({ log }: FastifyInstance, { requestId, address, problem }: BareAnswer): void {
  const unknown = { method: null, path: null, route: null, ms: null, user: null }
  log.info({ requestId, ...unknown, status: problem.status, address }, problem.message)
}
