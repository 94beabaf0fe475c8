import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.ts'
import { type PostgresServer, startPostgres } from '../../scripts/postgres.ts'
import { type Environment, startKontor } from '../../server/test/support/process.ts'
import { randomFrom } from '../../server/test/support/random.ts'
import type { Database, DrillContext } from './drill.ts'

export const PASSWORD = 'a password for drills'

/** Load must not meet the limits that protect a server from one client, and the log must not fill the disk. */
const SETTINGS = {
  KONTOR_ADMIN_PASSWORD: PASSWORD,
  KONTOR_PLAN: 'custom:100000000/unlimited',
  KONTOR_LOG_LEVEL: 'silent',
}

export interface DrillSettings {
  readonly seed: number
  readonly database: Database
  readonly minutes: number
  readonly rounds: number | undefined
  readonly size: number | undefined
  /** Further settings of every server. */
  readonly environment?: Environment
  log(line: string): void
}

/** Everything that a drill has started ends with its context. */
export type OpenContext = DrillContext & AsyncDisposable

export function openContext({ seed, database, minutes, rounds, size, environment, log }: DrillSettings): OpenContext {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-drill-'))
  const endsAt = Date.now() + minutes * 60_000
  const stack = new AsyncDisposableStack()
  const onEnd = (release: () => unknown) => stack.defer(async () => void (await release()))
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  let databases = 0
  let postgres: Promise<PostgresServer> | undefined
  return {
    seed,
    random: randomFrom(seed),
    database,
    folder,
    size,
    hasTimeFor: (done) => (rounds === undefined ? Date.now() < endsAt : done < rounds),
    log,
    onEnd,
    async createDatabase() {
      const name = `drill_${++databases}`
      const KONTOR_DATA = join(folder, name)
      mkdirSync(KONTOR_DATA, { mode: 0o700 })
      const settings = { ...SETTINGS, ...environment, KONTOR_DATA }
      if (database === 'sqlite') return { environment: settings }
      postgres ??= openPostgres(onEnd)
      const DATABASE_URL = await createPostgresDatabase((await postgres).url, name)
      return { environment: { ...settings, DATABASE_URL } }
    },
    async startServer(drilled, more, limits) {
      const settings = { ...drilled.environment, ...more }
      const server = await startKontor({ ...settings, ...(await addressFor(settings)) }, limits)
      onEnd(() => server.stop('SIGKILL'))
      return server
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** A server that sends mail must know its address, which it announces then. */
async function addressFor({ KONTOR_SMTP_URL }: Environment): Promise<Environment> {
  if (KONTOR_SMTP_URL === undefined) return {}
  const PORT = String(await freePort())
  return { PORT, KONTOR_BASE_URL: `http://127.0.0.1:${PORT}` }
}

async function openPostgres(onEnd: DrillContext['onEnd']): Promise<PostgresServer> {
  const server = await startPostgres()
  if (!server) throw new Error('PostgreSQL is not installed (on Debian: apt-get install postgresql).')
  onEnd(() => server.stop())
  return server
}

async function createPostgresDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href
}
