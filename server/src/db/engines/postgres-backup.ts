import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { type Archive, ArchiveError } from '../engine.ts'
import { writeWhole } from '../whole-file.ts'

const CONNECT_TIMEOUT_MS = 5000
const INSTALL_HINT =
  'It comes with the client programs of PostgreSQL; on Debian and Ubuntu: apt-get install postgresql-client'

/** Through PostgreSQL's own programs: nobody knows better how to copy all of it at one moment. */
export const postgresArchive = (connectionString: string): Archive => {
  const run = (program: string, words: readonly string[]) => runProgram(connectionString, program, words)

  return {
    holdsData: () => asking(connectionString, async (ask) => (await ask("select to_regclass('migrations')"))[0] !== null),
    backup: (target) =>
      writeWhole(target, async (partial) => {
        await run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${partial}`, ...DATABASE])
        await run('pg_restore', ['--list', partial])
      }),
    async restore(source) {
      if (!existsSync(source)) throw new ArchiveError(`There is no file ${source}.`)
      const folder = mkdtempSync(join(tmpdir(), 'kontor-restore-'))
      try {
        const script = join(folder, 'script.sql')
        await run('pg_restore', ['--no-owner', '--no-privileges', `--file=${script}`, source])
        const clearing = await asking(connectionString, clearingStatements)
        const strictly = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null']
        await run('psql', [...strictly, '--single-transaction', ...clearing, `--file=${script}`, ...DATABASE])
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

// The programs find the rest of the address in the environment: words of a command line can be read by everyone.
const DATABASE = ['--no-password']

type Ask = (sql: string) => Promise<readonly unknown[]>

/** The first column of each row. */
async function asking<T>(connectionString: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new ArchiveError(`The database cannot be reached: ${message || code}.`)
  }
  try {
    return await work(async (sql) => (await client.query({ text: sql, rowMode: 'array' })).rows.map(([value]) => value))
  } finally {
    await client.end()
  }
}

/** Tables that the backup does not know must go too, or the next migration would stumble over them. */
async function clearingStatements(ask: Ask): Promise<string[]> {
  const others = await ask(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'kontor'",
  )
  if (others.length > 0) throw new ArchiveError('The database is in use. Stop every server first.')
  const tables = await ask('select quote_ident(tablename) from pg_tables where schemaname = current_schema()')
  return tables.map((table) => `--command=drop table ${table} cascade`)
}

async function runProgram(connectionString: string, program: string, words: readonly string[]): Promise<void> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environmentOf(connectionString) },
  })
  const started = new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    await started
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ArchiveError(`The program ${program} is not installed. ${INSTALL_HINT}`)
  }
  const complaint = (await text(child.stderr)).trim()
  if ((await ended) !== 0) throw new ArchiveError(complaint || `${program} failed.`)
}
