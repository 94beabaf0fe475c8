import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** What a round of requests came to. */
export interface Round {
  readonly requests: number
  readonly seconds: number
  /** Answers other than 2xx. */
  readonly failures: number
  /** Milliseconds, sorted. */
  readonly latencies: readonly number[]
}

export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** The bytes of the next request. */
  next(): string
}

const HEADER_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i

/**
 * Asks as fast as answers come, on connections that stay open. Written by hand because a full HTTP client would cost more
 * than the server that it measures.
 */
export async function drive({ port, connections, seconds, next }: Load): Promise<Round> {
  const latencies: number[] = []
  let failures = 0
  const begin = performance.now()
  const end = begin + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, next, (status, ms) => {
        latencies.push(ms)
        if (status < 200 || status > 299) failures++
        return performance.now() < end
      }),
    ),
  )
  const taken = (performance.now() - begin) / 1000
  return { requests: latencies.length, seconds: taken, failures, latencies: latencies.sort((a, b) => a - b) }
}

/** One connection: a request, its answer, the next request, until it is told to stop. */
function converse(port: number, next: () => string, answered: (status: number, ms: number) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const send = () => {
      sentAt = performance.now()
      socket.write(next())
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const headerEnd = pending.indexOf(HEADER_END)
      if (headerEnd < 0) return
      const head = pending.toString('latin1', 0, headerEnd)
      const length = headerEnd + HEADER_END.length + Number(LENGTH.exec(head)?.[1] ?? 0)
      if (pending.length < length) return
      pending = pending.subarray(length)
      if (answered(Number(head.slice(9, 12)), performance.now() - sentAt)) send()
      else socket.end()
    })
  })
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: readonly number[]): number =>
  percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

export const getRequest = (path: string, headers: Readonly<Record<string, string>> = {}): string =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
