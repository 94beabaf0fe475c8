import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { freePort } from '../../scripts/postgres.ts'
import { type Contender, contenderOf } from '../contender.ts'
import type { Next } from '../load.ts'
import type { Article } from './articles.ts'

const INSTALL_MINUTES = 30
const START_MS = 120_000
const POLL_MS = 100

/** What is asked of everybody: the same three things, each in his own words. */
export interface Asked {
  readonly read: Next
  readonly list: Next
  readonly create: Next
}

export type PeerContender = Contender & { readonly asked: Asked }

/** Another program that keeps records and serves them over HTTP. */
export interface Peer {
  readonly name: string
  /** What the reader of its figures must know. */
  readonly note?: string
  /** What its package.json says. */
  readonly manifest: { readonly dependencies: Readonly<Record<string, string>>; readonly overrides?: object }
  /** Starts it in its folder with these articles. */
  start(folder: string, articles: readonly Article[]): Promise<PeerContender>
}

/** Ours is newer than what others run on: the Node that is installed on the machine serves them. */
const environment = (settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env
    .PATH!.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  ...settings,
})

/** Once for all runs that use the same folder and want the same versions. Returns what went wrong, in one line. */
export function install({ manifest }: Peer, folder: string): string | undefined {
  const wanted = JSON.stringify({ name: 'peer', private: true, ...manifest })
  const marker = join(folder, 'installed')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return undefined
  writeInto(folder, { 'package.json': wanted })
  const { status, stderr } = spawnSync('npm', ['install', '--legacy-peer-deps'], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    timeout: INSTALL_MINUTES * 60_000,
  })
  if (status !== 0) return stderr?.split('\n').find((line) => line.startsWith('npm error')) ?? 'it took too long'
  writeInto(folder, { installed: wanted })
  return undefined
}

export function writeInto(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A program and its arguments. */
export type Command = readonly [program: string, ...words: string[]]

/** Runs one of its programs to the end. */
export function run(folder: string, [program, ...words]: Command, settings: NodeJS.ProcessEnv = {}): void {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    env: environment(settings),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${words.join(' ')} fails: ${(stderr || stdout).trim().split('\n').at(-1)}`)
}

/** Starts it on a free port; it serves when it answers at all. */
export async function serve(
  folder: string,
  commandAt: (port: number) => Command,
  settings: NodeJS.ProcessEnv = {},
): Promise<Contender> {
  const port = await freePort()
  const [program, ...words] = commandAt(port)
  const child = spawn(program, words, {
    cwd: folder,
    env: environment({ ...settings, HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await answering(child, port)
  return contenderOf(port, child)
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  for (const end = Date.now() + START_MS; Date.now() < end; ) {
    if (child.exitCode !== null) break
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  child.kill('SIGKILL')
  throw new Error(`it does not start: ${/^\w*Error.*/m.exec(said)?.[0] ?? said.trim()}`)
}
