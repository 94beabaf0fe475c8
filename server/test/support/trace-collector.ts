import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly isFailed: boolean
  readonly ms: number
}

interface SentValue {
  readonly stringValue?: string
  readonly intValue?: number
}

interface SentSpan extends Omit<CollectedSpan, 'attributes' | 'isFailed' | 'ms'> {
  readonly attributes: readonly { readonly key: string; readonly value: SentValue }[]
  readonly status?: { readonly code?: number }
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[]
}

/** Takes spans by OTLP over HTTP, in JSON. */
export interface TraceCollector extends AsyncDisposable {
  readonly endpoint: string
  readonly spans: readonly CollectedSpan[]
  /** All that was sent, as it came. */
  text(): string
}

export async function startCollector(): Promise<TraceCollector> {
  const bodies: string[] = []
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    for (const { scopeSpans } of (JSON.parse(body) as Sent).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans.map(collected))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const collected = ({ attributes, status, startTimeUnixNano, endTimeUnixNano, ...span }: SentSpan): CollectedSpan => ({
  ...span,
  attributes: Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  ),
  isFailed: status?.code === 2,
  ms: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
})
