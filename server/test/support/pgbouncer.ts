import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/free-port.ts'
import { accountToRunAs } from '../../../scripts/postgres.ts'
import { eventually } from './raw-http.ts'

export interface PgBouncer {
  readonly url: string
  stop(): Promise<void>
}

/** Debian installs it where only administrators have their PATH. */
const PATH = `${process.env.PATH}:/usr/sbin`

export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0

/** Each transaction gets any of a few sessions of the server, as PgBouncer does by `pool_mode = transaction`. */
export async function startPgBouncer(databaseUrl: string, sessions: number): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pgbouncer-'))
  const account = accountToRunAs()
  const { hostname, port: serverPort, username } = new URL(databaseUrl)
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${join(folder, 'users')}`,
    'pool_mode = transaction',
    `default_pool_size = ${sessions}`,
    'max_client_conn = 200',
  ]
  const files = { 'pgbouncer.ini': settings.join('\n'), users: `"${username}" ""\n` }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  if (account)
    for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))])
      chownSync(path, account.uid, account.gid)
  const child = spawn('pgbouncer', ['--quiet', join(folder, 'pgbouncer.ini')], {
    env: { PATH },
    stdio: 'ignore',
    ...account,
  })
  await eventually(() => answersAt(port))
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    async stop() {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answersAt = (port: number) =>
  new Promise<true | undefined>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(undefined)).once('connect', () => socket.destroy())
  })

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
