import { hash, timingSafeEqual } from 'node:crypto'
import { Counter, collectDefaultMetrics, Histogram, type MetricObject, Registry } from '@platformatic/prom-client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { batchPerTick } from '../../core/batch-per-tick.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import { msg } from '../../model/message.ts'
import { timeText } from '../../model/text.ts'
import type { BareAnswer } from '../connections.ts'
import type { LogStream } from './logger.ts'

/** A response that was sent. */
export interface Answer {
  readonly method: string
  /** The route template, `/items/:id`; null if there is no route. */
  readonly route: string | null
  /** Null if the client disconnected before. */
  readonly status: number | null
  readonly ms: number
  readonly refusal: ProblemCode | null
}

export const answerOf = (request: FastifyRequest, reply: FastifyReply): Answer => ({
  method: request.method,
  route: request.routeOptions.url ?? null,
  status: reply.raw.writableEnded ? reply.statusCode : null,
  ms: Math.round(reply.elapsedTime * 100) / 100,
  refusal: request.refusal,
})

const PATH_SHOWN_MAX = 500

/** One line a request, without the query string: it may contain search terms. */
export class AccessLog {
  /** All lines of one tick are written at once, which is far cheaper than line by line. */
  readonly #write: (line: string) => void

  constructor(stream: LogStream | undefined) {
    this.#write = stream ? batchPerTick((lines) => stream.write(textOf(lines))) : () => {}
  }

  request({ id, url, ip, actor }: FastifyRequest, { method, route, status, ms }: Answer, message = 'request'): void {
    const end = url.indexOf('?')
    const path = (end < 0 ? url : url.slice(0, end)).slice(0, PATH_SHOWN_MAX)
    const own = actor?.serverRequestId
    const ids = own && own !== id ? `"${id}","serverRequestId":"${own}"` : `"${id}"`
    // Only what a client has chosen freely is escaped: the whole line as an object would take three times as long. A client
    // that is gone has no address any more.
    this.#write(
      `"requestId":${ids},"method":"${method}","path":${JSON.stringify(path)},"route":${textOrNull(route)},"status":${status},"ms":${ms},"user":${textOrNull(actor?.userId)},"address":${JSON.stringify(ip ?? null)},"msg":"${message}"`,
    )
  }

  /** The same for a connection that never sent a valid request. */
  bareAnswer({ requestId, address, problem }: BareAnswer): void {
    const unknown = { method: null, path: null, route: null, ms: null, user: null }
    const line = { requestId, ...unknown, status: problem.status, address, msg: problem.message }
    this.#write(JSON.stringify(line).slice(1, -1))
  }
}

const textOrNull = (text: string | null | undefined) => (text === null || text === undefined ? 'null' : `"${text}"`)

function textOf(lines: readonly string[]): string {
  const begin = `{"level":"info","time":"${timeText(Date.now())}",`
  return lines.map((line) => `${begin}${line}}\n`).join('')
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const SIGN_IN_FAILURES: ReadonlySet<ProblemCode> = new Set([
  'INVALID_CREDENTIALS',
  'INVALID_SECOND_FACTOR',
  'TOO_MANY_ATTEMPTS',
  'PASSWORD_SIGN_IN_OFF',
  'SSO_FAILED',
  'SSO_EMAIL_NOT_VERIFIED',
  'SSO_USER_UNKNOWN',
  'SSO_NO_ROLE',
])

/** A metric with its values, as plain data. */
export type Sample = Pick<MetricObject, 'name' | 'help' | 'type' | 'aggregator'> & {
  readonly values: readonly SampleValue[]
}

interface SampleValue {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
  readonly metricName?: string
}

/** Counts for Prometheus. Labels hold route templates and codes only: never an id, a user or a credential. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #duration: Histogram<'method' | 'route' | 'status'>
  readonly #rateLimited: Counter
  readonly #refused: Counter<'code'>
  readonly #signInFailures: Counter
  readonly #collect: () => Promise<readonly Sample[]>
  /** All responses of one tick are counted at once, which is cheaper. */
  readonly count = batchPerTick<Answer>((answers) => this.#sumUp(answers))

  /** `collect` reads what is not counted here. */
  constructor(collect: () => Promise<readonly Sample[]>) {
    this.#collect = collect
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry, prefix: 'kontor_' })
    this.#duration = new Histogram({
      name: 'kontor_http_request_seconds',
      help: 'Time to answer a request.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers,
    })
    this.#rateLimited = new Counter({
      name: 'kontor_rate_limited_total',
      help: 'Requests refused with 429.',
      registers,
    })
    this.#refused = new Counter({
      name: 'kontor_refused_requests_total',
      help: 'Requests refused, by error code.',
      labelNames: ['code'],
      registers,
    })
    this.#signInFailures = new Counter({
      name: 'kontor_sign_in_failures_total',
      help: 'Attempts to sign in, or to confirm the identity, that were refused.',
      registers,
    })
  }

  /** All metrics of this process, as plain data that can be sent to another one. */
  async samples(): Promise<Sample[]> {
    const [counted, collected] = await Promise.all([this.#registry.getMetricsAsJSON(), this.#collect()])
    return [...(counted as unknown as Sample[]), ...collected]
  }

  /** `text` writes the metrics of several processes. With a token, only requests that carry it are answered. */
  mount(server: FastifyInstance, token: string | undefined, text = () => this.#text()): void {
    server.get('/metrics', async ({ headers }, reply) => {
      if (token && !isSame(headers.authorization ?? '', `Bearer ${token}`))
        throw new Problem('UNAUTHORIZED', {
          text: msg`Send the token of KONTOR_METRICS_TOKEN as Authorization: Bearer.`,
        })
      return reply.type(this.#registry.contentType).send(await text())
    })
  }

  async #text(): Promise<string> {
    const registry = new Registry()
    for (const sample of await this.samples()) registry.registerMetric({ ...sample, get: () => sample } as never)
    return registry.metrics()
  }

  #sumUp(answers: readonly Answer[]): void {
    for (const { method, route, status, ms, refusal } of answers) {
      this.#duration.observe({ method, route: route ?? 'unknown', status: status ?? 0 }, ms / 1000)
      if (status === 429) this.#rateLimited.inc()
      if (refusal === null) continue
      this.#refused.inc({ code: refusal })
      if (SIGN_IN_FAILURES.has(refusal)) this.#signInFailures.inc()
    }
  }
}

/** In constant time. */
const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
