import type { Connection, Engine } from '../engine.ts'
import { lastNumber, setLastNumber, takeNumbers } from './series.ts'

const COMMON = 'series'

/** The numbers that one transaction takes. */
export class NumberBook {
  readonly #engine: Engine
  readonly #connection: Connection
  /** The last number of each series. */
  readonly #taken = new Map<string, number>()
  /** Of all who share the commit. */
  readonly #common: Map<string, number> | undefined

  constructor(engine: Engine, connection: Connection) {
    this.#engine = engine
    this.#connection = connection
    this.#common = connection.sharedInCommit?.(COMMON, () => {
      const last = new Map<string, number>()
      return { content: last, write: () => setLastNumbers(engine, connection, last) }
    })
  }

  /** The next number of a series, without gaps: nobody else gets one before it is known whether this one is used. */
  async next(series: string): Promise<number> {
    if (!this.#common) return takeNumbers(this.#engine, this.#connection, series, 1)
    const last = this.#common.get(series) ?? (await lastNumber(this.#engine, this.#connection, series))
    const next = (this.#taken.get(series) ?? last) + 1
    this.#taken.set(series, next)
    return next
  }

  /** The last that a transaction does, when nothing can fail any more: its numbers are used. */
  handOver(): void {
    for (const [series, last] of this.#taken) this.#common?.set(series, last)
  }
}

async function setLastNumbers(engine: Engine, connection: Connection, last: ReadonlyMap<string, number>) {
  for (const [series, number] of last) await setLastNumber(engine, connection, series, number)
}
