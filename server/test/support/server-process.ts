import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const CLI = join(import.meta.dirname, '../../src/cli.ts')
const LISTENING = /Kontor is at\s+(\S+)/

/** A Kontor in a process of its own, as a user runs it. */
export interface ServerProcess {
  readonly origin: string
  readonly child: ChildProcess
  /** What it has printed so far. */
  output(): string
  /** Sends a signal and waits for the end; answers with the exit code, or null when it was killed. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

export interface Exit {
  readonly code: number | null
  readonly output: string
}

/** Runs the command line. Settings of the surrounding environment do not reach it. */
export function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ChildProcess {
  const { PATH, HOME } = process.env
  return spawn(process.execPath, [CLI, ...words], {
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts the server on a free port and waits until it listens; rejects with its output if it ends before. */
export async function startServer(environment: Readonly<Record<string, string | undefined>>): Promise<ServerProcess> {
  const child = runCli(['start'], { PORT: '0', KONTOR_LOG_LEVEL: 'warn', ...environment })
  let output = ''
  const ended = once(child, 'exit')
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const [, address] = LISTENING.exec(output) ?? []
      if (address) resolve(address)
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    ended.then(([code]) => reject(new Error(`The server ended with ${code} instead of listening:\n${output}`)))
  })
  return {
    origin,
    child,
    output: () => output,
    async stop(signal) {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}
