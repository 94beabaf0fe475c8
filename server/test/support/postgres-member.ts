import { execFile } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.ts'
import { accountToRunAs, binaryFolder } from '../../../scripts/postgres.ts'

const DATABASE = 'kontor'
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'fsync=off', // servers are killed here, but the machine goes on
  'max_connections=100',
  'wal_level=replica',
  'hot_standby=on',
  'shared_buffers=32MB',
]
const START_PAUSE_MS = 100

export const hasPostgres = (): boolean => binaryFolder() !== undefined

/** A folder in which the account may write that PostgreSQL runs under. */
export function folderForPostgres(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-servers-'))
  const account = accountToRunAs()
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

/** A PostgreSQL server that can be killed and started again. */
export class PostgresMember {
  readonly port: number
  /** Of the database `kontor`, as a superuser. */
  readonly url: string
  readonly #folder: string
  readonly #data: string

  private constructor(folder: string, port: number) {
    this.port = port
    this.url = `postgres://postgres@127.0.0.1:${port}/${DATABASE}`
    this.#folder = folder
    this.#data = join(folder, `data-${port}`)
  }

  static async in(folder: string): Promise<PostgresMember> {
    return new PostgresMember(folder, await freePort())
  }

  /** An empty database in a new server. */
  async create(): Promise<void> {
    await this.#execute('initdb', '-D', this.#data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync')
    await this.start()
    await this.run(`create database ${DATABASE}`, 'postgres')
  }

  /** A standby of another server, instead of what it was before. */
  async follow({ port }: PostgresMember): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true })
    const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
    await this.#execute('pg_basebackup', ...from, '-D', this.#data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
    await this.start()
  }

  start(): Promise<void> {
    const settings = [...SETTINGS, `port=${this.port}`, `unix_socket_directories=${this.#folder}`]
    const flags = settings.map((setting) => `-c ${setting}`).join(' ')
    return this.#control('start', '-o', flags, '-l', join(this.#folder, `log-${this.port}`))
  }

  /** After SIGKILL, processes that the first one has started may live a little longer, and block the start. */
  async startAgain(): Promise<void> {
    for (;;) {
      try {
        return await this.start()
      } catch {
        await sleep(START_PAUSE_MS)
      }
    }
  }

  promote(): Promise<void> {
    return this.#control('promote')
  }

  /** All processes at once, as in a crash. */
  async end(): Promise<void> {
    await this.#control('stop', '-m', 'immediate').catch(() => {}) // it may have ended before
  }

  /** Sends SIGKILL to the first process; the others notice that it is gone. */
  killPostmaster(): void {
    const [pid] = readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  }

  /** Returns rows as arrays. */
  async run(sql: string, database = DATABASE): Promise<unknown[][]> {
    const client = new pg.Client({ connectionString: this.url.replace(/\w+$/, database) })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query({ text: sql, rowMode: 'array' })).rows
    } finally {
      await client.end()
    }
  }

  #control(action: string, ...options: readonly string[]): Promise<void> {
    return this.#execute('pg_ctl', '-D', this.#data, '-w', ...options, action)
  }

  /** Its output goes to a file: a server would hold the other end of a pipe open. */
  #execute(program: string, ...words: readonly string[]): Promise<void> {
    const command = ['-c', 'exec "$0" "$@" >>output 2>&1', join(binaryFolder()!, program), ...words]
    return promisify(execFile)('sh', command, { cwd: this.#folder, ...accountToRunAs() }).then(() => {})
  }
}
