import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** The connection string of a superuser on the database `postgres`. */
  readonly url: string
  stop(): void
}

interface PostgresOptions {
  /** Off by default: a test database need not survive a power failure, and without fsync it is faster. */
  readonly fsync?: 'on' | 'off'
  /** Where its folder is created. */
  readonly parent?: string
}

/** The data is not needed after a crash, and a database exists for seconds. */
const THROW_AWAY = ['full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off', 'jit=off']

/** Starts a temporary PostgreSQL server on a free port; undefined if PostgreSQL is not installed. */
export async function startPostgres({
  fsync = 'off',
  parent = tmpdir(),
}: PostgresOptions = {}): Promise<PostgresServer | undefined> {
  const binaries = binaryFolder()
  if (!binaries) return undefined
  const account = accountToRunAs()
  const folder = mkdtempSync(join(parent, 'kontor-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const port = await freePort()
  const run = (program: string, args: string[]) =>
    execFileSync(join(binaries, program), args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...account })

  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'])
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `fsync=${fsync}`,
    'max_connections=300',
    ...(fsync === 'off' ? THROW_AWAY : []),
  ]
  const flags = settings.map((setting) => `-c ${setting}`).join(' ')
  run('pg_ctl', ['-D', data, '-o', flags, '-l', join(folder, 'log'), '-w', 'start'])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      spawnSync(join(binaries, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], {
        stdio: 'ignore',
        cwd: folder,
        ...account,
      })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian installs the server programs outside of PATH. */
export function binaryFolder(): string | undefined {
  const onPath = spawnSync('sh', ['-c', 'dirname "$(realpath "$(command -v initdb)")"'], {
    encoding: 'utf8',
  }).stdout.trim()
  const onDebian = globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1)
  return onPath && onPath !== '.' ? onPath : onDebian?.replace(/\/initdb$/, '')
}

/** PostgreSQL refuses to run as root; its packages create the account `postgres`. */
export function accountToRunAs(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
