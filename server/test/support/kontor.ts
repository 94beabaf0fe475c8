import { after, before } from 'node:test'
import { type App, type AppOptions, buildApp } from '../../src/app/app.ts'
import type { WriterThread } from '../../src/app/writer/start-writer.ts'
import { hashAtLowestCost } from '../../src/auth/passwords.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import type { Engine } from '../../src/db/engine.ts'
import { openEngine } from '../../src/db/open.ts'
import type { DatabaseKind, TestDatabase } from './databases.ts'
import { withDelays } from './delays.ts'

// At full cost, checking a password takes a tenth of a second, and every server here is signed in to.
hashAtLowestCost()

export const ADMIN = { email: 'admin@kontor.local', password: 'a-password-for-tests' }

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The raw body, byte for byte. */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

/** Of a server in this process. */
export interface WholeAnswer extends Answer {
  /** The body, where it is no text. */
  readonly bytes: Buffer
}

export interface CallOptions {
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly text?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Null: no credential at all. Otherwise the administrator's token unless another is given. */
  readonly token?: string | null
}

/** A running Kontor with a client that is signed in as the administrator. Requests go through the front door. */
export interface Kontor {
  readonly app: App
  readonly engine: Engine
  readonly database: TestDatabase
  readonly token: string
  /** Signs the administrator in at the time that the server's clock shows now. */
  signInAgain(): Promise<void>
  call(method: string, path: string, options?: CallOptions): Promise<WholeAnswer>
  get(path: string, options?: CallOptions): Promise<WholeAnswer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, options?: CallOptions): Promise<Answer>
  /** Moves the server's clock. */
  advance(ms: number): void
  /** What it shows, in milliseconds since 1970. */
  now(): number
  login(email: string, password: string): Promise<Answer>
  close(): Promise<void>
}

export interface KontorOptions
  extends Partial<Pick<AppOptions, 'catalog' | 'migrations' | 'log' | 'webFolder' | 'disk' | 'clock'>> {
  readonly environment?: Readonly<Record<string, string>>
  /** Writes in a thread, as a server of its own does. */
  readonly startWriter?: (config: Config) => WriterThread
}

export async function openKontor(kind: DatabaseKind, options: KontorOptions = {}): Promise<Kontor> {
  const hasOwnTables = options.catalog !== undefined || options.migrations !== undefined
  const database = await kind.create(hasOwnTables ? 'empty' : 'migrated')
  const config = readConfig({
    KONTOR_ADMIN_PASSWORD: ADMIN.password,
    KONTOR_PLAN: 'custom:1000000/unlimited',
    ...database.environment,
    ...options.environment,
  })
  const engine = withDelays(await openEngine(config.databaseUrl, config.dataFolder))
  let offset = 0
  const { environment: _, startWriter, ...rest } = options
  const app = await buildApp({
    config,
    engine,
    clock: () => Date.now() + offset,
    monotonic: () => performance.now() + offset,
    ...rest,
    ...(startWriter && { startWriter: () => startWriter(config) }),
  })
  await app.server.ready()
  let token = ''

  async function call(method: string, path: string, given: CallOptions = {}): Promise<WholeAnswer> {
    const credential = given.token === undefined ? token : given.token
    const payload = given.text ?? (given.body === undefined ? undefined : JSON.stringify(given.body))
    const response = await app.server.inject({
      method: method as 'GET',
      url: path.startsWith('/') ? `/api/v1${path}` : `/${path.replace(/^root:\/?/, '')}`,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(credential && { authorization: `Bearer ${credential}` }),
        ...given.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const text = response.body
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      text,
      bytes: response.rawPayload,
      body: parsed(text),
    }
  }

  const login = (email: string, password: string) =>
    call('POST', '/auth/login', { body: { email, password }, token: null })
  async function signInAgain() {
    token = (await login(ADMIN.email, ADMIN.password)).body.data.token
  }
  await signInAgain()

  return {
    app,
    engine,
    database,
    get token() {
      return token
    },
    signInAgain,
    call,
    get: (path, given) => call('GET', path, given),
    post: (path, body, given) => call('POST', path, { body, ...given }),
    put: (path, body, given) => call('PUT', path, { body, ...given }),
    delete: (path, given) => call('DELETE', path, given),
    advance(ms) {
      offset += ms
    },
    now: () => Date.now() + offset,
    login,
    async close() {
      await app.server.close()
      await engine.close()
      await database.drop()
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One Kontor for all tests of a suite: `const kontor = kontorFor(kind)`, then `kontor().get(…)` inside tests. */
export function kontorFor(kind: DatabaseKind, options?: KontorOptions): () => Kontor {
  let kontor: Kontor | undefined
  before(async () => {
    kontor = await openKontor(kind, options)
  })
  after(() => kontor?.close())
  return () => kontor!
}
