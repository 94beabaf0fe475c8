import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AccessLog } from './access-log.ts'
import { answerOf } from './answer.ts'
import type { Metrics } from './metrics.ts'

/** Noted on the connection itself, which costs less than a WeakMap. */
const WAITING = Symbol('replies on their way')
type Watched = Socket & { [WAITING]?: FastifyReply[] }

/** Every answer is logged and counted. */
export function watchAnswers(server: FastifyInstance, log: AccessLog, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const waiting = (request.socket as Watched)[WAITING] ?? []
    const place = waiting.indexOf(reply) // none if it was refused before it came here
    if (place >= 0) waiting.splice(place, 1)
    const answer = answerOf(request, reply)
    log.request(request, answer)
    metrics.count(answer)
    done()
  })
  server.addHook('onRequest', (request, reply, done) => {
    const waiting = (request.socket as Watched)[WAITING] ?? watchEnd(request.socket)
    waiting.push(reply)
    done()
  })

  /** Watched once for all requests that come by the same connection. */
  function watchEnd(connection: Watched): FastifyReply[] {
    const waiting: FastifyReply[] = []
    connection[WAITING] = waiting
    connection.once('close', () => {
      for (const reply of waiting)
        if (!reply.raw.writableEnded)
          log.request(reply.request, answerOf(reply.request, reply), 'the client hung up before the answer')
    })
    return waiting
  }
}
