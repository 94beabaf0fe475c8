import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import type { NextRequest } from '../load-generator.ts'
import { type ServerUnderTest, serverUnderTest } from '../server-under-test.ts'
import type { Article } from './articles.ts'

const INSTALL_MINUTES = 30
const START_MS = 120_000
const POLL_MS = 100

/** The three kinds of requests that every peer gets, in the format of its API. */
export interface PeerRequests {
  readonly read: NextRequest
  readonly list: NextRequest
  readonly create: NextRequest
}

export type PeerServer = ServerUnderTest & { readonly requests: PeerRequests }

/** Another server that stores records and serves them over HTTP. */
export interface Peer {
  readonly name: string
  /** What readers must know to interpret its figures. */
  readonly note?: string
  /** The content of its package.json. */
  readonly manifest: { readonly dependencies: Readonly<Record<string, string>>; readonly overrides?: object }
  /** Starts it in a folder with these articles. */
  start(folder: string, articles: readonly Article[]): Promise<PeerServer>
}

/** Peers do not support the Node version of this project, so they run on the one that is installed on the machine. */
const environment = (settings: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env
    .PATH!.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  ...settings,
})

/** Skipped if the folder already contains the same versions. Returns an error message of one line. */
export function install({ manifest }: Peer, folder: string): string | undefined {
  const packageJson = JSON.stringify({ name: 'peer', private: true, ...manifest })
  const marker = join(folder, 'installed')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === packageJson) return undefined
  writeInto(folder, { 'package.json': packageJson })
  const { status, stderr } = spawnSync('npm', ['install', '--legacy-peer-deps'], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    timeout: INSTALL_MINUTES * 60_000,
  })
  if (status !== 0)
    return stderr?.split('\n').find((line) => line.startsWith('npm error')) ?? 'the installation timed out'
  writeInto(folder, { installed: packageJson })
  return undefined
}

export function writeInto(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]]

/** Runs a program and waits for its end. */
export function run(folder: string, [program, ...args]: Command, settings: NodeJS.ProcessEnv = {}): void {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: environment(settings),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${(stderr || stdout).trim().split('\n').at(-1)}`)
}

/** Starts a server on a free port and waits for its first response. */
export async function serve(
  folder: string,
  commandAt: (port: number) => Command,
  settings: NodeJS.ProcessEnv = {},
): Promise<ServerUnderTest> {
  const port = await freePort()
  const [program, ...args] = commandAt(port)
  const child = spawn(program, args, {
    cwd: folder,
    env: environment({ ...settings, HOST: '127.0.0.1', PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitForResponse(child, port)
  return serverUnderTest(port, child)
}

async function waitForResponse(child: ChildProcess, port: number): Promise<void> {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  for (const end = Date.now() + START_MS; Date.now() < end; ) {
    if (child.exitCode !== null) break
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (response) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  child.kill('SIGKILL')
  throw new Error(`the server does not start: ${/^\w*Error.*/m.exec(output)?.[0] ?? output.trim()}`)
}
