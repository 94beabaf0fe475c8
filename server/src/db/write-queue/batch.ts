import type { Bounded } from '../../model/memo/bounded.ts'
import type { Declared, Query, SharedInCommit, Values, WriteConnection } from '../engine.ts'
import type { Lane } from './lane.ts'
import { PendingWrites } from './pending-writes.ts'
import { RowCache } from './row-cache.ts'

const NO_ROWS: readonly Values[] = []

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
  /** Writes of requests that have succeeded, and of the request that is running. */
  readonly #ready = new PendingWrites()
  readonly #own = new PendingWrites()
  readonly #cache = new RowCache()
  readonly #shared = new Map<string, SharedInCommit<unknown>>()
  /** How often something was written or undone: rows that were asked for before may not be put into the cache any more. */
  #writes = 0
  /** Set as soon as writes of the running request are in the database. */
  #hasSavepoint = false
  #isCommitting = false
  #blockedBy: Declared[] | undefined
  /** Settled when the statement that was sent last has been answered. */
  #latest: Promise<void> = Promise.resolve()
  /** A statement has failed: the transaction is lost, even if the request has caught the error. */
  #failure: { readonly error: unknown } | undefined

  /** Contended rows that transactions of this process have locked lately, by their key. */
  readonly #contended: Bounded<Declared>
  #holdsContended = false

  constructor(lane: Lane, contended: Bounded<Declared>) {
    this.#lane = lane
    this.#contended = contended
  }

  /**
   * Locks and reads all that is declared, in one exchange. Where it may wait for locks, it does so in one order, and holds
   * nothing yet: no cycle can arise.
   */
  async begin(declared: readonly Declared[], mayWait: boolean): Promise<void> {
    await this.#lane.begin()
    await this.#fetchAll(declared, mayWait)
    this.#cache.keep()
  }

  /** Returns the rows by the name of their statement. */
  async #fetchAll(declared: readonly Declared[], mayWait: boolean): Promise<ReadonlyMap<unknown, readonly Values[]>> {
    const groups = [...Map.groupBy(declared, ({ query }) => query.name).values()].map((group) => ({
      query: group[0]!.query,
      keys: [...new Set(group.map(({ key }) => key))].sort(),
    }))
    const rank = ({ query }: (typeof groups)[number]) => `${query.effect === 'lock' ? 0 : 1} ${query.table}`
    const inOrder = groups.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    const fetched = inOrder.map(async ({ query, keys }) => [query.name, await this.#fetch(query, keys, mayWait)] as const)
    return new Map(await Promise.all(fetched))
  }

  async #fetch(query: Query, keys: readonly string[], mayWait: boolean): Promise<readonly Values[]> {
    const isLock = query.effect === 'lock'
    const statement = isLock ? (mayWait && query.waiting) || query : query.many!
    const writes = this.#writes
    const rows = await this.#run({ ...query, ...statement, keys, parameters: [keys] })
    if (writes !== this.#writes) return rows
    const byKey = Map.groupBy(rows, (row) => row[0])
    for (const key of keys) {
      const found = byKey.get(key) ?? NO_ROWS
      if (!isLock && this.#cache.get(query.table!, key)) continue
      this.#cache.put(query.table!, key, found, isLock && found[0]?.at(-1) !== false)
    }
    return rows
  }

  /** Throws only if the whole transaction is lost. */
  async attempt({ work, declared }: Attempted): Promise<Outcome> {
    const isBlocked = ({ query, key }: Declared) =>
      query.effect === 'lock' && this.#cache.get(query.table!, key)?.isLocked === false
    const missed = declared.filter(isBlocked)
    if (missed.length > 0) return { blockedBy: missed }
    const published: (() => void)[] = []
    let isOver = false
    const connection = this.#connection(published, () => isOver)
    const outcome: Outcome = await work(connection).then(
      (result) => ({ result }),
      (error) => ({ error }),
    )
    isOver = true
    if (this.#failure) throw this.#failure.error
    const blockedBy = this.#blockedBy
    const isKept = 'result' in outcome && !blockedBy
    await this.#end(isKept)
    if (isKept) for (const publish of published) publish()
    return blockedBy ? { blockedBy } : outcome
  }

  /** Rows that everybody needs are locked now, at the last moment; then all writes and the commit go out together. */
  async commit(): Promise<void> {
    this.#isCommitting = true
    for (const shared of this.#shared.values()) await shared.write()
    await this.#latest // a request may not have waited for it
    if (this.#failure) throw this.#failure.error
    this.#own.moveTo(this.#ready)
    await this.#lane.commit(this.#ready.take())
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
        return this.#query(query)
      },
      sharedInCommit: (name, make) => {
        const shared = this.#shared.get(name) ?? make(this.#connection([], () => false))
        this.#shared.set(name, shared)
        return shared.content as never
      },
      whenKept: (publish) => void published.push(publish),
      setAside: () => {
        refuseLate()
        return this.#setAside([])
      },
    }
  }

  #query(query: Query): Promise<readonly Values[]> | readonly Values[] {
    const { effect, table, keys, rows } = query
    if ((effect === 'insert' || effect === 'write') && table !== undefined) {
      this.#writes++
      this.#own.add(query)
      this.#cache.apply(query)
      return NO_ROWS
    }
    const known = rows === 'all' ? this.#cache.get(table!, keys![0]!) : undefined
    const isLocking = effect === 'lock' && this.#lane.hasRivals
    if (known && (known.isLocked || !isLocking)) return known.rows
    if (!isLocking) return this.#read(query)
    return query.isContended ? this.#lockContended(query) : this.#lock(query)
  }

  async #read(query: Query): Promise<readonly Values[]> {
    const writes = this.#writes
    const rows = await this.#run(query)
    if (query.rows === 'all' && writes === this.#writes)
      this.#cache.put(query.table!, query.keys![0]!, rows, !this.#lane.hasRivals)
    return rows
  }

  /**
   * A contended row is needed by nearly every transaction, so it is waited for. The first one in a batch locks all that
   * were needed lately, in one order; if another one turns out to be needed and is not free, it is locked by the next batch.
   */
  async #lockContended(query: Query): Promise<readonly Values[]> {
    const key = query.keys![0]!
    this.#contended.keep(`${query.table} ${key}`, { query, key })
    if (this.#holdsContended) return this.#lock(query)
    this.#holdsContended = true
    const fetched = await this.#fetchAll([...this.#contended.values()], true)
    this.#cache.dropUnlocked()
    return fetched.get(query.name)!.filter((row) => row[0] === key)
  }

  async #lock(query: Query): Promise<readonly Values[]> {
    const key = query.keys![0]!
    const writes = this.#writes
    const rows = await this.#run(this.#isCommitting ? { ...query, ...query.waiting } : query)
    if (rows[0]?.at(-1) === false) return this.#setAside(query.isContended ? [] : [{ query, key }])
    this.#cache.dropUnlocked()
    if (writes === this.#writes) this.#cache.put(query.table!, key, rows, rows.length > 0)
    return rows
  }

  /** Carries out a statement, and before it whatever it may see of the pending writes. All of it goes out at once. */
  #run(query: Query): Promise<readonly Values[]> {
    return this.#attempted(async () => {
      const flushed = this.#flushFor(query)
      const answered = this.#lane.run(query)
      if (flushed) await inOrder([flushed, answered])
      return answered
    })
  }

  /** After a statement has failed, those that were sent after it fail as well: the first error is the reason. */
  #attempted<T>(statement: () => Promise<T>): Promise<T> {
    const earlier = this.#latest
    const attempt = async () => {
      if (this.#failure) throw this.#failure.error
      try {
        return await statement()
      } catch (error) {
        await earlier
        this.#failure ??= { error }
        throw this.#failure.error
      }
    }
    const attempted = attempt()
    this.#latest = attempted.then(noop, noop)
    return attempted
  }

  /** The writes of the running request go behind a savepoint, so that they can be undone. */
  #flushFor(query: Query): Promise<unknown> | undefined {
    const mayWrite = query.effect !== 'read' && query.effect !== 'lock'
    if (mayWrite) {
      this.#writes++
      this.#cache.clear()
    }
    const seesOwn = mayWrite || this.#own.concerns(query)
    if (!seesOwn && !this.#ready.concerns(query)) return undefined
    const sent = [this.#lane.flush(this.#ready.take())]
    if (seesOwn) {
      if (!this.#hasSavepoint && !this.#isCommitting) sent.push(this.#lane.savepoint('set'))
      this.#hasSavepoint = true
      sent.push(this.#lane.flush(this.#own.take()))
    }
    return inOrder(sent)
  }

  #setAside(blockedBy: readonly Declared[]): never {
    this.#blockedBy = [...(this.#blockedBy ?? []), ...blockedBy]
    throw new Error('A row is locked by another transaction.')
  }

  async #end(isKept: boolean): Promise<void> {
    if (this.#hasSavepoint) await this.#attempted(() => this.#lane.savepoint(isKept ? 'release' : 'undo'))
    this.#hasSavepoint = false
    this.#blockedBy = undefined
    if (isKept) {
      this.#own.moveTo(this.#ready)
      this.#cache.keep()
    } else {
      this.#writes++
      this.#own.clear()
      this.#cache.restore()
    }
  }
}

const noop = () => {}

/** Waits for statements that were sent together. Throws the error of the first one that failed. */
async function inOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') throw result.reason
}
