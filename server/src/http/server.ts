import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from '../config/config.ts'
import { Problem, type ProblemCode } from '../core/problem.ts'
import { inEnglish, msg } from '../model/message.ts'
import { AccessLog, answerOf } from './answers/access-log.ts'
import { type LogStream, loggerOptions } from './answers/logger.ts'
import { connectionLimit, limitConnections, openFilesLimit } from './connection-limit.ts'
import { type Connections, createConnections, finishConnections } from './connections.ts'
import { appendHeaders, type Headers, JSON_HEADERS, JSON_POLICY, requestIdOf, securityHeaders } from './headers.ts'
import { languageFor } from './languages.ts'
import { createListener, type Timeouts } from './listener.ts'
import { acceptCompressed, acceptJson } from './parse-request.ts'
import { envelopeOf, problemFrom } from './problems.ts'

export const BODY_LIMIT_BYTES = 1_048_576
/** The longest possible address: an id that is too long to exist is answered like any other unknown id. */
const ID_LENGTH_MAX = 16_384

const TIMEOUTS: Timeouts = {
  headersMs: 10_000,
  requestMs: 15_000,
  silenceMs: 30_000,
  keepAliveMs: 75_000, // longer than the usual proxy keeps its side
  checkMs: 2_000,
}

/** No route has a schema: bodies are validated by their resource. Without these two, the framework loads its compilers. */
const noSchema = () => {
  throw new Error('A route must not have a schema.')
}
const WITHOUT_SCHEMAS = { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } }

export interface ServerOptions {
  readonly config: Config
  readonly log: LogTarget
  /** Headers for a client whose request could not be parsed: garbage on the socket, a malformed address. */
  anonymousHeaders(address: string): Headers
  /** Headers for a page of another origin that may call us. */
  crossOriginHeaders?(request: FastifyRequest): Headers
  readonly accessLog?: AccessLog
  readonly timeouts?: Timeouts
  /** Further connections are closed at once. */
  readonly maxConnections?: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server begins to stop. */
    closing: AbortSignal
  }
  interface FastifyRequest {
    /** The rate limit headers of the caller, once its request was counted. */
    rateHeaders: Headers | null
    /** The code of the problem that was sent, for the metrics. */
    refusal: ProblemCode | null
  }
  interface FastifyReply {
    /** The headers of every response. Code that bypasses the framework must send them itself. */
    usualHeaders(): Headers
    /** The same with those of a JSON body, as names and values in turn: the form that `writeHead` reads fastest. */
    jsonHeaderList(): string[]
  }
}

/** Where log lines go; false for nowhere. */
export type LogTarget = LogStream | false

/** The hardened web server: every response is in the envelope and carries the usual headers. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { config, log, timeouts = TIMEOUTS } = options
  const { accessLog = new AccessLog(undefined), maxConnections = connectionLimit(openFilesLimit()) } = options
  const security = securityHeaders(config)
  const connections = createConnections({
    headersFor: (address) => ({ ...security, ...JSON_POLICY, ...options.anonymousHeaders(address) }),
    onAnswer: (answer) => accessLog.bareAnswer(answer),
  })
  const closing = new AbortController()
  /** Whether the connection ends with this response. */
  const isLast = (request: IncomingMessage) => closing.signal.aborted || connections.isWaiting(request)
  const headers = responseHeaders(options, security, isLast)
  const server = Fastify({
    logger: log && loggerOptions(config, log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    return503OnClosing: false,
    schemaController: WITHOUT_SCHEMAS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: ID_LENGTH_MAX, querystringParser: () => ({}) },
    rewriteUrl: originForm,
    serverFactory: (answer) => createListener(config, timeouts, answer),
    frameworkErrors(error, request, reply) {
      reply.headers({ ...JSON_HEADERS, ...headers.usual(request) })
      reply.raw.once('finish', () => accessLog.request(request, answerOf(request, reply)))
      sendProblem(request, reply, problemFrom(error))
    },
    clientErrorHandler: connections.onError,
  }) as unknown as FastifyInstance

  server.log.child = () => server.log // one for each request would cost more than most requests
  connections.watch(server.server)
  limitConnections(server.server, maxConnections, (message) => server.log.warn(message))
  server.decorate('closing', closing.signal)
  decorate(server, headers)
  addHooks(server, connections)
  server.addHook('preClose', () => {
    closing.abort()
    return finishConnections(server.server)
  })
  acceptJson(server)
  server.setErrorHandler(answerErrorAs(ENVELOPE))
  return server
}

interface ResponseHeaders {
  usual(request: FastifyRequest): Headers
  jsonList(request: FastifyRequest): string[]
}

