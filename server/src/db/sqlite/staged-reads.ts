import type { Connection } from '../engine.ts'

/** A connection for reading that no other turn uses at the same time. */
export interface Reader extends Connection {
  exec(statement: string): void
  close(): void
}

interface WaitingRead {
  run(connection: Connection): Promise<void>
  reject(error: unknown): void
}

/** Rows that a read may examine while other requests wait: about two milliseconds. */
const ROW_BUDGET = 2000
/** More than this read at once only when many answers take long to make. */
const READERS_MAX = 8

/**
 * The first look into the database after something else costs three times as much as one that follows another. So all
 * that is ready to read in one moment waits for the end of that moment, and then reads in one go: in one transaction, so
 * that what belongs together is seen together while another thread writes.
 */
export class StagedReads {
  readonly #open: () => Reader
  readonly #schedule: (work: () => void) => void
  readonly #free: Reader[]
  #waiting: WaitingRead[] = []
  #readers = 1

  /** Opens the first reader at once: the process may have no file descriptors left when it is needed. */
  constructor(open: () => Reader, schedule: (work: () => void) => void = setImmediate) {
    this.#open = open
    this.#schedule = schedule
    this.#free = [open()]
  }

  read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) this.#schedule(() => this.#flush())
      this.#waiting.push({ run: (connection) => work(connection).then(resolve, reject), reject })
    })
  }

  close(): void {
    for (const reader of this.#free) reader.close()
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const reader = this.#acquire()
    if (!reader) return // reads that still wait are run by the next reader that is released
    const reads = this.#waiting
    this.#waiting = []
    // If the transaction cannot begin, each read fails with its own error.
    tryExec(reader, 'BEGIN')
    const hurried: Connection = { query: (query) => reader.query(query), rowBudget: ROW_BUDGET }
    Promise.all(reads.map(({ run }) => run(hurried))).then(() => {
      this.#release(reader)
      this.#flush()
    })
  }

  /** Undefined while all readers are in use. If there is none at all and none can be opened, the waiting reads are rejected. */
  #acquire(): Reader | undefined {
    const free = this.#free.pop()
    if (free || this.#readers >= READERS_MAX) return free
    try {
      const opened = this.#open()
      this.#readers++
      return opened
    } catch (error) {
      if (this.#readers === 0) for (const { reject } of this.#waiting.splice(0)) reject(error)
      return undefined
    }
  }

  /** SQLite ends a transaction by itself after some errors; such a reader is not used again. */
  #release(reader: Reader): void {
    if (tryExec(reader, 'COMMIT')) {
      this.#free.push(reader)
    } else {
      this.#readers--
      reader.close()
    }
  }
}

function tryExec(reader: Reader, statement: string): boolean {
  try {
    reader.exec(statement)
    return true
  } catch {
    return false
  }
}
