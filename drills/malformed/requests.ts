import fc from 'fast-check'
import { type HostileRequest, hostileRequestTo } from '../../server/test/fuzz/requests.ts'
import type { Answer, Kontor } from '../../server/test/support/kontor.ts'
import { requestBytes } from '../../server/test/support/raw-http.ts'
import { createWorld } from '../../server/test/support/world.ts'
import type { Target } from '../history/target.ts'
import { requestsWithLargeBodies } from './large-bodies.ts'
import { requestsWithNames } from './names.ts'

export interface MalformedRequest {
  readonly method: string
  readonly url: string
  /** What is wrong with the bytes, beside the request itself. */
  readonly damage: string
  /** Whether the server can tell where it ends. */
  readonly isWhole: boolean
  readonly bytes: Buffer
}

/** A way to spoil the bytes of a request; `at` is a number from 0 to 1. */
const DAMAGES: Readonly<Record<string, (bytes: Buffer, at: number) => Buffer>> = {
  'cut off': (bytes, at) => bytes.subarray(0, Math.ceil(bytes.length * at)),
  'a byte changed': (bytes, at) => {
    const changed = Buffer.from(bytes)
    changed[Math.floor((bytes.length - 1) * at)]! ^= 0x55
    return changed
  },
  'two lengths': withHeader('Content-Length: 7'),
  'chunks that are none': withHeader('Transfer-Encoding: chunked'),
  'a header without a colon': withHeader('nonsense'),
  'a header with a control character': withHeader('X-Control: a\x01b'),
  'a header that is too long': withHeader(`X-Long: ${'x'.repeat(100_000)}`),
  'many headers': withHeader(Array.from({ length: 3000 }, (_, index) => `X-${index}: x`).join('\r\n')),
  'bytes after the end': (bytes) => Buffer.concat([bytes, Buffer.from('\0\0\0GET / HTTP/9.9\r\n\r\n')]),
}

/** After these the server may wait for more. */
const UNENDING: ReadonlySet<string> = new Set(['cut off', 'a byte changed', 'two lengths', 'chunks that are none'])

function withHeader(header: string) {
  return (bytes: Buffer): Buffer => {
    const place = bytes.indexOf('\r\n') + 2
    return Buffer.concat([bytes.subarray(0, place), Buffer.from(`${header}\r\n`), bytes.subarray(place)])
  }
}

/** Requests to everything in the API document. They are wrong somewhere, and some of them are damaged on the wire. */
export async function hostileRequests(target: Target): Promise<fc.Arbitrary<MalformedRequest>> {
  const world = await createWorld(clientOf(target))
  const { body } = await target.send(0, { method: 'GET', path: '/openapi.json' })
  const ids = Object.values(world.records).map(({ id }) => id)
  const damage = fc.oneof(
    { weight: 4, arbitrary: fc.constant('none') },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(DAMAGES)) },
  )
  return fc
    .record({
      request: fc
        .oneof(
          { weight: 20, arbitrary: hostileRequestTo(world.withRealIds(body), ids) },
          { weight: 2, arbitrary: requestsWithNames },
          { weight: 1, arbitrary: requestsWithLargeBodies(body) },
        )
        .filter(isHarmless),
      damage,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ request, damage: name, at }) => {
      const bytes = bytesOf(request, target.key)
      const { method, url } = request
      const damaged = DAMAGES[name]?.(bytes, at) ?? bytes
      return { method, url, damage: name, isWhole: !UNENDING.has(name), bytes: damaged }
    })
}

/** These would end the session or use up the attempts to sign in. */
const isHarmless = ({ url, method }: HostileRequest) =>
  method === 'GET' || !/^\/api\/v1\/auth\/(log|sessions)/.test(url)

const bytesOf = ({ method, url, headers, payload }: HostileRequest, key: string): Buffer =>
  requestBytes({
    method,
    target: url,
    headers: { 'X-API-Key': key, ...headers },
    ...(payload !== undefined && { body: payload }),
  })

/** As far as `createWorld` uses a client. */
function clientOf(target: Target): Kontor {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const reply = await target.send(0, { method, path, body })
    return { ...reply, headers: {}, text: JSON.stringify(reply.body) }
  }
  const client = {
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, body),
  }
  return client as unknown as Kontor
}
