import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accountToRunAs, binaryFolder, freePort } from '../../../scripts/postgres.ts'

const DATABASE = 'kontor'
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'fsync=off', // servers are killed here, but the machine goes on
  'max_connections=100',
  'wal_level=replica',
  'hot_standby=on',
  'shared_buffers=32MB',
]

/** Of one of the two servers. */
export interface Member {
  readonly port: number
  /** Of the database `kontor`, as a superuser. */
  readonly url: string
}

/** A primary and a synchronous standby, which change roles. */
export interface PostgresPair {
  readonly members: readonly [Member, Member]
  readonly primary: Member
  readonly standby: Member
  /** Runs a statement on one of them. */
  run(member: Member, sql: string): Promise<unknown[]>
  /** Ends the primary as a crash does: all its processes at once, or the first one by SIGKILL, which the others notice. */
  kill(how?: 'immediate' | 'postmaster'): void
  /** The standby becomes the primary. */
  promote(): Promise<void>
  /** The former primary becomes the standby: stopped if it still runs, copied from the primary, started. */
  rejoin(): Promise<void>
  stop(): void
}

export const hasPostgres = (): boolean => binaryFolder() !== undefined

export async function startPostgresPair(): Promise<PostgresPair> {
  const binaries = binaryFolder()!
  const account = accountToRunAs()
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pair-'))
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  const execute = (program: string, ...args: string[]) =>
    execFileSync(join(binaries, program), args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...account })
  const dataOf = ({ port }: Member) => join(folder, `data-${port}`)
  const start = (member: Member) => {
    const settings = [...SETTINGS, `port=${member.port}`, `unix_socket_directories=${folder}`]
    const flags = settings.map((setting) => `-c ${setting}`).join(' ')
    execute('pg_ctl', '-D', dataOf(member), '-o', flags, '-l', join(folder, `log-${member.port}`), '-w', 'start')
  }
  const end = (member: Member) => {
    try {
      execute('pg_ctl', '-D', dataOf(member), '-m', 'immediate', '-w', 'stop')
    } catch {} // it has ended before
  }
  const memberAt = async (): Promise<Member> => {
    const port = await freePort()
    return { port, url: `postgres://postgres@127.0.0.1:${port}/${DATABASE}` }
  }
  let [primary, standby] = [await memberAt(), await memberAt()]

  async function followPrimary(): Promise<void> {
    rmSync(dataOf(standby), { recursive: true, force: true })
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    execute('pg_basebackup', ...from, '-D', dataOf(standby), '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
    start(standby)
    await run(primary, "alter system set synchronous_standby_names = '*'")
    await run(primary, 'select pg_reload_conf()')
    const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
    while ((await run(primary, isSynchronous)).length === 0) await sleep(50)
  }

  const stop = () => {
    for (const member of [primary, standby]) end(member)
    rmSync(folder, { recursive: true, force: true })
  }
  execute('initdb', '-D', dataOf(primary), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync')
  start(primary)
  try {
    await run({ ...primary, url: primary.url.replace(/\w+$/, 'postgres') }, `create database ${DATABASE}`)
    await followPrimary()
  } catch (error) {
    stop()
    throw error
  }
  return {
    members: [primary, standby],
    get primary() {
      return primary
    },
    get standby() {
      return standby
    },
    run,
    kill(how = 'immediate') {
      if (how === 'immediate') return end(primary)
      const [pid] = readFileSync(join(dataOf(primary), 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async promote() {
      execute('pg_ctl', '-D', dataOf(standby), '-w', 'promote')
      ;[primary, standby] = [standby, primary]
    },
    async rejoin() {
      end(standby)
      await followPrimary()
    },
    stop,
  }
}

async function run({ url }: Member, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}
