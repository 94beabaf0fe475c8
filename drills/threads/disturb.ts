// Loaded into the server with --import. Delays and reorders the messages of its threads, and terminates threads.
import { syncBuiltinESMExports } from 'node:module'
import workerThreads, { isMainThread, type Worker } from 'node:worker_threads'
import { randomFrom } from '../../server/test/support/load.ts'
import { between } from '../framework/random.ts'
import { type Disturbance, SETTING, TERMINATED } from './disturbance.ts'

const { seed, writerMessages, readerMessages, delayMs } = JSON.parse(process.env[SETTING]!) as Disturbance
const random = randomFrom(seed)

/** Messages that pass before the thread is terminated. */
const limitFor = (url: string): number => {
  const most = url.includes('/writer/') ? writerMessages : readerMessages
  return between(random, Math.ceil(most / 2), most)
}

class DisturbedWorker extends workerThreads.Worker {
  readonly #name: string
  #left: number
  #isTerminated = false

  constructor(...[file, options]: ConstructorParameters<typeof Worker>) {
    super(file, options)
    this.#name = String(file).includes('/writer/') ? 'writer' : 'reader'
    this.#left = limitFor(String(file))
  }

  override postMessage(...parameters: Parameters<Worker['postMessage']>): void {
    this.#count()
    this.#later(parameters[0], () => super.postMessage(...parameters))
  }

  /** The thread has sent a message, or has ended. */
  override emit(...parameters: Parameters<Worker['emit']>): boolean {
    if (parameters[0] !== 'message') return super.emit(...parameters)
    this.#count()
    this.#later(parameters[1], () => super.emit(...parameters))
    return true
  }

  #count(): void {
    if (--this.#left > 0 || this.#isTerminated) return
    this.#isTerminated = true
    process.stderr.write(`${TERMINATED} ${this.#name}\n`)
    void this.terminate()
  }

  /** Each message waits for a time of its own, so that a later one may overtake it. */
  #later(message: unknown, deliver: () => void): void {
    const isLast = Array.isArray(message) && message.some(({ kind }) => kind === 'close')
    if (isLast || random() < 0.5) deliver()
    else setTimeout(deliver, random() * delayMs)
  }
}

if (isMainThread) {
  Object.assign(workerThreads, { Worker: DisturbedWorker })
  syncBuiltinESMExports()
}
