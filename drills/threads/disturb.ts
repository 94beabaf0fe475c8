// Loaded into the server with --import. Delays and reorders the messages of its threads, and terminates threads and the
// process for slow reads.
import childProcess, { type ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { isMainThread, type Worker } from 'node:worker_threads'
import { randomFrom } from '../../server/test/support/random.ts'
import { between } from '../framework/random.ts'
import { type Disturbance, SETTING, TERMINATED } from './disturbance.ts'

const { seed, writerMessages, readerMessages, delayMs } = JSON.parse(process.env[SETTING]!) as Disturbance
const random = randomFrom(seed)

/** Messages that pass before the thread is terminated. */
const limitFor = (url: string): number => {
  const most = url.includes('/writer/') ? writerMessages : readerMessages
  return between(random, Math.ceil(most / 2), most)
}

/** What the thread or process has left to say, and how it ends. */
class Messages {
  readonly #name: string
  readonly #end: () => unknown
  #left: number
  #isTerminated = false

  constructor(name: string, url: string, end: () => unknown) {
    this.#name = name
    this.#left = limitFor(url)
    this.#end = end
  }

  count(): void {
    if (--this.#left > 0 || this.#isTerminated) return
    this.#isTerminated = true
    process.stderr.write(`${TERMINATED} ${this.#name}\n`)
    void this.#end()
  }

  /** Each message waits for a time of its own, so that a later one may overtake it. */
  later(message: unknown, deliver: () => void): void {
    const isLast = Array.isArray(message) && message.some(({ kind }) => kind === 'close')
    if (isLast || random() < 0.5) deliver()
    else setTimeout(deliver, random() * delayMs)
  }
}

class DisturbedWorker extends workerThreads.Worker {
  readonly #messages: Messages

  constructor(...[file, options]: ConstructorParameters<typeof Worker>) {
    super(file, options)
    this.#messages = new Messages('writer', String(file), () => this.terminate())
  }

  override postMessage(...parameters: Parameters<Worker['postMessage']>): void {
    this.#messages.count()
    this.#messages.later(parameters[0], () => super.postMessage(...parameters))
  }

  /** The thread has sent a message, or has ended. */
  override emit(...parameters: Parameters<Worker['emit']>): boolean {
    if (parameters[0] !== 'message') return super.emit(...parameters)
    this.#messages.count()
    this.#messages.later(parameters[1], () => super.emit(...parameters))
    return true
  }
}

/** Kills the process for slow reads after some answers, and delays them. */
const { fork } = childProcess
function disturbedFork(...parameters: Parameters<typeof fork>): ChildProcess {
  const child = fork(...parameters)
  const url = String(parameters[0])
  if (!url.includes('reader')) return child
  const messages = new Messages('reader', url, () => child.kill('SIGKILL'))
  const emit = child.emit.bind(child) as (...words: unknown[]) => boolean
  child.emit = (...words: unknown[]) => {
    if (words[0] !== 'message') return emit(...words)
    messages.count()
    messages.later(words[1], () => emit(...words))
    return true
  }
  return child
}

if (isMainThread) {
  Object.assign(workerThreads, { Worker: DisturbedWorker })
  Object.assign(childProcess, { fork: disturbedFork })
  syncBuiltinESMExports()
}
