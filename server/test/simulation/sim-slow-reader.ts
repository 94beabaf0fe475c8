import type { Query, Values } from '../../src/db/engine.ts'
import { DatabaseUnavailable } from '../../src/db/sqlite/errors.ts'
import type { SlowReader } from '../../src/db/sqlite/slow-reader.ts'
import type { Scheduler } from '../write-queue/scheduler.ts'
import type { SimConnection } from './connection.ts'

interface Waiting {
  readonly resolve: (rows: readonly Values[]) => void
  readonly reject: (error: Error) => void
}

export interface SlowReaderHost {
  readonly scheduler: Scheduler
  /** How often the process dies after a message. */
  readonly deaths: () => number
  readonly isAlive: () => boolean
  readonly losesQuestions: boolean
  readonly onKill: ((reason: Error) => void) | undefined
  open(): SimConnection
}

/** Fails the read of the process, and no other. */
export class ReaderDied extends DatabaseUnavailable {}

/** Stands for a process for slow reads. The real one cannot run under the scheduler; who asks it is the real code. */
export class SimSlowReader implements SlowReader {
  readonly #host: SlowReaderHost
  #connection: SimConnection | undefined
  readonly #waiting = new Set<Waiting>()
  readonly exited: Promise<void>
  #exit: () => void = () => {}
  #ended: Error | undefined

  constructor(host: SlowReaderHost) {
    this.#host = host
    this.exited = new Promise((resolve) => {
      this.#exit = resolve
    })
  }

  async begin(): Promise<void> {
    await this.#ask(() => this.#exec('BEGIN'))
  }

  query(query: Query): Promise<readonly Values[]> {
    return this.#ask(() => this.#connection!.run(query))
  }

  async end(): Promise<void> {
    await this.#ask(() => this.#exec('COMMIT'))
  }

  #ask(question: () => readonly Values[]): Promise<readonly Values[]> {
    const { scheduler, deaths } = this.#host
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      const waiting = { resolve, reject }
      this.#waiting.add(waiting)
      scheduler.later(() => {
        if (this.#ended || !this.#host.isAlive()) return
        const rows = question()
        if (scheduler.random.chance(deaths())) return void this.kill(new ReaderDied('The reader has died.'))
        scheduler.later(() => this.#host.isAlive() && this.#waiting.delete(waiting) && resolve(rows))
      })
    })
  }

  kill(reason: Error): Promise<void> {
    if (this.#ended) return this.exited
    this.#ended = reason
    if (!this.#host.losesQuestions) for (const { reject } of this.#waiting) reject(reason)
    this.#waiting.clear()
    this.#connection?.close()
    this.#host.scheduler.later(this.#exit)
    this.#host.onKill?.(reason)
    return this.exited
  }

  /** As the real process: it keeps its connection for the next read. */
  #exec(text: string): readonly Values[] {
    this.#connection ??= this.#host.open()
    this.#connection.exec(text)
    return []
  }
}
