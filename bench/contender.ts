import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import settingsOfNode from '../scripts/node-settings.json' with { type: 'json' }

export const PASSWORD = 'a password for benchmarks'

export const root = join(import.meta.dirname, '..')

/** A server under measurement, in a process of its own. */
export interface Contender extends AsyncDisposable {
  readonly port: number
  /** Of further nodes on the same database. */
  readonly furtherPorts?: readonly number[]
  /** Seconds of processor time that it has used so far, in all its threads. */
  cpu(): number
  /** Megabytes that it occupies. */
  memory(): number
}

/** Kontor, and somebody who may ask it for everything. */
export interface KontorContender extends Contender {
  readonly token: string
  call(method: string, path: string, body?: unknown): Promise<Answer>
}

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: whoever asks knows what he gets.
  readonly data: any
  // biome-ignore lint/suspicious/noExplicitAny: likewise.
  readonly meta: any
}

export type Environment = Readonly<Record<string, string>>

/** Settings without rate limits; whatever else matters is said by whoever starts it. */
export const environmentOf = (settings: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  PORT: '0',
  KONTOR_PLAN: 'custom:999999999/unlimited',
  KONTOR_ADMIN_PASSWORD: PASSWORD,
  ...settings,
})

/** Kontor as it lies in a folder. */
export const launchKontor = (settings: Environment, folder = root): Promise<Contender> =>
  startServer(
    [...settingsOfNode.flags, join(folder, 'server/src/cli.ts'), 'start'],
    environmentOf({ ...settingsOfNode.environment, ...settings }),
  )

/** The same, and signed in. */
export async function startKontor(settings: Environment, folder = root): Promise<KontorContender> {
  const contender = await launchKontor(settings, folder)
  const origin = `http://127.0.0.1:${contender.port}/api/v1`
  async function ask(method: string, path: string, body: unknown, token?: string): Promise<Answer> {
    const response = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) }
  }
  const { data } = await ask('POST', '/auth/login', { email: 'admin@kontor.local', password: PASSWORD })
  const token = data.token as string
  return { ...contender, token, call: (method, path, body) => ask(method, path, body, token) }
}

export const launchHello = (): Promise<Contender> => startServer([join(root, 'bench/hello.ts')], environmentOf({}))

async function startServer(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Contender> {
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return contenderOf(await portOf(child), child)
}

export function contenderOf(port: number, child: ChildProcess): Contender {
  const folder = `/proc/${child.pid}`
  return {
    port,
    cpu: () => globSync(`${folder}/task/*/schedstat`).reduce((sum, file) => sum + nanosecondsIn(file), 0) / 1e9,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))![1]) / 1024,
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** How long a thread has been running; none that are asked come and go meanwhile. */
const nanosecondsIn = (file: string) => Number(readFileSync(file, 'utf8').split(' ')[0])

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
