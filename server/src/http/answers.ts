import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessLog } from './access-log.ts'
import type { Metrics } from './metrics.ts'

/** What is known of an answer when it has gone. */
export interface Answer {
  readonly method: string
  /** The template, `/items/:id`; null where nothing is. */
  readonly route: string | null
  /** Null where the client did not wait for it. */
  readonly status: number | null
  readonly ms: number
}

export const answerOf = (request: FastifyRequest, reply: FastifyReply): Answer => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  status: reply.raw.writableEnded ? reply.statusCode : null,
  ms: Math.round(reply.elapsedTime * 100) / 100,
})

/** Every answer is logged and counted. */
export function watchAnswers(server: FastifyInstance, log: AccessLog, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const answer = answerOf(request, reply)
    log.request(request, answer)
    metrics.count(answer)
    done()
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableEnded) return
      log.request(request, answerOf(request, reply), 'the client hung up before the answer')
    })
    done()
  })
}
