import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import type { DatabaseKind } from './databases.ts'
import { type Kontor, type KontorOptions, openKontor } from './kontor.ts'

/** So long may a server keep silent before a test gives up on it. */
const SILENCE_MAX_MS = 20_000

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

export interface RawRequest {
  readonly method?: string
  readonly target?: string
  /** Null leaves a header out that would otherwise be sent. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly body?: string | Buffer
}

/** The bytes of a request that asks to close the connection afterwards. */
export function requestBytes({ method = 'GET', target = '/', headers = {}, body }: RawRequest): Buffer {
  const all: Record<string, string | null> = {
    Host: 'kontor.test',
    Connection: 'close',
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]))
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'utf8'),
    Buffer.from(body ?? ''),
  ])
}

export interface Endpoint {
  readonly port: number
  /** The certificate to trust: speak TLS. */
  readonly certificate?: string
}

export function openSocket({ port, certificate }: Endpoint): Socket {
  const address = { port, host: '127.0.0.1' }
  const socket =
    certificate === undefined
      ? connect(address)
      : connectSecurely({ ...address, ca: certificate, servername: 'localhost' })
  socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy(new Error('The server neither answers nor hangs up.')))
  return socket
}

/** Reads until the server closes the connection, or until so many answers are there. */
export function readAnswers(socket: Socket, count = Infinity): Promise<RawAnswer[]> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (count === Infinity) return
      const answers = parseAnswers(Buffer.concat(chunks))
      if (answers.length < count) return
      socket.destroy()
      resolve(answers)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(parseAnswers(Buffer.concat(chunks), true)))
  })
}

/** Sends bytes just as they are on a connection of their own. */
export function exchange(endpoint: Endpoint, bytes: Buffer | string, count?: number): Promise<RawAnswer[]> {
  const socket = openSocket(endpoint)
  socket.write(bytes)
  return readAnswers(socket, count)
}

/** The one answer to one request. */
export async function ask(endpoint: Endpoint, bytes: Buffer | string): Promise<RawAnswer> {
  const answers = await exchange(endpoint, bytes)
  assert.equal(answers.length, 1, 'there is one answer')
  return answers[0]!
}

/** A request that the server has admitted, and whose body it is waiting for. */
export interface AdmittedRequest {
  /** Sends the body and returns the answer. */
  finish(): Promise<RawAnswer>
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Sends the head of a request. The server answers it with 100 Continue when the credential has been checked. */
export async function admit(endpoint: Endpoint, request: RawRequest & { readonly body: string }) {
  const bytes = requestBytes({ ...request, headers: { ...request.headers, Expect: '100-continue' } })
  const bodyStart = bytes.indexOf('\r\n\r\n') + 4
  const socket = openSocket(endpoint)
  socket.write(bytes.subarray(0, bodyStart))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.equal(answer.toString('latin1'), CONTINUE)
  return {
    async finish() {
      const answers = readAnswers(socket)
      socket.write(bytes.subarray(bodyStart))
      return (await answers)[0]!
    },
  } satisfies AdmittedRequest
}

/** An answer of a length that the server did not know beforehand, as far as it came. */
export interface Download {
  readonly text: string
  /** The body without the frames of its chunks. */
  readonly body: Buffer
  /** False where the connection ended before the answer did. */
  readonly isWhole: boolean
}

/** A download that has begun. The client does not read on until it is told to. */
export interface HeldDownload {
  readOn(): Promise<Download>
}

export async function holdDownload(endpoint: Endpoint, bytes: Buffer): Promise<HeldDownload> {
  const socket = openSocket(endpoint)
  socket.write(bytes)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return {
    async readOn() {
      const chunks = [first]
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
      socket.resume()
      await closed
      const all = Buffer.concat(chunks)
      const text = all.toString('utf8')
      return { text, body: unframed(all), isWhole: text.endsWith('\r\n0\r\n\r\n') }
    },
  }
}

function unframed(answer: Buffer): Buffer {
  const chunks: Buffer[] = []
  let rest = answer.subarray(answer.indexOf('\r\n\r\n') + 4)
  for (let end = rest.indexOf('\r\n'); end > 0; end = rest.indexOf('\r\n')) {
    const length = Number.parseInt(rest.subarray(0, end).toString('latin1'), 16)
    chunks.push(rest.subarray(end + 2, end + 2 + length))
    rest = rest.subarray(end + 2 + length + 2)
  }
  return Buffer.concat(chunks)
}

/** The answers that have arrived whole. When the connection is closed, the last one must be whole too. */
function parseAnswers(bytes: Buffer, isClosed = false): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) break
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(lines.map(headerIn))
    assert.equal(Object.keys(headers).length, lines.length, 'no header comes twice')
    const isHead = isClosed && rest.length === end + 4 // tells the length of a body that does not come
    const bodyEnd = isHead ? end + 4 : end + 4 + Number(headers['content-length'] ?? 0)
    if (bodyEnd > rest.length) break
    const text = rest.subarray(end + 4, bodyEnd).toString('utf8')
    answers.push({ status: Number(statusLine.split(' ')[1]), headers, text, body: parsed(text) })
    rest = rest.subarray(bodyEnd)
  }
  if (isClosed) assert.equal(rest.toString('latin1'), '', 'no answer is cut off')
  return answers
}

