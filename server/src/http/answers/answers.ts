import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { batchPerTick } from '../../core/batch-per-tick.ts'
import type { Paging } from '../../core/command.ts'
import type { Pair } from '../../core/lists/parameters.ts'
import { appendHeaders, type Headers, JSON_HEADERS } from '../headers.ts'
import { type AccessLog, answerOf, type Metrics } from './access-log.ts'
import { COMPRESSED_FROM, codingFor, compressed, compressedStream, isText } from './compression.ts'

/**
 * Sends a text that is JSON already. All headers go to Node in one call, past the framework, which would look at each of
 * them three times: that costs as much as reading the record.
 */
export function sendJson(reply: FastifyReply, status: number, headers: Headers, body: string): FastifyReply {
  const { method, headers: asked } = reply.request
  if (method === 'HEAD')
    return reply
      .code(status)
      .headers({ ...JSON_HEADERS, ...reply.usualHeaders(), ...headers })
      .send(body)
  const list = appendHeaders(reply.jsonHeaderList(), headers)
  const coding = body.length < COMPRESSED_FROM ? undefined : codingFor(asked['accept-encoding'])
  if (coding) return sendBytes(reply, status, [...list, 'content-encoding', coding], compressed(coding, body))
  const length = Buffer.byteLength(body)
  list.push('content-length', String(length))
  reply.raw.writeHead(status, list) // throws before it sends anything, and the framework answers 500
  reply.hijack()
  // Where every character is one byte, the text needs no encoding.
  sendBatched({ response: reply.raw, body, encoding: length === body.length ? 'latin1' : 'utf8' })
  return reply
}

function sendBytes(reply: FastifyReply, status: number, list: string[], bytes: Buffer): FastifyReply {
  reply.raw.writeHead(status, [...list, 'content-length', String(bytes.length)])
  reply.hijack()
  reply.raw.end(bytes)
  return reply
}

/** A file, compressed where the client asks for it and the file is not compressed by itself. */
export function sendFile(reply: FastifyReply, status: number, headers: Headers, file: Buffer | Readable): FastifyReply {
  const coding = isText(headers['content-type']) ? codingFor(reply.request.headers['accept-encoding']) : undefined
  reply.code(status).headers(headers)
  if (!coding || (Buffer.isBuffer(file) && file.length < COMPRESSED_FROM)) return reply.send(file)
  const { vary } = reply.usualHeaders()
  reply.headers({ 'content-encoding': coding, vary: vary ?? 'Accept-Encoding' })
  const source = Buffer.isBuffer(file) ? Readable.from([file]) : file
  return reply.send(compressedStream(coding, source))
}

interface Written {
  readonly response: ServerResponse
  readonly body: string
  readonly encoding: BufferEncoding
}

/** First all responses of one tick are serialized, then all of them are sent. */
const sendBatched = batchPerTick<Written>((all) => {
  for (const { response, body, encoding } of all) response.end(body, encoding)
}, queueMicrotask)

/** The Link header (RFC 8288): where the neighbouring pages are. */
export function linksFor(address: string, pairs: readonly Pair[], { page, totalPages, nextCursor }: Paging): string {
  const rest = pairs.filter(([name]) => name !== 'page' && name !== 'cursor')
  const kept = rest.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const link = (relation: string, extra = '') => {
    const query = kept && extra ? `${kept}&${extra}` : kept || extra
    return `<${address}${query && `?${query}`}>; rel="${relation}"`
  }
  const at = (relation: string, number: number) => link(relation, `page=${number}`)
  const links: string[] = []
  if (page === undefined) {
    if (nextCursor) links.push(link('next', `cursor=${nextCursor}`))
    links.push(link('first'))
  } else {
    if (nextCursor) links.push(at('next', page + 1))
    if (page > 1) links.push(at('prev', page - 1))
    links.push(at('first', 1))
    if (totalPages) links.push(at('last', totalPages))
  }
  return links.join(', ')
}

/** Stored on the connection itself, which costs less than a WeakMap. */
const WAITING = Symbol('replies on their way')
type Watched = Socket & { [WAITING]?: FastifyReply[] }

/** Every answer is logged and counted. */
export function watchAnswers(server: FastifyInstance, log: AccessLog, metrics: Metrics): void {
  server.addHook('onResponse', (request, reply, done) => {
    const waiting = (request.socket as Watched)[WAITING] ?? []
    const place = waiting.indexOf(reply) // not found if it was refused before it came here
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

  /** One listener for all requests of the same connection. */
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
