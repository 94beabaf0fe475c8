import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import manifest from '../../../package.json' with { type: 'json' }
import type { OpenSpan, SpanStart, Tracing } from '../../core/tracing.ts'
import { Bounded } from '../../model/memo.ts'

const EXPORT_MS = 1000
/** Requests whose span later work can still find. */
const REMEMBERED_MAX = 10_000
/** A collector that does not answer must not delay the end of the server. */
const CLOSE_MAX_MS = 2000

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-|$)/
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

/** Sends spans to a collector by OTLP over HTTP, about once a second. */
export function openTracing(endpoint: string): { readonly tracing: Tracing; close(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME ?? 'kontor',
      'service.version': manifest.version,
    }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_MS })],
  })
  const tracer = provider.getTracer('kontor')
  const running = new AsyncLocalStorage<string>()
  const causes = new Bounded<string>(REMEMBERED_MAX)

  function start(name: string, { kind, parent, attributes = {}, beganAt }: SpanStart = {}): OpenSpan {
    const options = { attributes, ...(kind && { kind: KINDS[kind] }), ...(beganAt && { startTime: beganAt }) }
    const span = tracer.startSpan(name, options, contextOf(parent))
    return {
      traceparent: traceparentOf(span.spanContext()),
      end({ name: last, attributes: more = {}, isFailed, endedAt } = {}) {
        if (last) span.updateName(last)
        span.setAttributes(more)
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end(endedAt)
      },
    }
  }

  return {
    tracing: {
      start,
      current: () => running.getStore(),
      within: (traceparent, work) => running.run(traceparent, work),
      remember: (requestId, traceparent) => void causes.keep(requestId, traceparent),
      causeOf: (requestId) => causes.get(requestId),
    },
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(CLOSE_MAX_MS, undefined, { ref: false })]),
  }
}

/** A header that is not valid counts as none. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags!, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, '0')}`
