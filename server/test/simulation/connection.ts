import type { Query, Values } from '../../src/db/engine.ts'
import { Blocked, DatabaseError, Transaction } from '../write-queue/database/database.ts'
import { execute } from '../write-queue/database/statements.ts'
import type { Random } from '../write-queue/scheduler.ts'
import { CODES, type SimFile, type State, sqliteError } from './file.ts'
import type { WholeBug } from './planted-bug.ts'

const MARK = 'insert into "commits"'
const LOST = 'select "id" from "commits"'
const SAVEPOINTS: Readonly<Record<string, 'set' | 'release' | 'undo'>> = {
  'SAVEPOINT own': 'set',
  'RELEASE own': 'release',
  'ROLLBACK TO own; RELEASE own': 'undo',
}

/** How often a statement, a COMMIT before it writes, and the fsync of a COMMIT fail. */
export interface FileFaults {
  statement: number
  commit: number
  fsync: number
}

export interface ConnectionHost {
  readonly file: SimFile
  readonly random: Random
  readonly faults: FileFaults
  readonly bug: WholeBug | undefined
  readonly trace: ((text: string) => void) | undefined
  readonly onSyncFailure: () => void
}

/** Stands for `SqliteConnection`: the statements of the real lane and of the real readers, on a simulated file. */
export class SimConnection {
  readonly #host: ConnectionHost
  readonly #name: string
  #transaction: Transaction | undefined
  #isEnded = false
  #isOpen = true
  #isReading = false
  #snapshot: State | undefined

  constructor(host: ConnectionHost, name: string) {
    this.#host = host
    this.#name = name
  }

  exec(text: string): void {
    this.#host.trace?.(`${this.#name}: ${text}`)
    if (text === 'BEGIN') this.#isReading = !this.#host.bug?.readsWithoutTransaction
    else if (text === 'BEGIN IMMEDIATE') this.#begin()
    else if (text === 'COMMIT') this.#commit()
    else if (text === 'ROLLBACK') this.#writing().end(false)
    else this.#writing().savepoint(SAVEPOINTS[text]!)
    if (text === 'ROLLBACK') this.#transaction = undefined
  }

  run(query: Query): readonly Values[] {
    if (query.sql.startsWith(LOST)) return this.#lost(query)
    if (!this.#transaction) return this.#select(query)
    this.#failSometimes()
    if (query.sql.startsWith(MARK)) return this.#mark(query.parameters[0] as string)
    try {
      const result = execute(this.#transaction, query)
      if (result instanceof Blocked) throw new Error(`${this.#name} is blocked: another transaction writes.`)
      return result
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      throw sqliteError(error.kind === 'duplicate' ? CODES.unique : CODES.check, error.message)
    }
  }

  async query(query: Query): Promise<readonly Values[]> {
    return this.run(query)
  }

  reopen(): void {
    this.close()
    this.#isOpen = false
    this.ensureOpen()
  }

  ensureOpen(): void {
    if (this.#isOpen) return
    if (this.#host.random.chance(this.#host.faults.statement)) throw sqliteError(CODES.io, 'cannot open')
    // While other connections are open, the log is not read anew.
    if (this.#host.random.chance(0.5)) this.#host.file.recover(true)
    this.#isOpen = true
  }

  /** The thread has ended. */
  end(): void {
    this.close()
    this.#isEnded = true
  }

  close(): void {
    this.#transaction?.end(false)
    this.#transaction = undefined
    this.#isReading = false
    this.#snapshot = undefined
  }

  #begin(): void {
    if (this.#isEnded) throw sqliteError(CODES.misuse, 'the thread has ended')
    if (!this.#isOpen) throw sqliteError(CODES.misuse, 'database is not open')
    const transaction = new Transaction(this.#host.file)
    if (this.#transaction || !transaction.lock('file')) throw sqliteError(CODES.busy, 'database is locked')
    this.#transaction = transaction
  }

  #writing(): Transaction {
    if (!this.#transaction) throw sqliteError(CODES.misuse, 'no transaction is active')
    return this.#transaction
  }

  #commit(): void {
    const { file, random, faults, bug } = this.#host
    if (!this.#transaction) {
      if (!this.#isReading && !bug?.readsWithoutTransaction) throw sqliteError(CODES.misuse, 'no transaction is active')
      if (bug?.keepsSnapshots) return
      this.#isReading = false
      this.#snapshot = undefined
      return
    }
    const transaction = this.#transaction
    this.#transaction = undefined
    if (random.chance(faults.commit)) {
      transaction.end(false)
      throw sqliteError(CODES.full, 'database or disk is full')
    }
    if (random.chance(faults.fsync)) {
      file.loseTrackOf(transaction)
      this.#host.trace?.(`${this.#name}: fsync fails`)
      this.#host.onSyncFailure()
      throw sqliteError(bug?.takesLostCommitsForRolledBack ? CODES.full : CODES.fsync, 'disk I/O error')
    }
    file.commit(transaction, !bug?.commitsWithoutSync)
  }

  /** Some errors end the transaction by themselves. */
  #failSometimes(): void {
    const { random, faults } = this.#host
    if (!random.chance(faults.statement)) return
    if (random.chance(0.5)) this.close()
    throw sqliteError(CODES.io, 'disk I/O error')
  }

  #mark(id: string): readonly Values[] {
    if (this.#transaction!.get('commits', id)) return []
    this.#transaction!.put('commits', id, [id])
    return [[id]]
  }

  #lost({ parameters }: Query): readonly Values[] {
    return this.#host.file.table('commits').has(parameters[0] as string) ? [[parameters[0]]] : []
  }

  /** Without a transaction, each statement sees what is committed at its time. */
  #select({ sql, table = '', parameters }: Query): readonly Values[] {
    const { file } = this.#host
    if (this.#isReading) this.#snapshot ??= file.current
    const rows = (this.#snapshot ?? file.current).get(table)
    if (sql === 'scan') return [...(rows?.values() ?? [])]
    const row = rows?.get(parameters[0] as string)
    return row ? [row] : []
  }
}
