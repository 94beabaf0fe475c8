import type { FastifyReply, FastifyRequest } from 'fastify'

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
