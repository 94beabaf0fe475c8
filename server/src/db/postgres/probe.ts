import { createPool, type PostgresPool, type Target } from './pool.ts'

/** Sooner than a statement of a request: a host that does not answer must be noticed. */
const TIMEOUT_MS = 5_000
/** One probe may fail by chance; after the second, every connection is taken for dead. */
const FAILURES_MAX = 2
const IS_TIMEOUT = /timeout/

/** Asks the database again and again on a connection of its own, and closes connections on which no reply will come. */
export class Probe {
  /** The newest that this process knows. */
  newestMigration: string | undefined
  /** Whether a later migration has been applied. */
  isFenced = false
  readonly #target: Target
  readonly #pool: PostgresPool
  readonly #watched: readonly PostgresPool[]
  #failures = 0
  #dropSilent: (() => void)[] = []

  constructor(target: Target, watched: readonly PostgresPool[]) {
    const timeouts = { ...target.timeouts, connectMs: Math.min(target.timeouts.connectMs, TIMEOUT_MS) }
    this.#target = target
    this.#pool = createPool({ ...target, timeouts }, { max: 1, waitMs: TIMEOUT_MS, queryTimeoutMs: TIMEOUT_MS })
    this.#watched = watched
  }

  async run(): Promise<void> {
    try {
      this.#target.hosts?.watch()
      await this.#target.hosts?.confirm(this.#pool)
      this.isFenced = await this.#sawLaterMigration()
      this.#failures = 0
      for (const drop of this.#dropSilent.splice(0)) drop()
    } catch (error) {
      this.#noteFailure(error as Error)
      throw error
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** Reads a row in any case. */
  async #sawLaterMigration(): Promise<boolean> {
    if (this.newestMigration === undefined) {
      await this.#pool.query('select oid from pg_class limit 1')
      return false
    }
    const later = 'select from "migrations" where "name" > $1 limit 1'
    return (await this.#pool.query(later, [this.newestMigration])).rowCount === 1
  }

  /** A host that is cut off closes nothing: requests would wait for it until their timeout. */
  #noteFailure({ message }: Error): void {
    if (++this.#failures >= FAILURES_MAX) for (const pool of this.#watched) pool.dropConnections()
    // If the next probe, on a new connection, succeeds, the host is back but may have forgotten the other connections.
    else if (IS_TIMEOUT.test(message)) this.#dropSilent = this.#watched.map((pool) => pool.watchSilence())
    this.#target.hosts?.searchAgain()
  }
}
