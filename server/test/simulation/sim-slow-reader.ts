import type { Values } from '../../src/db/engine.ts'
import { DatabaseUnavailable } from '../../src/db/sqlite/errors.ts'
import type { Question, SlowReader } from '../../src/db/sqlite/slow-reader.ts'
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
  open(): SimConnection
}

/** Stands for the process that reads. The real one cannot run under the scheduler; who asks it is the real code. */
export class SimSlowReader implements SlowReader {
  readonly #host: SlowReaderHost
  readonly #transactions = new Map<number, SimConnection>()
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

  ask(question: Question): Promise<readonly Values[]> {
    const { scheduler, deaths } = this.#host
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      const waiting = { resolve, reject }
      this.#waiting.add(waiting)
      scheduler.later(() => {
        if (this.#ended) return
        const rows = this.#answerTo(question)
        if (scheduler.random.chance(deaths())) return void this.kill(new DatabaseUnavailable('The reader has died.'))
        scheduler.later(() => this.#host.isAlive() && this.#waiting.delete(waiting) && resolve(rows))
      })
    })
  }

  kill(reason: Error): Promise<void> {
    if (this.#ended) return this.exited
    this.#ended = reason
    if (!this.#host.losesQuestions) for (const { reject } of this.#waiting) reject(reason)
    this.#waiting.clear()
    for (const connection of this.#transactions.values()) connection.close()
    this.#host.scheduler.later(this.#exit)
    return this.exited
  }

  #answerTo(question: Question): readonly Values[] {
    const connection = this.#transactions.get(question.transaction) ?? this.#host.open()
    if (question.kind === 'query') return connection.run(question.query)
    if (question.kind === 'begin') connection.exec('BEGIN')
    else connection.close()
    if (question.kind === 'begin') this.#transactions.set(question.transaction, connection)
    else this.#transactions.delete(question.transaction)
    return []
  }
}
