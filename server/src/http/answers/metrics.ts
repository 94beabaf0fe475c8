import { Counter, collectDefaultMetrics, Histogram, Registry } from '@platformatic/prom-client'
import type { FastifyInstance } from 'fastify'
import { together } from '../../core/together.ts'
import type { Answer } from './answer.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts for Prometheus. Labels hold route templates only: never an id, a user or a credential. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #duration: Histogram<'method' | 'route' | 'status'>
  readonly #refused: Counter
  /** What is answered in one moment is counted in one go: that is cheaper than between other things. */
  readonly count = together<Answer>((answers) => this.#sumUp(answers))

  constructor() {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry, prefix: 'kontor_' })
    this.#duration = new Histogram({
      name: 'kontor_http_request_seconds',
      help: 'Time to answer a request.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
      registers,
    })
    this.#refused = new Counter({ name: 'kontor_rate_limited_total', help: 'Requests refused with 429.', registers })
  }

  mount(server: FastifyInstance): void {
    server.get('/metrics', async (_request, reply) =>
      reply.type(this.#registry.contentType).send(await this.#registry.metrics()),
    )
  }

  #sumUp(answers: readonly Answer[]): void {
    for (const { method, route, status, ms } of answers) {
      this.#duration.observe({ method, route: route ?? 'unknown', status: status ?? 0 }, ms / 1000)
      if (status === 429) this.#refused.inc()
    }
  }
}
