import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AccessLog } from './access-log.ts'
import { answerOf } from './answer.ts'
import type { Metrics } from './metrics.ts'

/** Every answer is logged and counted. */
export function watchAnswers(server: FastifyInstance, log: AccessLog, metrics: Metrics): void {
  const unanswered = new WeakMap<Socket, Set<FastifyReply>>()
  server.addHook('onResponse', (request, reply, done) => {
    unanswered.get(request.socket)?.delete(reply)
    const answer = answerOf(request, reply)
    log.request(request, answer)
    metrics.count(answer)
    done()
  })
  server.addHook('onRequest', (request, reply, done) => {
    const waiting = unanswered.get(request.socket) ?? watchEnd(request.socket)
    waiting.add(reply)
    done()
  })

  /** Watched once for all requests that come by the same connection. */
  function watchEnd(connection: Socket): Set<FastifyReply> {
    const waiting = new Set<FastifyReply>()
    unanswered.set(connection, waiting)
    connection.once('close', () => {
      for (const reply of waiting)
        if (!reply.raw.writableEnded)
          log.request(reply.request, answerOf(reply.request, reply), 'the client hung up before the answer')
    })
    return waiting
  }
}
