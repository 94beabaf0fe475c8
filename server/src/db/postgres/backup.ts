import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Archive, ArchiveError } from '../engine.ts'
import { writeWhole } from '../whole-file.ts'

const CONNECT_TIMEOUT_MS = 5000
const OUTPUT_BYTES_MAX = 16_777_216
const INSTALL_HINT = 'It belongs to the PostgreSQL client; on Debian and Ubuntu: apt-get install postgresql-client.'
const ANYBODY_MAY_RESTORE = ['--no-owner', '--no-privileges']
const IN_ONE_TRANSACTION = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction']

/** By PostgreSQL's own programs: they know best how to copy everything as of one moment. */
export function postgresArchive(connectionString: string): Archive {
  const run = (program: string, ...words: string[]) => runProgram(program, words, environmentOf(connectionString))
  const ask = (sql: string) => firstColumn(connectionString, sql)

  /** Tables and functions that the backup does not know must go as well, or the next migration would stumble over them. */
  async function clearing(): Promise<string[]> {
    const tables = await ask('select quote_ident(tablename) from pg_tables where schemaname = current_schema()')
    const functions = await ask(
      "select oid::regprocedure from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'refuse %'",
    )
    return [
      ...tables.map((table) => `--command=drop table ${table} cascade`),
      ...functions.map((name) => `--command=drop function ${name} cascade`),
    ]
  }

  return {
    holdsData: async () => (await ask("select to_regclass('migrations')"))[0] !== null,
    backup: (target) =>
      writeWhole(target, async (partial) => {
        await run('pg_dump', '--format=custom', ...ANYBODY_MAY_RESTORE, `--file=${partial}`)
        refuseForeign(target, await run('pg_restore', '--list', partial))
      }),
    async restore(source) {
      if (!existsSync(source)) throw new ArchiveError(`There is no file ${source}.`)
      refuseForeign(source, await run('pg_restore', '--list', source))
      const servers = await ask(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'kontor'",
      )
      if (servers.length > 0) throw new ArchiveError('The database is in use. Stop every server first.')
      const folder = mkdtempSync(join(tmpdir(), 'kontor-restore-'))
      try {
        const script = join(folder, 'script.sql')
        await run('pg_restore', ...ANYBODY_MAY_RESTORE, `--file=${script}`, source)
        await run('psql', ...IN_ONE_TRANSACTION, ...(await clearing()), `--file=${script}`)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

function refuseForeign(file: string, listing: string): void {
  if (!/ TABLE \S+ migrations /.test(listing)) throw new ArchiveError(`${file} holds no data of Kontor.`)
}

async function firstColumn(connectionString: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows.map(([value]) => value)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new ArchiveError(`The database cannot be reached: ${message || code}.`)
  } finally {
    await client.end()
  }
}

/** Where the database is. Not among the words of the command, which everybody on the machine can read. */
function environmentOf(connectionString: string): NodeJS.ProcessEnv {
  const { host, port, user, password, database } = new pg.Client({ connectionString })
  const address = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database }
  const parameters = URL.parse(connectionString)?.searchParams ?? new URLSearchParams()
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
