import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Query } from '../engine.ts'

/** So many statements have numbers. */
const TEXTS_MAX = 1000

/** What the thread is started with. */
export interface Assignment {
  readonly file: string
  readonly port: MessagePort
}

export type Errand =
  | { readonly kind: 'begin' | 'end' }
  /** Most statements are named by numbers; the texts of new ones come along, once. */
  | {
      readonly kind: 'commit'
      readonly texts: readonly string[]
      readonly steps: readonly (readonly [text: number | string, parameters: readonly unknown[]])[]
    }

export interface Report {
  readonly kind:
    | 'done'
    /** It is not done: somebody else has written since it was begun. */
    | 'outdated'
    /** It is not done: the database does not take it. */
    | 'refused'
    /** The thread has ended: it may be done or not. */
    | 'gone'
}

/**
 * Carries out statements in a thread of its own, so that the next ones can be decided meanwhile. It is started when it
 * is first wished for, and does one thing at a time.
 */
export class Scribe {
  readonly #file: string
  #port: MessagePort | undefined
  #thread: Worker | undefined
  #numbers = new Map<string, number>()
  #reported: ((report: Report) => void) | undefined
  #isReady = false

  constructor(file: string) {
    this.#file = file
  }

  /** Whether it can be asked already. If not, it gets up. */
  wake(): boolean {
    if (!this.#thread) this.#start()
    return this.#isReady
  }

  /** From now on it notices if anybody else writes. */
  begin(): Promise<Report> {
    return this.#ask({ kind: 'begin' })
  }

  /** Whether nobody else has written until now. */
  end(): Promise<Report> {
    return this.#ask({ kind: 'end' })
  }

  /** All of them or none. */
  commit(queries: readonly Query[]): Promise<Report> {
    const texts: string[] = []
    const numberOf = (text: string): number | string => {
      const known = this.#numbers.get(text)
      if (known !== undefined) return known
      if (this.#numbers.size >= TEXTS_MAX) return text
      texts.push(text)
      this.#numbers.set(text, this.#numbers.size)
      return this.#numbers.size - 1
    }
    const steps = queries.map(({ sql, parameters }) => [numberOf(sql), parameters] as const)
    return this.#ask({ kind: 'commit', texts, steps })
  }

  /** Hears what has been reported by now, without waiting for the end of this turn of the event loop. */
  listen(): void {
    const heard = this.#reported && receiveMessageOnPort(this.#port!)
    if (heard) this.#hear(heard.message as Report)
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #ask(errand: Errand): Promise<Report> {
    return new Promise((resolve) => {
      if (!this.#port) return resolve({ kind: 'gone' })
      this.#reported = resolve
      this.#port.ref() // nothing ends while somebody waits
      this.#port.postMessage(JSON.stringify(errand)) // as text, since to copy so many small values would cost more
    })
  }

  #hear(report: Report): void {
    const reported = this.#reported
    this.#reported = undefined
    this.#isReady = report.kind !== 'gone'
    this.#port?.unref()
    reported?.(report)
  }

  #start(): void {
    const { port1, port2 } = new MessageChannel()
    const workerData: Assignment = { file: this.#file, port: port2 }
    const thread = new Worker(new URL('./scribe-thread.ts', import.meta.url), { workerData, transferList: [port2] })
    thread.unref()
    thread.on('error', () => {}) // whoever waits learns that it is gone
    thread.on('exit', () => {
      this.#thread = this.#port = undefined
      this.#hear({ kind: 'gone' })
    })
    port1.on('message', (report: Report) => this.#hear(report))
    port1.unref()
    this.#thread = thread
    this.#port = port1
    this.#numbers = new Map()
  }
}
