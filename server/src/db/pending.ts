import type { CommitWork, Records, RequestScope } from '../core/store.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import { CountDeltas, PendingCounts } from './counts/pending-counts.ts'
import { ACCESS_EPOCH, PendingNumbers, setLastNumber, type TakenNumbers } from './counts/series.ts'
import type { Engine, SharedInCommit, WriteConnection } from './engine.ts'
import { addTerms, type Lexicon } from './search/lexicon.ts'
import { Postings } from './search/postings.ts'
import type { Table } from './table.ts'

type RecordsOver = (connection: WriteConnection, scope: RequestScope, pending: Pending) => Records

/** What all requests of one transaction add to. It is written once, before the commit. */
class PendingCommit implements SharedInCommit<PendingCommit> {
  readonly content = this
  readonly counts = new CountDeltas()
  readonly postings = new Postings()
  readonly numbers: TakenNumbers = new Map()
  readonly work = new Map<CommitWork<unknown>, unknown[]>()
  readonly #engine: Engine
  readonly #connection: WriteConnection
  readonly #lexicon: Lexicon
  readonly #recordsOver: RecordsOver | undefined
  #words: readonly string[] = []

  constructor(engine: Engine, connection: WriteConnection, lexicon: Lexicon, recordsOver?: RecordsOver) {
    this.#engine = engine
    this.#connection = connection
    this.#lexicon = lexicon
    this.#recordsOver = recordsOver
  }

  atCommit<T>(work: CommitWork<T>, item: T): void {
    const items = this.work.get(work as CommitWork<unknown>) ?? []
    items.push(item)
    this.work.set(work as CommitWork<unknown>, items)
  }

  async write(): Promise<void> {
    const [engine, connection] = [this.#engine, this.#connection]
    const pending = new Pending(engine, connection, this)
    const written = await this.postings.write(engine, connection)
    this.#words = [...written].filter((word) => !this.#lexicon.knows(word))
    // The series of terms is asked for before anything that the work locks, and in the same exchange. The order of locks is
    // the same in all processes, so that they never wait for each other in a circle.
    await Promise.all([addTerms(engine, connection, pending.numbers, this.#words), this.#runWork(pending)])
    pending.publish()
    for (const [series, last] of this.numbers) await setLastNumber(engine, connection, series, last)
    await this.counts.write(engine, connection)
  }

  async #runWork(pending: Pending): Promise<void> {
    const recordsFor = (scope: RequestScope) => this.#recordsOver!(this.#connection, scope, pending)
    for (const [work, items] of this.work) await work.run(recordsFor, items)
  }

  committed(): void {
    this.#lexicon.meet(this.#words)
  }
}

/** What a request gathers beside its records, or an attempt within it. It counts once that has succeeded. */
export class Pending {
  readonly counts: PendingCounts
  readonly numbers: PendingNumbers
  readonly #engine: Engine
  readonly #shared: PendingCommit
  /** Of an attempt: what its request has gathered before. */
  readonly #outer: Pending | undefined
  readonly #indexed: IndexedChange[] = []
  /** Resources that have changed, ids of inserted records, and those of records whose version was raised. */
  readonly #marks = new Set<unknown>()
  readonly #work: [CommitWork<unknown>, unknown][] = []
  #guardsChanged = false

  constructor(engine: Engine, connection: WriteConnection, shared: PendingCommit, outer?: Pending) {
    this.counts = new PendingCounts(outer?.counts.own ?? shared.counts)
    this.numbers = new PendingNumbers(engine, connection, shared.numbers, outer?.numbers.taken)
    this.#engine = engine
    this.#shared = shared
    this.#outer = outer
  }

  /** Of an attempt. */
  within(connection: WriteConnection): Pending {
    return new Pending(this.#engine, connection, this.#shared, this)
  }

  /** A record was added, removed or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    this.#marks.add(table.resource)
    if (!before) this.#marks.add(after!.id)
    this.counts.note(table, before, after)
    this.index(table, before, after)
    if (before && table.resource.guardsAccess) this.#guardsChanged = true
  }

  /** The search index follows a change once it counts. */
  index(...change: IndexedChange): void {
    if (change[0].resource.hit) this.#indexed.push(change)
  }

  /** Whether the version of a record is to be raised: once in a request, and never of a new record. */
  raise(id: unknown): boolean {
    const isFinal = this.#has(id) || this.#has(raised(id))
    this.#marks.add(raised(id))
    return !isFinal
  }

  /** No record that was there before the request can point to a record that the request has inserted. */
  excludeReferences(resource: Resource, ids: readonly string[]): boolean {
    return !this.#has(resource) && ids.every((id) => this.#has(id))
  }

  #has(mark: unknown): boolean {
    const outer = this.#outer
    return this.#marks.has(mark) || (outer ? outer.#has(mark) : false)
  }

  atCommit<T>(work: CommitWork<T>, item: T): void {
    this.#work.push([work as CommitWork<unknown>, item])
  }

  /** The last step of a request. */
  async finish(): Promise<void> {
    if (this.#guardsChanged) await this.numbers.take(ACCESS_EPOCH)
  }

  publish(): void {
    const outer = this.#outer
    this.counts.publish()
    this.numbers.publish(outer?.numbers.taken ?? this.#shared.numbers)
    for (const change of this.#indexed) outer ? outer.index(...change) : this.#shared.postings.note(...change)
    for (const [work, item] of this.#work) (outer ?? this.#shared).atCommit(work, item)
    if (!outer) return
    for (const mark of this.#marks) outer.#marks.add(mark)
    outer.#guardsChanged ||= this.#guardsChanged
  }

  /** Lets the database check everything, in what is going to be undone: also what is written once for all requests. */
  async rehearse(connection: WriteConnection): Promise<void> {
    await this.counts.rehearse(this.#engine, connection)
    await connection.flush()
  }
}

type IndexedChange = Parameters<Postings['note']>
const raised = (id: unknown) => `raised ${id}`

export function pendingOf(
  engine: Engine,
  connection: WriteConnection,
  lexicon: Lexicon,
  recordsOver?: RecordsOver,
): Pending {
  const make = (commit: WriteConnection) => new PendingCommit(engine, commit, lexicon, recordsOver)
  const pending = new Pending(engine, connection, connection.sharedInCommit('pending', make))
  connection.whenKept(() => pending.publish())
  return pending
}