function responseHeaders(
  { anonymousHeaders, crossOriginHeaders }: ServerOptions,
  security: Headers,
  isLast: (request: IncomingMessage) => boolean,
): ResponseHeaders {
  /** Those of the usual headers that differ from request to request. */
  const usual = (request: FastifyRequest): Headers => ({
    ...security,
    'x-request-id': request.id,
    ...(request.rateHeaders ?? anonymousHeaders(request.ip)),
    ...crossOriginHeaders?.(request),
    ...(isLast(request.raw) && { connection: 'close' }),
  })
  const constantList = appendHeaders([], { ...security, ...JSON_HEADERS })
  return {
    usual,
    jsonList(request) {
      // Cross-origin headers replace some of the constant ones; a list would carry both.
      if (crossOriginHeaders) return appendHeaders([], { ...JSON_HEADERS, ...usual(request) })
      const list = [...constantList, 'x-request-id', request.id]
      if (isLast(request.raw)) list.push('connection', 'close')
      return appendHeaders(list, request.rateHeaders ?? anonymousHeaders(request.ip))
    },
  }
}

function decorate(server: FastifyInstance, headers: ResponseHeaders): void {
  server.decorateRequest('rateHeaders', null)
  server.decorateRequest('refusal', null)
  server.decorateReply('usualHeaders', function () {
    return headers.usual(this.request)
  })
  server.decorateReply('jsonHeaderList', function () {
    return headers.jsonList(this.request)
  })
}

function addHooks(server: FastifyInstance, connections: Connections): void {
  server.addHook('onRequest', (request, _reply, done) => done(hostFault(request)))
  server.addHook('preParsing', (request, reply, payload, done) => {
    const problem = connections.begin(request.raw, reply.raw)
    if (problem) done(problem)
    else acceptCompressed(request, payload as Readable, done)
  })
  server.addHook('onSend', (_request, reply, payload, done) => {
    const usual = isJson(reply) ? { ...JSON_HEADERS, ...reply.usualHeaders() } : reply.usualHeaders()
    for (const [name, value] of Object.entries(usual)) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
}

/** How a refusal is written. */
export interface RefusalForm {
  readonly bodyOf: typeof envelopeOf
  /** Further parameters of the challenge in `WWW-Authenticate`. */
  challengeParameters(): string
}

const ENVELOPE: RefusalForm = { bodyOf: envelopeOf, challengeParameters: () => '' }

/** An error handler that answers in the envelope, or in another form. */
export const answerErrorAs =
  (form: RefusalForm) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemFrom(error)
    logFailure(request, problem)
    sendProblem(request, reply, problem, form)
  }

/** A refusal needs no line beside that of the request; what is our fault does. */
export function logFailure({ id, log }: FastifyRequest, problem: Problem): void {
  if (problem.status >= 500) log.error({ requestId: id, err: problem.cause ?? problem }, problem.message)
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  { bodyOf, challengeParameters }: RefusalForm = ENVELOPE,
): FastifyReply {
  request.refusal = problem.code
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  const language = languageFor(request.headers['accept-language'])
  const challenge = challengeOf(problem)
  if (challenge) reply.header('www-authenticate', `${challenge}${challengeParameters()}`)
  // The framework would hang up on a body that it refuses, and a client that is still sending might never see why.
  if (reply.hasHeader('connection') && !reply.raw.hasHeader('connection')) reply.removeHeader('connection')
  return reply
    .code(problem.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('content-language', language)
    .send(bodyOf(problem, request.id, language))
}

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

function challengeOf({ code, status, details }: Problem): string | undefined {
  if (code === 'INSUFFICIENT_SCOPE')
    return `Bearer realm="api", error="insufficient_scope", scope="${inEnglish(details[0]!.message)}"`
  if (status !== 401) return undefined
  const isTokenAtFault = code === 'INVALID_TOKEN' || code === 'TOKEN_EXPIRED'
  return isTokenAtFault ? 'Bearer realm="api", error="invalid_token"' : 'Bearer realm="api"'
}

/** A proxy may send the whole address; what stands before the path means nothing here and must not get into answers. */
function originForm({ url = '/' }: IncomingMessage | { url?: string }): string {
  if (url.startsWith('/')) return url
  const [origin] = /^https?:\/\/[^/?]*/i.exec(url) ?? []
  if (origin === undefined) return url
  const rest = url.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * HTTP/1.0, which some proxies use for health checks, has no Host header. With two of them, a proxy might have decided by
 * the other one.
 */
function hostFault({ raw: { headers, rawHeaders, httpVersion } }: FastifyRequest): Problem | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.0' ? undefined : new Problem('BAD_REQUEST', { text: msg`The Host header is missing.` })
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count === 1 ? undefined : new Problem('BAD_REQUEST', { text: msg`The request has more than one Host header.` })
}
