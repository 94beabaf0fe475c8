import type { FastifyReply } from 'fastify'
import { type Headers, JSON_POLICY } from '../headers.ts'

/**
 * Sends a text that is JSON already. All headers are written in one go, past the framework, which would look at each of
 * them three times: that costs as much as reading the record.
 */
export function sendJson(reply: FastifyReply, status: number, headers: Headers, body: string): FastifyReply {
  const type = { 'content-type': 'application/json; charset=utf-8' }
  if (reply.request.method === 'HEAD')
    return reply
      .code(status)
      .headers({ ...headers, ...type })
      .send(body)
  const length = Buffer.byteLength(body)
  reply.hijack()
  reply.raw.writeHead(status, {
    ...reply.usualHeaders(),
    ...JSON_POLICY,
    ...headers,
    ...type,
    'content-length': String(length),
  })
  // Where every character is one byte, the text needs no encoding.
  reply.raw.end(body, length === body.length ? 'latin1' : 'utf8')
  return reply
}
