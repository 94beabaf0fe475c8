import type { CommitWork, Records, RequestScope } from '../core/store.ts'
import { CountDeltas, PendingCounts } from './counts/pending-counts.ts'
import { ACCESS_EPOCH, PendingNumbers, setLastNumber, type TakenNumbers } from './counts/series.ts'
import type { Engine, SharedInCommit, WriteConnection } from './engine.ts'
import { addTerms, type Lexicon } from './search/lexicon.ts'
import { PendingIndex, Postings } from './search/postings.ts'

type RecordsOver = (connection: WriteConnection, scope: RequestScope, pending: Pending) => Records

/** What all requests of one transaction add to. It is written once, before the commit. */
class PendingCommit implements SharedInCommit<PendingCommit> {
  readonly content = this
  readonly counts = new CountDeltas()
  readonly index = new Postings()
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
    const written = await this.index.write(engine, connection)
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

/** What Pending is added to: the transaction, or the request of an attempt. */
interface Below {
  readonly counts: CountDeltas
  readonly index: ConstructorParameters<typeof PendingIndex>[0]
  readonly numbers: Pick<TakenNumbers, 'get' | 'set'>
  atCommit(work: CommitWork<unknown>, item: unknown): void
  touchAccess?(): void
}

/** What a request gathers beside its records, or an attempt within it. It counts once that has succeeded. */
export class Pending {
  readonly counts: PendingCounts
  readonly index: PendingIndex
  readonly numbers: PendingNumbers
  readonly #engine: Engine
  readonly #below: Below
  readonly #work: [CommitWork<unknown>, unknown][] = []
  #guardsChanged = false

  constructor(engine: Engine, connection: WriteConnection, below: Below) {
    this.counts = new PendingCounts(below.counts)
    this.index = new PendingIndex(below.index)
    this.numbers = new PendingNumbers(engine, connection, below.numbers)
    this.#engine = engine
    this.#below = below
  }

  /** Of an attempt. */
  within(connection: WriteConnection): Pending {
    const below: Below = {
      counts: this.counts.own,
      index: this.index,
      numbers: this.numbers,
      atCommit: (work, item) => this.atCommit(work, item),
      touchAccess: () => this.touchAccess(),
    }
    return new Pending(this.#engine, connection, below)
  }

  atCommit<T>(work: CommitWork<T>, item: T): void {
    this.#work.push([work as CommitWork<unknown>, item])
  }

  /** Something has changed on which access depends. */
  touchAccess(): void {
    this.#guardsChanged = true
  }

  /** The last step of a request. */
  async finish(): Promise<void> {
    if (this.#guardsChanged) await this.numbers.take(ACCESS_EPOCH)
  }

  publish(): void {
    for (const part of [this.counts, this.index, this.numbers]) part.publish()
    for (const [work, item] of this.#work) this.#below.atCommit(work, item)
    if (this.#guardsChanged) this.#below.touchAccess?.()
  }

  /** Lets the database check everything, in what is going to be undone: also what is written once for all requests. */
  async rehearse(connection: WriteConnection): Promise<void> {
    await this.counts.rehearse(this.#engine, connection)
    await connection.flush()
  }
}

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
