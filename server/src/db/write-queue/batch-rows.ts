import type { Bounded } from '../../model/memo.ts'
import type { Declared, Query, Values } from '../engine.ts'
import type { Lane } from './lane.ts'
import { PendingWrites, type Replaced, RowCache } from './row-cache.ts'

/** Statements of one transaction that are sent without waiting for the answers to those before them. */
export class SentStatements {
  /** Settled when the statement that was sent last has been answered. */
  #latest: Promise<void> = Promise.resolve()
  /** A statement has failed: the transaction is lost, even if the request has caught the error. */
  #failure: { readonly error: unknown } | undefined

  /** After a statement has failed, those that were sent after it fail as well: the first error is the reason. */
  send<T>(statement: () => Promise<T>): Promise<T> {
    const earlier = this.#latest
    const attempt = async () => {
      this.throwIfFailed()
      try {
        return await statement()
      } catch (error) {
        await earlier
        this.#failure ??= { error }
        throw this.#failure.error
      }
    }
    const sent = attempt()
    this.#latest = sent.then(noop, noop)
    return sent
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.error
  }

  /** The transaction goes on after a failed statement, since all that was sent since its last savepoint is undone. */
  async forgive(isForgivable: (error: unknown) => boolean): Promise<void> {
    await this.#latest
    if (this.#failure && isForgivable(this.#failure.error)) this.#failure = undefined
  }

  /** Waits for all of them. */
  async answered(): Promise<void> {
    await this.#latest
    this.throwIfFailed()
  }
}

const noop = () => {}

/** Waits for statements that were sent together. Throws the error of the first one that failed. */
export async function inOrder(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') throw result.reason
}

const NO_ROWS: readonly Values[] = []

/** What a request has written, or an attempt within it. The lowest one holds what can no longer be undone alone. */
interface Level {
  readonly writes: PendingWrites
  /** Of the row cache, latest last. */
  replaced: Replaced[]
  /** Within what it runs. */
  readonly outer?: Level
  /** Set as soon as some of it is in the database. */
  hasSavepoint: boolean
  /** Whether contended rows were locked before it began. */
  readonly heldContended: boolean
}

/**
 * The rows of one transaction as its requests see them: what it has read and locked, what it is going to write, and what
 * of that must be carried out before something can be read.
 */
export class BatchRows {
  readonly #lane: Lane
  readonly #statements = new SentStatements()
  /** Of the part that is running. Between requests, and at the commit: what requests that have succeeded have written. */
  #own: Level = { writes: new PendingWrites(), replaced: [], hasSavepoint: false, heldContended: false }
  readonly #cache = new RowCache()
  /** How often something was written or undone: rows that were asked for before may not be put into the cache any more. */
  #writes = 0
  #isCommitting = false
  #blockedBy: Declared[] | undefined
  /** Contended rows that transactions of this process have locked lately, by their key. */
  readonly #contended: Bounded<Declared>
  #holdsContended = false

  constructor(lane: Lane, contended: Bounded<Declared>) {
    this.#lane = lane
    this.#contended = contended
  }

  /** Set where the running request has met rows that another transaction has locked. */
  get blockedBy(): readonly Declared[] | undefined {
    return this.#blockedBy
  }

  /**
   * Locks and reads all that is declared, in one exchange. Where it may wait for locks, it does so in one order, and holds
   * nothing yet: no cycle can arise.
   */
  async fetchDeclared(declared: readonly Declared[], mayWait: boolean): Promise<void> {
    await this.#fetchAll(declared, mayWait)
  }

  /** Those of the declared rows that another transaction has locked. */
  missedOf(declared: readonly Declared[]): readonly Declared[] {
    return declared.filter(
      ({ query, key }) => query.effect === 'lock' && this.#cache.get(query.table!, key)?.isLocked === false,
    )
  }

  query(query: Query): Promise<readonly Values[]> | readonly Values[] {
    const { effect, table, keys, rows } = query
    if ((effect === 'insert' || effect === 'write') && table !== undefined) {
      this.#writes++
      this.#own.writes.add(query)
      const replaced = this.#cache.apply(query)
      if (replaced) this.#own.replaced.push(replaced)
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
      this.#keep(query.table!, query.keys![0]!, rows, !this.#lane.hasRivals)
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
    return fetched.get(query.name)!.filter((row) => row[0] === key)
  }

  async #lock(query: Query): Promise<readonly Values[]> {
    const key = query.keys![0]!
    const writes = this.#writes
    const rows = await this.#run(this.#isCommitting ? { ...query, ...query.waiting } : query)
    if (rows[0]?.at(-1) === false) return this.setAside(query.isContended ? [] : [{ query, key }])
    if (!query.isContended) this.#cache.dropUnlocked()
    if (writes === this.#writes) this.#keep(query.table!, key, rows, rows.length > 0)
    return rows
  }

  /** Rows as they are in the database stay what they are when a part is undone of which nothing was there. */
  #keep(table: string, key: string, rows: readonly Values[], isLocked: boolean): void {
    let level = this.#own
    while (level.outer && !level.hasSavepoint) level = level.outer
    const replaced = this.#cache.put(table, key, rows, isLocked)
    if (level.outer) level.replaced.push(replaced)
  }

