import type { FastifyInstance } from 'fastify'
import type { AccessLog } from './access-log.ts'
import { answerOf } from './answer.ts'
import type { Metrics } from './metrics.ts'

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
