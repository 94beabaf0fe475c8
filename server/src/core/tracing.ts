/** A span that has begun. */
export interface OpenSpan {
  /** Names it as a parent, in the form of the HTTP header (W3C Trace Context). */
  readonly traceparent: string
  end(outcome?: SpanOutcome): void
}

type Attributes = Readonly<Record<string, string | number>>

export interface SpanOutcome {
  /** Replaces the name that it began with. */
  readonly name?: string
  readonly attributes?: Attributes
  readonly isFailed?: boolean
  /** Milliseconds since 1970; now if not said. */
  readonly endedAt?: number
}

export interface SpanStart {
  readonly kind?: 'server' | 'client'
  /** The `traceparent` of the span that it is part of; without one it begins a new trace. */
  readonly parent?: string | undefined
  /** Never a value that a user has entered, nor an address with a query. */
  readonly attributes?: Attributes
  /** Milliseconds since 1970; now if not said. */
  readonly beganAt?: number
}

/** Exports what happens as spans (OpenTelemetry). */
export interface Tracing {
  start(name: string, start?: SpanStart): OpenSpan
  /** The `traceparent` of the span that the running code is part of. */
  current(): string | undefined
  within<T>(traceparent: string, work: () => T): T
  /** Work that begins later finds the span of the request that caused it, in this process and for a while. */
  remember(requestId: string, traceparent: string): void
  causeOf(requestId: string): string | undefined
}

/** Undefined unless traces are exported. Code asks for it first, so that nothing is spent on traces otherwise. */
export let tracing: Tracing | undefined

export function useTracing(used: Tracing | undefined): void {
  tracing = used
}

/** Makes work of a traced request a span of its own. */
export async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  const parent = tracing?.current()
  if (!tracing || !parent) return work()
  const span = tracing.start(name, { parent })
  let isFailed = true
  try {
    const result = await work()
    isFailed = false
    return result
  } finally {
    span.end({ isFailed })
  }
}
