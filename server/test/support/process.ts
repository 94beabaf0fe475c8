import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const SOURCE = join(import.meta.dirname, '../../src/cli.ts')
/** Set by the test command: a bundle of the source that starts sooner. */
const BUNDLE = process.env.KONTOR_TEST_SERVER
/** Set by it as well: also a server in a process of its own checks the order of its locks. */
const { KONTOR_TEST_LOCKS } = process.env

export type Environment = Readonly<Record<string, string | undefined>>

/** How a command ended, and what it said. */
export interface Outcome {
  readonly code: number | null
  readonly signal: string | null
  /** What a person reads: standard error. */
  readonly said: string
  /** Standard output: of a server, its log. */
  readonly output: string
}

/** Kontor in a process of its own, as its users run it. */
export interface KontorProcess {
  readonly child: ChildProcess
  readonly outcome: Promise<Outcome>
  /** What it has said so far. */
  said(): string
}

export interface Limits {
  /** In blocks of 512 bytes: writing beyond it fails. */
  readonly fileSizeLimit?: number
  /** How many files and connections it may have open at once. */
  readonly openFilesLimit?: number
  /** The program of another checkout, such as that of an earlier version. */
  readonly program?: string
  /** What it reads from standard input; nothing if not said. */
  readonly stdin?: string
}

/** The test's own settings do not reach it, but for what makes it start sooner and the check of its locks. */
export function spawnKontor(
  words: readonly string[],
  environment: Environment = {},
  limits: Limits = {},
): KontorProcess {
  const chosen = limits.program ?? environment.KONTOR_TEST_SERVER ?? BUNDLE ?? SOURCE
  const [program, ...parameters] = limited([process.execPath, chosen, ...words], limits)
  const child = spawn(program!, parameters, {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      KONTOR_TEST_LOCKS,
      ...environment,
    },
    stdio: [limits.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(limits.stdin)
  let said = ''
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, said, output }))
  })
  return { child, outcome, said: () => said }
}

function limited(command: readonly string[], { fileSizeLimit, openFilesLimit }: Limits): readonly string[] {
  const limits = [
    ...(fileSizeLimit === undefined ? [] : [`ulimit -f ${fileSizeLimit}`]),
    ...(openFilesLimit === undefined ? [] : [`ulimit -n ${openFilesLimit}`]),
  ]
  return limits.length === 0 ? command : ['sh', '-c', [...limits, 'exec "$0" "$@"'].join(' && '), ...command]
}

export const runKontor = (words: readonly string[], environment?: Environment, limits?: Limits): Promise<Outcome> =>
  spawnKontor(words, environment, limits).outcome

/** A server that listens. Whatever happens in a test, it does not outlive it: `await using server = …`. */
export interface ServerProcess extends KontorProcess, AsyncDisposable {
  readonly port: number
  readonly origin: string
  stop(signal?: NodeJS.Signals): Promise<Outcome>
}

/** Starts a server on a free port and waits until it listens. */
export async function startKontor(environment: Environment, limits?: Limits): Promise<ServerProcess> {
  const started = spawnKontor(['start'], { PORT: '0', ...environment }, limits)
  const { child, outcome, said } = started
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return outcome
  }
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', () => {
      const [, address] = /Kontor is at +(\S+)\n/.exec(said()) ?? []
      if (address) resolve(address)
    })
    outcome.then(({ code, said: last }) => reject(new Error(`It did not start, exit code ${code}: ${last}`)))
  })
  const { port } = new URL(origin)
  return {
    ...started,
    origin,
    port: Number(port),
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGKILL')
    },
  }
}
