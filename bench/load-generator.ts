import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Returns the bytes of the next request. */
export type NextRequest = () => string

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds, sorted. */
  readonly latencies: readonly number[]
}

export interface Load {
  readonly port: number
  /** The connections are spread over `port` and these. */
  readonly furtherPorts?: readonly number[] | undefined
  readonly connections: number
  readonly next: NextRequest
  /** The load ends after this many seconds or responses. */
  readonly seconds?: number
  readonly requests?: number
}

const HEADER_END = Buffer.from('\r\n\r\n')
const LENGTH = /content-length: (\d+)/i

/**
 * Sends requests on keep-alive connections, each as soon as the previous response has arrived. It does not use an HTTP
 * client, because that would cost more than the measured server. Throws if a request was refused.
 */
export async function generateLoad({
  port,
  furtherPorts = [],
  connections,
  next,
  seconds = Infinity,
  requests = Infinity,
}: Load): Promise<LoadResult> {
  const latencies: number[] = []
  let failures = 0
  let left = requests - connections
  const begin = performance.now()
  const end = begin + seconds * 1000
  const shouldContinue = (status: number, ms: number) => {
    latencies.push(ms)
    if (status < 200 || status > 299) failures++
    return performance.now() < end && left-- > 0
  }
  const ports = [port, ...furtherPorts]
  const portAt = (index: number) => ports[index % ports.length]!
  await Promise.all(
    Array.from({ length: connections }, (_, index) => runConnection(portAt(index), next, shouldContinue)),
  )
  const elapsed = (performance.now() - begin) / 1000
  if (failures > 0) throw new Error(`${failures} of ${latencies.length} requests were refused.`)
  return { requests: latencies.length, seconds: elapsed, latencies: latencies.sort((a, b) => a - b) }
}

/** Sends one request after the other on one connection, until `shouldContinue` returns false for a response. */
function runConnection(
  port: number,
  next: NextRequest,
  shouldContinue: (status: number, ms: number) => boolean,
): Promise<void> {
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
      if (shouldContinue(Number(head.slice(9, 12)), performance.now() - sentAt)) send()
      else socket.end()
    })
  })
}

const headOf = (method: string, path: string, token: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\nauthorization: Bearer ${token}\r\n`

export const getRequest = (path: string, token: string): string => `${headOf('GET', path, token)}\r\n`

export function postRequest(path: string, token: string, body: unknown): string {
  const text = JSON.stringify(body)
  const head = `${headOf('POST', path, token)}content-type: application/json\r\n`
  return `${head}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
