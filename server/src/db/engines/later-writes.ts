import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Query } from '../engine.ts'
import { kindOf, Pile } from './pile.ts'

/** Where what has waited goes. */
export interface Destination {
  /** Resolves once this connection writes by itself; undefined where it does already. */
  takeOver(): Promise<void> | undefined
  /** Resolves once all that was sent away has arrived. */
  arrived(): Promise<void>
}

/**
 * A statement that follows others costs a quarter of one between all that a request does besides. So what is written
 * waits, and is carried out for all who share a commit in one go. Nobody can tell: whoever reads from a table finds
 * everything in it that was written before.
 *
 * One who fails while his writes still wait has written nothing. Once they had to be carried out, he has a savepoint.
 */
export class LaterWrites {
  readonly #database: DatabaseSync
  readonly #run: (query: Query) => unknown
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  /** Of those whose commit is under way elsewhere. */
  readonly #sent = new Pile()
  /** Of those who are done. */
  readonly #ready = new Pile()
  /** Of the one whose turn it is. */
  readonly #own = new Pile()
  readonly #destination: Destination
  #isWaiting = false
  #hasSavepoint = false
  #hasShown = false
  #isLost = false

  constructor(database: DatabaseSync, run: (query: Query) => unknown, destination: Destination) {
    this.#database = database
    this.#run = run
    this.#destination = destination
    this.#savepoint = database.prepare('SAVEPOINT one')
    this.#release = database.prepare('RELEASE one')
  }

  /** Something could not wait until all were done, because somebody looked for it. */
  get hasShown(): boolean {
    return this.#hasShown
  }

  /** Something that waited was refused, and it cannot be told any more whose it was. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** Somebody's turn begins. A careful one writes at once, so that he is told himself what is wrong with it. */
  begin(isCareful: boolean): void {
    if (isCareful) this.#writeAtOnce()
    else this.#isWaiting = true
  }

  /** Whether this can wait. If not, all that it might miss has been carried out, or will have been with the promise. */
  canWait(query: Query): boolean | Promise<void> {
    if (!this.#isWaiting) return false
    const kind = kindOf(query.sql)
    if (kind.does === 'write') {
      this.#own.add(query, kind)
      return true
    }
    const isOwn = kind.does === 'other' || this.#own.concerns(kind, query)
    if (isOwn || this.#ready.concerns(kind, query)) return this.#show(isOwn)
    return this.#sent.concerns(kind, query) && this.#destination.arrived()
  }

  /** The turn went well. */
  keep(): void {
    if (this.#isLost) throw new Error('What others had written before was refused.')
    if (this.#hasSavepoint) this.#release.run()
    else this.#own.moveTo(this.#ready)
    this.#end()
  }

  /** Takes back what was done in this turn. */
  drop(): void {
    if (this.#hasSavepoint) this.#database.exec('ROLLBACK TO one; RELEASE one')
    this.#end()
  }

  /** Carries out all that waits of those who are done. */
  carryOut(): void {
    try {
      for (const query of this.#ready.handOut()) this.#run(query)
      this.#ready.clear()
    } catch (error) {
      this.#isLost = true
      throw error
    }
  }

  /** All that waits of those who are done, for somebody else to carry it out. */
  send(): readonly Query[] {
    this.#sent.clear()
    this.#ready.moveTo(this.#sent)
    return this.#sent.handOut()
  }

  /** A new transaction: nothing of one that failed counts. */
  clear(): void {
    this.#ready.clear()
    this.#end()
    this.#hasShown = false
    this.#isLost = false
  }

  #end(): void {
    this.#own.clear()
    this.#isWaiting = false
    this.#hasSavepoint = false
  }

  /** Lets what was written before be seen: by those who are done, or by this one too. */
  #show(isOwn: boolean): false | Promise<void> {
    this.#hasShown = true
    const carryOut = () => {
      if (!isOwn) this.carryOut()
      else if (!this.#hasSavepoint) this.#writeAtOnce()
    }
    const taking = this.#destination.takeOver()
    if (taking) return taking.then(carryOut)
    carryOut()
    return false
  }

  #writeAtOnce(): void {
    this.carryOut()
    this.#savepoint.run()
    this.#hasSavepoint = true
    this.#isWaiting = false
    for (const query of this.#own.handOut()) this.#run(query)
    this.#own.clear()
  }
}