  /** Carries out a statement, and before it whatever it may see of the pending writes. All of it goes out at once. */
  #run(query: Query): Promise<readonly Values[]> {
    return this.#statements.send(async () => {
      const flushed = this.#flushFor(query)
      const answered = this.#lane.run(query)
      if (flushed) await inOrder([flushed, answered])
      return answered
    })
  }

  /** Carries out all pending writes. */
  flush(): Promise<void> {
    return this.#statements.send(() => inOrder(this.#flush(this.#own)))
  }

  #flushFor(query: Query): Promise<void> | undefined {
    const mayWrite = query.effect !== 'read' && query.effect !== 'lock'
    if (mayWrite) {
      this.#writes++
      this.#cache.clear()
      for (let level: Level | undefined = this.#own; level; level = level.outer) level.replaced = []
    }
    let level: Level | undefined = this.#own
    while (level && !mayWrite && !level.writes.concerns(query)) level = level.outer
    return level && inOrder(this.#flush(level))
  }

  /** What can be undone goes behind a savepoint, each level behind one of its own. */
  #flush(level: Level): Promise<void>[] {
    const { outer } = level
    const sent = outer ? this.#flush(outer) : []
    if (outer && !level.hasSavepoint) sent.push(this.#lane.savepoint('set'))
    level.hasSavepoint = outer !== undefined
    sent.push(this.#lane.flush(level.writes.take()))
    return sent
  }

  /** Returns the rows by the name of their statement. */
  async #fetchAll(declared: readonly Declared[], mayWait: boolean): Promise<ReadonlyMap<unknown, readonly Values[]>> {
    const groups = [...Map.groupBy(declared, ({ query }) => query.name).values()].map((group) => ({
      query: group[0]!.query,
      keys: [...new Set(group.map(({ key }) => key))].sort(),
    }))
    const rank = ({ query }: (typeof groups)[number]) => `${query.effect === 'lock' ? 0 : 1} ${query.table}`
    const sorted = groups.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    const fetched = sorted.map(
      async ({ query, keys }) => [query.name, await this.#fetch(query, keys, mayWait)] as const,
    )
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
      this.#keep(query.table!, key, found, isLock && found[0]?.at(-1) !== false)
    }
    return rows
  }

  setAside(blockedBy: readonly Declared[]): never {
    this.#blockedBy = [...(this.#blockedBy ?? []), ...blockedBy]
    throw new Error('A row is locked by another transaction.')
  }

  throwIfFailed(): void {
    this.#statements.throwIfFailed()
  }

  /** A request begins, or an attempt within it. */
  begin(): void {
    const heldContended = this.#holdsContended
    this.#own = { writes: new PendingWrites(), replaced: [], outer: this.#own, hasSavepoint: false, heldContended }
  }

  /** An attempt has ended whose statements were all sent behind its savepoint: it does not matter that one was refused. */
  forgive(): Promise<void> {
    return this.#statements.forgive((error) => this.#lane.verdictOn(error) === undefined)
  }

  /** What has begun last has ended. */
  async end(isKept: boolean): Promise<void> {
    const { writes, replaced, outer, hasSavepoint, heldContended } = this.#own
    if (hasSavepoint) await this.#statements.send(() => this.#lane.savepoint(isKept ? 'release' : 'undo'))
    this.#own = outer!
    const isAttempt = outer!.outer !== undefined
    if (!isAttempt) this.#blockedBy = undefined
    if (isKept) {
      writes.moveTo(outer!.writes)
      if (isAttempt) outer!.replaced.push(...replaced)
    } else {
      this.#writes++
      this.#cache.restore(replaced)
      // Locks that were taken behind the savepoint are gone. The request must be able to wait for them again.
      if (isAttempt && hasSavepoint) this.#holdsContended = heldContended
    }
  }

  /** From now on locks are waited for. */
  beginCommit(): void {
    this.#isCommitting = true
  }

  async commit(): Promise<void> {
    await this.#statements.answered() // a request may not have waited for them
    await this.#lane.commit(this.#own.writes.take())
  }
}
