import type { Query, Values } from '../../../src/db/engine.ts'
import { Blocked, type Database, DatabaseError, Transaction } from './database.ts'
import { execute } from './statements.ts'

type Control = 'BEGIN' | 'COMMIT' | 'ROLLBACK' | 'set' | 'release' | 'undo'
export type Statement = Query | Control | { readonly fence: string }
/** Rows, or the tag of a statement that has none. */
export type Reply = readonly Values[] | string

/** What a server knows of one connection: its transaction. */
export class Session {
  readonly #database: Database
  /** PostgreSQL locks rows, and a failed statement aborts the transaction. SQLite locks the file, and undoes the statement. */
  readonly #hasRowLocks: boolean
  readonly #onCommit: (transaction: Transaction) => void
  #transaction: Transaction | undefined
  #isAborted = false

  constructor(database: Database, hasRowLocks: boolean, onCommit: (transaction: Transaction) => void) {
    this.#database = database
    this.#hasRowLocks = hasRowLocks
    this.#onCommit = onCommit
  }

  carryOut(statement: Statement): Reply | Blocked {
    const result = this.#carryOut(statement)
    if (!(result instanceof Blocked)) return result
    if (this.#transaction?.wouldDeadlock(result.lock))
      throw new DatabaseError('conflict', `deadlock at lock ${result.lock}`)
    return result
  }

  waitFor(lock: string, resume: () => void): void {
    const transaction = this.#transaction
    if (transaction) transaction.waitsFor = lock
    this.#database.whenFree(lock, () => {
      if (transaction) transaction.waitsFor = undefined
      resume()
    })
  }

  /** A statement has failed. Only going back to a savepoint helps, if there is one. */
  fail(): void {
    if (!this.#hasRowLocks || !this.#transaction) return
    if (!this.#transaction.hasSavepoint) this.end(false)
    this.#isAborted = true
  }

  end(isCommitted: boolean): void {
    if (isCommitted && this.#transaction) this.#onCommit(this.#transaction)
    this.#transaction?.end(isCommitted)
    this.#transaction = undefined
    this.#isAborted = false
  }

  #carryOut(statement: Statement): Reply | Blocked {
    if (statement === 'BEGIN') return this.#begin()
    if (statement === 'ROLLBACK' || statement === 'COMMIT') {
      const isCommitted = statement === 'COMMIT' && !this.#isAborted
      this.end(isCommitted)
      return isCommitted ? 'COMMIT' : 'ROLLBACK'
    }
    if (typeof statement === 'object' && 'fence' in statement) return this.#fence(statement.fence)
    if (statement === 'undo' && this.#transaction?.hasSavepoint) this.#isAborted = false
    if (this.#isAborted) throw new DatabaseError('aborted', 'The transaction is aborted.')
    if (!this.#transaction) throw new Error('There is no transaction.')
    if (typeof statement === 'object') return execute(this.#transaction, statement)
    this.#transaction.savepoint(statement)
    return statement
  }

  #begin(): Reply | Blocked {
    if (this.#isAborted) throw new DatabaseError('aborted', 'The transaction is aborted.')
    if (this.#transaction) return 'BEGIN' // with a warning: the transaction goes on
    const transaction = new Transaction(this.#database)
    if (!this.#hasRowLocks && !transaction.lock('file')) return new Blocked('file')
    this.#transaction = transaction
    return 'BEGIN'
  }

  /**
   * Inserts the row of a lost transaction once more, and says what became of that transaction. A second row says that the
   * first one is of this statement, in case its reply is lost and it is repeated.
   */
  #fence(id: string): Reply | Blocked {
    const transaction = new Transaction(this.#database)
    const taken = [this.#hasRowLocks ? [] : 'file', `commits ${id}`].flat().find((lock) => !transaction.lock(lock))
    const isFree = taken === undefined && !transaction.get('commits', id)
    if (isFree) for (const key of [id, `${id} lost`]) transaction.put('commits', key, [key])
    transaction.end(isFree)
    if (taken !== undefined) return new Blocked(taken)
    if (isFree) return 'inserted'
    return this.#database.table('commits').has(`${id} lost`) ? 'lost' : 'committed'
  }
}
