import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PASSWORD = 'a password for benchmarks'
const TICKS_PER_SECOND = 100

/** A server under measurement, in a process of its own. */
export interface Contender extends AsyncDisposable {
  readonly name: string
  readonly port: number
  /** Seconds of processor time that it has used so far. */
  cpu(): number
  /** Megabytes that it occupies. */
  memory(): number
}

export interface KontorContender extends Contender {
  call(method: string, path: string, body?: unknown): Promise<{ status: number; data: { [field: string]: unknown } }>
  readonly token: string
}

/** Kontor as it lies in a folder, on a fresh database and without rate limits. */
export async function startKontor(
  name: string,
  root: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<KontorContender> {
  const data = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const child = spawn(process.execPath, [join(root, 'server/src/cli.ts'), 'start'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      KONTOR_DATA: data,
      KONTOR_PLAN: 'custom:999999999/unlimited',
      KONTOR_ADMIN_PASSWORD: PASSWORD,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const port = await portOf(child)
  const origin = `http://127.0.0.1:${port}/api/v1`
  let token = ''
  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { data: answer } = (await response.json()) as { data: { [field: string]: unknown } }
    return { status: response.status, data: answer }
  }
  const { data: grant } = await call('POST', '/auth/login', { email: 'admin@kontor.local', password: PASSWORD })
  token = grant.token as string
  return { ...contenderOf(name, port, child, () => rmSync(data, { recursive: true, force: true })), call, token }
}

export function contenderOf(name: string, port: number, child: ChildProcess, clear = () => {}): Contender {
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return {
    name,
    port,
    cpu: () => (Number(stat()[11]) + Number(stat()[12])) / TICKS_PER_SECOND,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      clear()
    },
  }
}

/** Every server says where it listens. */
export function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said) ?? []
      if (port) resolve(Number(port))
    })
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${said}`)))
  })
}
