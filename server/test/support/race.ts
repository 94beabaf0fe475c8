import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { DatabaseKind, TestDatabase } from './databases.ts'
import { ADMIN, type Answer } from './kontor.ts'
import { runKontor, type ServerProcess, startKontor } from './process.ts'

/** How many clients ask at once. */
export const CLIENTS = 64

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Under /api/v1. */
  readonly path: string
  readonly body?: unknown
  /** Sent as Idempotency-Key. */
  readonly key?: string
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** Servers in processes of their own, on one database: several where the database can be shared. */
export interface Arena {
  readonly database: TestDatabase
  /** The clients are spread over the servers; each has a connection of its own. */
  send(client: number, request: Request): Promise<Answer>
  /** The same request from all clients at once, or one for each. */
  rush(request: Request | ((client: number) => Request), clients?: number): Promise<Answer[]>
  /** Where nothing races: whatever is created or read here must succeed. */
  create(path: string, body: object): Promise<AnyRecord>
  read(path: string): Promise<AnyRecord>
  /** Starts the servers again, after they were stopped or killed. */
  start(): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

export async function openArena(kind: DatabaseKind): Promise<Arena> {
  const database = await kind.create('migrated')
  const environment = {
    ...database.environment,
    KONTOR_ADMIN_PASSWORD: ADMIN.password,
    KONTOR_PLAN: 'custom:100000000/unlimited',
    KONTOR_LOG_LEVEL: 'error',
  }
  const isShared = database.environment.DATABASE_URL !== undefined
  let servers: ServerProcess[] = []
  let token = ''

  const send: Arena['send'] = (client, request) => exchange(servers[client % servers.length]!.origin, token, request)
  const rush: Arena['rush'] = (request, clients = CLIENTS) =>
    Promise.all(
      Array.from({ length: clients }, (_, client) =>
        send(client, typeof request === 'function' ? request(client) : request),
      ),
    )
  const arena: Arena = {
    database,
    send,
    rush,
    create: async (path, body) => succeeded(201, await send(0, { method: 'POST', path, body })),
    read: async (path) => succeeded(200, await send(0, { method: 'GET', path })),
    async start() {
      servers = await Promise.all(Array.from({ length: isShared ? 2 : 1 }, () => startKontor(environment)))
      const signedIn = await send(0, { method: 'POST', path: '/auth/login', body: ADMIN })
      token = succeeded(200, signedIn).token
    },
    async kill() {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    },
    async close() {
      const outcomes = await Promise.all(servers.map((server) => server.stop()))
      await database.drop()
      for (const { code, signal, output } of outcomes) assert.equal(signal ?? code, 0, output)
    },
  }
  await arena.start()
  return arena
}

/** One arena for all tests of a suite. */
export function arenaFor(kind: DatabaseKind): () => Arena {
  let arena: Arena | undefined
  before(async () => {
    arena = await openArena(kind)
  })
  after(() => arena?.close())
  return () => arena!
}

async function exchange(origin: string, token: string, { method, path, body, key }: Request): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const { status, headers } = response
  return { status, headers: Object.fromEntries(headers), text, body: text === '' ? undefined : JSON.parse(text) }
}

function succeeded(status: number, answer: Answer): AnyRecord {
  assert.equal(answer.status, status, answer.text)
  return answer.body.data
}

/** How often each answer was given: `{ 201: 1, '422 NOTHING_TO_INVOICE': 63 }`. */
export function outcomesOf(answers: readonly Answer[]): Record<string, number> {
  const names = answers.map(({ status, body }) => (status < 400 ? `${status}` : `${status} ${body?.error?.code}`))
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]))
}

/** Does what the refusal asks for: tries again while the first request with this key is still running. */
export async function untilDone(attempt: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await attempt()
    if (answer.status !== 409) return answer
    assert.equal(answer.body.error.code, 'IDEMPOTENCY_IN_PROGRESS')
    assert.equal(answer.headers['retry-after'], '1')
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** `kontor verify`, as an operator would call it. */
export async function assertVerified({ database }: Arena): Promise<void> {
  const { code, output, said } = await runKontor(['verify'], database.environment)
  assert.equal(code, 0, output + said)
}
