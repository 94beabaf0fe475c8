import type { Connection, Engine } from '../engine.ts'
import type { NumberBook } from './number-book.ts'
import { lastNumber } from './series.ts'

const SERIES = 'access epoch'

/** Whether one transaction has touched something on which access depends. */
export class EpochBook {
  #isTouched = false

  touch(): void {
    this.#isTouched = true
  }

  async write(numbers: NumberBook): Promise<void> {
    if (this.#isTouched) await numbers.next(SERIES)
  }
}

/** All who ask in the same moment are answered by one look, which happens after the last of them has asked. */
export function epochOf(engine: Engine, reader: Connection): () => Promise<number> {
  let look: Promise<number> | undefined
  return () => {
    look ??= Promise.resolve().then(() => {
      look = undefined
      return lastNumber(engine, reader, SERIES)
    })
    return look
  }
}
