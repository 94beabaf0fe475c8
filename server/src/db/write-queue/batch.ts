import type { Bounded } from '../../model/memo.ts'
import type { Declared, SharedInCommit, WriteConnection } from '../engine.ts'
import { BatchRows } from './batch-rows.ts'
import type { Lane } from './lane.ts'

/** How a request of a batch has ended. With `blockedBy` it must run again: another transaction has locked these rows. */
export type Outcome =
  | { readonly result: unknown }
  | { readonly error: unknown }
  | { readonly blockedBy: readonly Declared[] }

interface Attempted {
  readonly work: (connection: WriteConnection) => Promise<unknown>
  readonly declared: readonly Declared[]
}

/**
 * One transaction that several requests share, one after another. A request decides on rows in memory, and its writes are
 * buffered. If it fails, its buffer is dropped and the others do not notice.
 */
export class Batch {
  readonly #lane: Lane
  readonly #rows: BatchRows
  readonly #shared = new Map<string, SharedInCommit<unknown>>()

  constructor(lane: Lane, contended: Bounded<Declared>) {
    this.#lane = lane
    this.#rows = new BatchRows(lane, contended)
  }

  async begin(declared: readonly Declared[], mayWait: boolean): Promise<void> {
    await this.#lane.begin()
    await this.#rows.fetchDeclared(declared, mayWait)
  }

  /** Throws only if the whole transaction is lost. */
  async attempt({ work, declared }: Attempted): Promise<Outcome> {
    const missed = this.#rows.missedOf(declared)
    if (missed.length > 0) return { blockedBy: missed }
    const published: (() => void)[] = []
    let isOver = false
    const connection = this.#connection(published, () => isOver)
    const outcome: Outcome = await work(connection).then(
      (result) => ({ result }),
      (error) => ({ error }),
    )
    isOver = true
    this.#rows.throwIfFailed()
    const { blockedBy } = this.#rows
    const isKept = 'result' in outcome && !blockedBy
    await this.#rows.end(isKept)
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

  #connection(published: (() => void)[], isOver: () => boolean): WriteConnection {
    /** A request that goes on after its end must not write into the buffer of the next one. */
    const refuseLate = () => {
      if (isOver()) throw new Error('The request has ended: its transaction must not be used any more.')
    }
    return {
      query: async (query) => {
        refuseLate()
        return this.#rows.query(query)
      },
      sharedInCommit: (name, make) => {
        const shared = this.#shared.get(name) ?? make(this.#connection([], () => false))
        this.#shared.set(name, shared)
        return shared.content as never
      },
      whenKept: (publish) => void published.push(publish),
      flush: async () => {
        refuseLate()
        await this.#rows.flushOwn()
      },
      setAside: () => {
        refuseLate()
        return this.#rows.setAside([])
      },
    }
  }
}
