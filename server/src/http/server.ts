import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { Problem, type ProblemCode } from '../core/problem.ts'
import { envelopeOf, problemFrom } from './problems.ts'

const BODY_LIMIT_BYTES = 1_048_576
const ID_LENGTH_MAX = 200
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

// A client must send its request in reasonable time, or it would hold the connection for ever.
const TIMEOUTS = { requestTimeout: 15_000, connectionTimeout: 30_000, keepAliveTimeout: 75_000 }
const HEADERS_TIMEOUT_MS = 10_000
const CHECKING_INTERVAL_MS = 2_000

const BY_SOCKET_ERROR: { readonly [code: string]: ProblemCode } = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

export type Headers = Readonly<Record<string, string>>

export interface ServerOptions {
  readonly config: Config
  readonly log: LogTarget
  /** Headers for whoever could not be heard out: garbage on the socket, a malformed address. */
  anonymousHeaders(address: string): Headers
}

/** Where log lines go; false for nowhere. */
export type LogTarget = { write(line: string): void } | false

/** The web server, hardened: whatever arrives, the answer is in the envelope and carries the usual headers. */
export function createServer({ config, log, anonymousHeaders }: ServerOptions): FastifyInstance {
  const server = Fastify({
    logger: log && loggerOptions(config, log),
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: ID_LENGTH_MAX, querystringParser: () => ({}) },
    ...TIMEOUTS,
    ...serverOptions(config),
    frameworkErrors(error, request, reply) {
      reply.headers({ 'x-request-id': request.id, ...anonymousHeaders(request.ip) })
      sendProblem(request, reply, problemFrom(error))
    },
    clientErrorHandler(error, socket) {
      answerOnSocket(error, socket, anonymousHeaders)
    },
  }) as unknown as FastifyInstance

  server.server.headersTimeout = HEADERS_TIMEOUT_MS
  // An unknown Expect header is no reason to leave the envelope; treat the request like any other.
  server.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    delete request.headers.expect
    server.server.emit('request', request, response)
  })
  acceptJson(server)
  server.setErrorHandler((error, request, reply) => {
    const problem = problemFrom(error)
    if (problem.status >= 500)
      request.log.error({ err: problem.cause ?? problem, requestId: request.id }, problem.message)
    sendProblem(request, reply, problem)
  })
  return server
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  if (problem.status === 401) reply.header('www-authenticate', challengeOf(problem))
  if (problem.code === 'INSUFFICIENT_SCOPE') {
    reply.header(
      'www-authenticate',
      `Bearer realm="api", error="insufficient_scope", scope="${problem.details[0]?.message}"`,
    )
  }
  return reply
    .code(problem.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(envelopeOf(problem, request.id))
}

const challengeOf = ({ code }: Problem) =>
  code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED'
    ? 'Bearer realm="api", error="invalid_token"'
    : 'Bearer realm="api"'

function requestIdOf(request: { headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUIDv7()
}

function loggerOptions({ logLevel }: Config, stream: { write(line: string): void }) {
  return {
    level: logLevel,
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: ['*.password', '*.token', '*.refreshToken', '*.authorization', '*["x-api-key"]', 'req.headers'],
  }
}

function serverOptions({ tlsCertificate, tlsKey }: Config) {
  const http = { requireHostHeader: false, connectionsCheckingInterval: CHECKING_INTERVAL_MS }
  if (!tlsCertificate || !tlsKey) return { http }
  const https = {
    ...http,
    cert: readFileSync(tlsCertificate),
    key: readFileSync(tlsKey),
    minVersion: 'TLSv1.2' as const,
  }
  return { https }
}

/** JSON only. An empty body is no body; keys that reach into prototypes are refused. */
function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}

/** What is not even HTTP gets an answer too, written by hand. */
function answerOnSocket(
  error: Error & { code?: string },
  socket: Socket,
  headersFor: (address: string) => Headers,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = new Problem(BY_SOCKET_ERROR[error.code ?? ''] ?? 'BAD_REQUEST')
  const requestId = randomUUIDv7()
  const body = envelopeOf(problem, requestId)
  const headers = {
    'x-request-id': requestId,
    ...headersFor(socket.remoteAddress ?? ''),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
}
