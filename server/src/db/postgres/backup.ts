import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Archive, ArchiveError } from '../engine.ts'
import { refuseNewer } from '../newer-version.ts'
import { writeWhole } from '../whole-file.ts'
import { mustFindWritable, urlOfDatabase, urlsOf } from './address.ts'
import { hostsOf } from './hosts.ts'
import { Session } from './session.ts'

const CONNECT_TIMEOUT_MS = 5000
const OUTPUT_BYTES_MAX = 16_777_216
const INSTALL_HINT = 'It belongs to the PostgreSQL client; on Debian and Ubuntu: apt-get install postgresql-client.'
const ANYBODY_MAY_RESTORE = ['--no-owner', '--no-privileges']
/** How the names of schemas begin that hold what a restore has replaced. They are no part of a backup. */
const KEPT = 'before_restore_'
const WITHOUT_KEPT = `--exclude-schema=${KEPT}*`
const IN_ONE_TRANSACTION = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction']

type Run = (program: string, ...words: string[]) => Promise<string>
/** Returns the first column of the rows. */
type Ask = (sql: string) => Promise<readonly unknown[]>

/** By PostgreSQL's own programs: they know best how to copy everything as of one moment. */
export function postgresArchive(connectionString: string): Archive {
  const run: Run = (program, ...words) => runProgram(program, words, environmentOf(connectionString))
  const ask: Ask = (sql) => firstColumn(connectionString, sql)
  return {
    holdsData: async () => (await ask("select to_regclass('migrations')"))[0] !== null,
    backup: (target) =>
      writeWhole(target, async (partial) => {
        await run('pg_dump', '--format=custom', ...ANYBODY_MAY_RESTORE, WITHOUT_KEPT, `--file=${partial}`)
        refuseForeign(target, await run('pg_restore', '--list', partial))
      }),
    async restore(source) {
      if (!existsSync(source)) throw new ArchiveError(`There is no file ${source}.`)
      refuseForeign(source, await run('pg_restore', '--list', source))
      refuseNewer(`The backup ${source}`, await migrationsIn(run, source))
      await refuseWhileInUse(ask)
      const replaced = await present(ask)
      if (replaced.length === 0) {
        await replay(run, source, [])
        return undefined
      }
      await refuseUnkeepable(ask)
      const kept = KEPT + new Date().toISOString().replaceAll(/[-:.]/g, '').toLowerCase()
      const moves = replaced.map(({ kind, name }) => `--command=alter ${kind} ${name} set schema ${kept}`)
      await replay(run, source, [`--command=create schema ${kept}`, ...moves])
      return `The replaced content is kept in the schema ${kept}. When you no longer need it: drop schema ${kept} cascade`
    },
    async forTrial() {
      const name = `kontor_trial_${randomBytes(6).toString('hex')}`
      const databaseUrl = urlOfDatabase(connectionString, name)
      await ask(`create database ${name}`)
      const dataFolder = mkdtempSync(join(tmpdir(), 'kontor-trial-'))
      return {
        databaseUrl,
        dataFolder,
        async drop() {
          await ask(`drop database if exists ${name} with (force)`)
          rmSync(dataFolder, { recursive: true, force: true })
        },
      }
    },
  }
}

/** All tables and functions that exist: a remaining one would make the next migration fail. */
async function present(ask: Ask): Promise<{ readonly kind: string; readonly name: unknown }[]> {
  const tables = await ask('select quote_ident(tablename) from pg_tables where schemaname = current_schema()')
  const functions = await ask(
    "select oid::regprocedure from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'refuse %'",
  )
  const as = (kind: string) => (name: unknown) => ({ kind, name })
  return [...tables.map(as('table')), ...functions.map(as('function'))]
}

/** The rows of the table are lines of tab-separated text between COPY and a backslash with a dot. */
async function migrationsIn(run: Run, source: string): Promise<string[]> {
  const text = await run('pg_restore', '--data-only', '--table=migrations', '--file=-', source)
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith('COPY ')) + 1
  const names = lines.slice(start, lines.indexOf('\\.', start)).map((line) => line.split('\t')[0]!)
  if (start === 0 || names.length === 0)
    throw new ArchiveError(`${source} does not say which version of Kontor wrote it.`)
  return names
}

async function refuseWhileInUse(ask: Ask): Promise<void> {
  const servers = await ask(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'kontor'",
  )
  if (servers.length > 0) throw new ArchiveError('The database is in use. Stop every server first.')
}

async function refuseUnkeepable(ask: Ask): Promise<void> {
  const [right] = await ask("select has_database_privilege(current_database(), 'create')")
  if (right) return
  const [grant] = await ask("select format('grant create on database %I to %I', current_database(), current_user)")
  throw new ArchiveError(
    `What is in this database would be kept in a schema of its own, but the role may not create one. Either allow it with "${grant}", or restore into an empty database.`,
  )
}

/** Brings back a backup after some commands, in the same transaction. */
async function replay(run: Run, source: string, commands: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-restore-'))
  try {
    const script = join(folder, 'script.sql')
    await run('pg_restore', ...ANYBODY_MAY_RESTORE, `--file=${script}`, source)
    // A backup has no statistics, and without them the plans of the first queries are bad.
    await run('psql', ...IN_ONE_TRANSACTION, ...commands, `--file=${script}`, '--command=analyze')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function refuseForeign(file: string, listing: string): void {
  if (!/ TABLE \S+ migrations /.test(listing)) throw new ArchiveError(`${file} holds no data of Kontor.`)
}

async function firstColumn(connectionString: string, sql: string): Promise<readonly unknown[]> {
  const config = { connectionString: urlsOf(connectionString)[0]!, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const client = new Session(config, hostsOf(connectionString, CONNECT_TIMEOUT_MS))
  try {
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.map(([value]: unknown[]) => value)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new ArchiveError(`The database cannot be reached: ${message || code}.`)
  } finally {
    await client.end()
  }
}

/** The address of the database. Not passed as arguments, which every user of the machine can read. */
function environmentOf(connectionString: string): NodeJS.ProcessEnv {
  const urls = urlsOf(connectionString)
  const clients = urls.map((url) => new pg.Client({ connectionString: url }))
  const { user, password, database } = clients[0]!
  const address = {
    PGHOST: clients.map(({ host }) => host).join(),
    PGPORT: clients.map(({ port }) => port).join(),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    ...(mustFindWritable(connectionString) && { PGTARGETSESSIONATTRS: 'read-write' }),
  }
  const parameters = URL.parse(urls[0]!)?.searchParams ?? new URLSearchParams()
  const tls = [...parameters].filter(([name]) => /^ssl(mode|cert|key|rootcert)$/.test(name))
  return { ...address, ...Object.fromEntries(tls.map(([name, value]) => [`PG${name.toUpperCase()}`, value])) }
}

async function runProgram(program: string, words: readonly string[], address: NodeJS.ProcessEnv): Promise<string> {
  const options = { env: { ...process.env, ...address }, maxBuffer: OUTPUT_BYTES_MAX }
  try {
    return (await promisify(execFile)(program, words, options)).stdout
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string }
    if (code === 'ENOENT') throw new ArchiveError(`The program ${program} is not installed. ${INSTALL_HINT}`)
    throw new ArchiveError(stderr?.trim() || message)
  }
}
