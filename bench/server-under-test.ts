import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import nodeSettings from '../scripts/node-settings.json' with { type: 'json' }

export const PASSWORD = 'a password for benchmarks'

export const root = join(import.meta.dirname, '..')

/** A measured server, in its own process. */
export interface ServerUnderTest extends AsyncDisposable {
  readonly port: number
  /** Ports of further nodes on the same database. */
  readonly furtherPorts?: readonly number[]
  /** Seconds of processor time used so far, in all threads. */
  cpu(): number
  /** Resident memory in megabytes. */
  memory(): number
}

/** Kontor, with the session of an administrator. */
export interface KontorServer extends ServerUnderTest {
  readonly token: string
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>
}

interface ApiResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the response.
  readonly data: any
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  readonly meta: any
}

export type Environment = Readonly<Record<string, string>>

/** Settings without rate limits, and the given ones. */
export const environmentOf = (settings: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  PORT: '0',
  KONTOR_PLAN: 'custom:999999999/unlimited',
  KONTOR_ADMIN_PASSWORD: PASSWORD,
  ...settings,
})

/** Starts Kontor from a checkout. */
export const launchKontor = (settings: Environment, folder = root): Promise<ServerUnderTest> =>
  startServer(
    [...nodeSettings.flags, join(folder, 'server/src/cli.ts'), 'start'],
    environmentOf({ ...nodeSettings.environment, ...settings }),
  )

/** Starts Kontor from a checkout and signs in. */
export async function startKontor(settings: Environment, folder = root): Promise<KontorServer> {
  const server = await launchKontor(settings, folder)
  const origin = `http://127.0.0.1:${server.port}/api/v1`
  async function send(method: string, path: string, body: unknown, token?: string): Promise<ApiResponse> {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as Omit<ApiResponse, 'status'>) }
  }
  const { data } = await send('POST', '/auth/login', { email: 'admin@kontor.local', password: PASSWORD })
  const token = data.token as string
  return { ...server, token, call: (method, path, body) => send(method, path, body, token) }
}

export const launchBaseline = (): Promise<ServerUnderTest> =>
  startServer([join(root, 'bench/baseline-server.ts')], environmentOf({}))

async function startServer(args: readonly string[], env: NodeJS.ProcessEnv): Promise<ServerUnderTest> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return serverUnderTest(await portOf(child), child)
}

export function serverUnderTest(port: number, child: ChildProcess): ServerUnderTest {
  const folder = `/proc/${child.pid}`
  return {
    port,
    cpu: () => globSync(`${folder}/task/*/schedstat`).reduce((sum, file) => sum + nanosecondsIn(file), 0) / 1e9,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))![1]) / 1024,
    async [Symbol.asyncDispose]() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The processor time of a thread. The time of a thread that ends during a measurement is lost; servers keep theirs. */
const nanosecondsIn = (file: string) => Number(readFileSync(file, 'utf8').split(' ')[0])

/** Every server prints its address when it listens. */
export function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? []
      if (port) resolve(Number(port))
    })
    child.once('exit', (code) => reject(new Error(`The server exited with ${code}:\n${output}`)))
  })
}
