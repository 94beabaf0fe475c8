import type { Connection } from '../engine.ts'

/** A connection for reading of which nobody else uses anything meanwhile. */
export interface Reader extends Connection {
  exec(statement: string): void
  close(): void
}

type Turn = (connection: Connection) => Promise<void>

/** Two milliseconds or so, while everybody waits. */
const PATIENCE = 2000
/** More than this read at once only when many answers take long to make. */
const READERS_MAX = 8

/**
 * The first look into the database after something else costs three times as much as one that follows another. So all
 * that is ready to read in one moment waits for the end of that moment, and then reads in one go: in one transaction, so
 * that what belongs together is seen together while another thread writes.
 */
export class StagedReads {
  readonly #open: () => Reader
  readonly #free: Reader[] = []
  #waiting: Turn[] = []
  #readers = 0

  constructor(open: () => Reader) {
    this.#open = open
  }

  read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush())
      this.#waiting.push((connection) => work(connection).then(resolve, reject))
    })
  }

  close(): void {
    for (const reader of this.#free) reader.close()
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const reader = this.#reader()
    if (!reader) return // whoever is done comes by again
    const turns = this.#waiting
    this.#waiting = []
    const end = begin(reader)
    const hurried: Connection = { query: (query) => reader.query(query), patience: PATIENCE }
    Promise.all(turns.map((turn) => turn(hurried))).then(() => {
      end()
      this.#free.push(reader)
      this.#flush()
    })
  }

  #reader(): Reader | undefined {
    const free = this.#free.pop()
    if (free || this.#readers >= READERS_MAX) return free
    this.#readers++
    return this.#open()
  }
}

/** Where the database cannot even begin, each read finds out by itself what is wrong. Returns how to end it. */
function begin(reader: Reader): () => void {
  try {
    reader.exec('BEGIN')
  } catch {
    return () => {}
  }
  return () => reader.exec('COMMIT')
}
