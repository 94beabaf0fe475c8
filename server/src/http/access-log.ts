import type { FastifyInstance } from 'fastify'

/** One line a request. The query string stays out: it may hold what people search for. */
export function mountAccessLog(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
        user: request.actor?.userId ?? null,
        address: request.ip,
      },
      'request',
    )
  })
}
