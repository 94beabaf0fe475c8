import type { Bounded } from '../../model/memo.ts'
import type { Declared, SharedInCommit, WriteConnection } from '../engine.ts'
import { BatchRows } from './batch-rows.ts'
import type { Lane } from './lane.ts'

/** How a request of a batch has ended. With `blockedBy` it must run again: another transaction has locked these rows. */
export type Outcome<T = unknown> =
  | { readonly result: T }
  | { readonly error: unknown }
  | { readonly blockedBy: readonly Declared[] }

interface Attempted {
  readonly work: Work<unknown>
  readonly declared: readonly Declared[]
  readonly isChecked?: boolean
}

/** How the connection of a request may be used. */
interface Use {
  isOver: boolean
  /** The attempt that is running within it. */
  attempt: Promise<unknown> | undefined
}

type Work<T> = (connection: WriteConnection) => Promise<T>

/**
 * One transaction that several requests share, one after another. A request decides on rows in memory, and its writes are
 * buffered. If it fails, its buffer is dropped and the others do not notice.
 */
export class Batch {
  readonly #lane: Lane
  readonly #rows: BatchRows
  readonly #shared = new Map<string, SharedInCommit<unknown>>()
  #isChecked = false
  /** Whether a request had attempts that were not checked: the database may have refused one of them. */
  hasUnchecked = false

  constructor(lane: Lane, contended: Bounded<Declared>) {
    this.#lane = lane
    this.#rows = new BatchRows(lane, contended)
  }

  async begin(declared: readonly Declared[], mayWait: boolean): Promise<void> {
    await this.#lane.begin()
    await this.#rows.fetchDeclared(declared, mayWait)
  }

  /** Throws only if the whole transaction is lost. */
  async attempt({ work, declared, isChecked = false }: Attempted): Promise<Outcome> {
    const missed = this.#rows.missedOf(declared)
    if (missed.length > 0) return { blockedBy: missed }
    this.#isChecked = isChecked
    return this.#run(work)
  }

  /** What the database refuses is known to be of this part if all that is older was carried out, and is behind a savepoint. */
  async #attemptWithin<T>(work: Work<T>, isTrial: boolean): Promise<T> {
    const isChecked = this.#isChecked
    this.hasUnchecked ||= !isChecked
    if (isChecked) await this.#rows.flush()
    const checked: Work<T> = async (connection) => {
      await this.#rows.flush()
      const result = await work(connection)
      if (!isTrial) await this.#rows.flush()
      return result
    }
    const outcome = await this.#run(isChecked ? checked : work, isTrial, isChecked)
    if ('result' in outcome) return outcome.result
    throw 'error' in outcome ? outcome.error : new Error('A row is locked by another transaction.')
  }

  async #run<T>(work: Work<T>, isTrial = false, isForgiven = false): Promise<Outcome<T>> {
    const rows = this.#rows
    const published: (() => void)[] = []
    const use: Use = { isOver: false, attempt: undefined }
    rows.begin()
    const outcome: Outcome<T> = await work(this.#connection(published, use)).then(
      (result) => ({ result }),
      (error) => ({ error }),
    )
    use.isOver = true
    if (use.attempt) await use.attempt.catch(() => {})
    const { blockedBy } = rows
    const isKept = 'result' in outcome && !isTrial && !blockedBy
    if (isForgiven && !isKept) await rows.forgive()
    rows.throwIfFailed()
    await rows.end(isKept)
    if (isKept) for (const publish of published) publish()
    return blockedBy ? { blockedBy } : outcome
  }

  /** Contended rows are locked last; then all writes and the commit are sent together. */
  async commit(): Promise<void> {
    this.#rows.beginCommit()
    for (const shared of this.#shared.values()) await shared.write()
    await this.#rows.commit()
  }

  /** The commit is confirmed. */
  committed(): void {
    for (const shared of this.#shared.values()) shared.committed?.()
  }

  #connection(published: (() => void)[], use: Use): WriteConnection {
    /** A request that goes on after its end must not write into the buffer of the next one, nor into that of an attempt. */
    const refuseLate = () => {
      if (use.isOver) throw new Error('The request has ended: its transaction must not be used any more.')
      if (use.attempt) throw new Error('An attempt is running: until it ends, only its own connection may be used.')
    }
    return {
      query: async (query) => {
        refuseLate()
        return this.#rows.query(query)
      },
      sharedInCommit: (name, make) => {
        const shared = this.#shared.get(name) ?? make(this.#connection([], { isOver: false, attempt: undefined }))
        this.#shared.set(name, shared)
        return shared.content as never
      },
      whenKept: (publish) => void published.push(publish),
      attempt: async (work, isTrial = false) => {
        refuseLate()
        const attempt = this.#attemptWithin(work, isTrial)
        use.attempt = attempt
        return attempt.finally(() => {
          use.attempt = undefined
        })
      },
      isChecked: this.#isChecked,
      flush: async () => {
        refuseLate()
        await this.#rows.flush()
      },
      setAside: () => {
        refuseLate()
        return this.#rows.setAside([])
      },
    }
  }
}
