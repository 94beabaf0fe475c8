import { Counter, collectDefaultMetrics, Histogram, Registry } from '@platformatic/prom-client'
import type { FastifyInstance } from 'fastify'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** `/metrics` for Prometheus. Labels hold route templates only: never an id, a user or a credential. */
export function mountMetrics(server: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'kontor_' })
  const labelNames = ['method', 'route', 'status']
  const duration = new Histogram({
    name: 'kontor_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const refused = new Counter({
    name: 'kontor_rate_limited_total',
    help: 'Requests refused with 429.',
    registers: [registry],
  })
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode === 429) refused.inc()
    done()
  })
  server.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