function headerIn(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Looks again and again until there is something. */
export async function eventually<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + SILENCE_MAX_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    assert.ok(Date.now() < deadline, 'what was waited for did not happen')
    await sleep(20)
  }
}

type Headed = Pick<RawAnswer, 'status' | 'headers'>

/** What every answer carries, whatever was asked. */
export function assertUsualHeaders({ headers }: Headed): void {
  assert.match(headers['x-request-id'] ?? 'none', /^[A-Za-z0-9._-]{8,64}$/)
  const now = Date.now() / 1000
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = String(headers[`x-ratelimit-${name}`])
    assert.match(value, /^\d+$/, `X-RateLimit-${name} is a whole number`)
    return Number(value)
  })
  assert.ok(limit! > 0 && remaining! <= limit!, 'no more is left than is allowed')
  assert.ok(reset! > now - 86_400 && reset! < now + 2 * 86_400, 'the reset is a time in seconds since 1970')
}

/** A refusal in the envelope, with the usual headers. */
export function assertRefusal(answer: RawAnswer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assertUsualHeaders(answer)
  assert.match(answer.headers['content-type'] ?? 'none', /^application\/json; charset=utf-8$/)
  const { success, error, ...rest } = answer.body ?? {}
  assert.deepEqual({ success, rest }, { success: false, rest: {} })
  assert.equal(error.code, code, error.message)
  assert.ok(typeof error.message === 'string' && error.message !== '')
  assert.ok(Array.isArray(error.details))
  assert.equal(error.requestId, answer.headers['x-request-id'])
  assert.deepEqual(Object.keys(error), ['code', 'message', 'details', 'requestId'])
}

/** A Kontor that listens on a port. */
export interface FrontDoor {
  readonly kontor: Kontor
  readonly endpoint: Endpoint
  /** Sends a request as the administrator, unless it brings its own Authorization header. */
  ask(method: string, target: string, options?: Pick<RawRequest, 'headers' | 'body'>): Promise<RawAnswer>
  /** The bytes of such a request. */
  bytes(method: string, target: string, options?: Pick<RawRequest, 'headers' | 'body'>): Buffer
}

export function frontDoorFor(kind: DatabaseKind, options?: KontorOptions): () => FrontDoor {
  let door: FrontDoor | undefined
  before(async () => {
    const kontor = await openKontor(kind, options)
    await kontor.app.server.listen({ port: 0, host: '127.0.0.1' })
    const endpoint = { port: (kontor.app.server.server.address() as { port: number }).port }
    const bytes: FrontDoor['bytes'] = (method, target, { headers, ...rest } = {}) =>
      requestBytes({ method, target, headers: { Authorization: `Bearer ${kontor.token}`, ...headers }, ...rest })
    door = { kontor, endpoint, bytes, ask: (...words) => ask(endpoint, bytes(...words)) }
  })
  after(() => door?.kontor.close())
  return () => door!
}
