import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { together } from '../../core/together.ts'
import { type Headers, JSON_HEADERS } from '../headers.ts'
import { linesOf, writePlainHead } from './plain-head.ts'

/**
 * Sends a text that is JSON already. All headers are written in one go, past the framework, which would look at each of
 * them three times: that costs as much as reading the record.
 */
export function sendJson(reply: FastifyReply, status: number, headers: Headers, body: string): FastifyReply {
  if (reply.request.method === 'HEAD')
    return reply
      .code(status)
      .headers({ ...headers, ...JSON_HEADERS })
      .send(body)
  const length = Buffer.byteLength(body)
  const plain = reply.plainHead()
  reply.hijack()
  if (plain) writePlainHead(reply.raw, status, `${plain}${linesOf(headers)}content-length: ${length}\r\n`)
  else
    reply.raw.writeHead(status, {
      ...reply.usualHeaders(),
      ...headers,
      ...JSON_HEADERS,
      'content-length': String(length),
    })
  // Where every character is one byte, the text needs no encoding.
  sendTogether({ response: reply.raw, body, encoding: length === body.length ? 'latin1' : 'utf8' })
  return reply
}

interface Written {
  readonly response: ServerResponse
  readonly body: string
  readonly encoding: BufferEncoding
}

/** First all that is ready is written out, then all of it is sent. */
const sendTogether = together<Written>((all) => {
  for (const { response, body, encoding } of all) response.end(body, encoding)
}, queueMicrotask)
