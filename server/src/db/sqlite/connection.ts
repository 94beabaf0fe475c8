import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { fromScaled } from '../../model/decimal.ts'
import { foldCase } from '../../model/fold.ts'
import type { Connection, Query, SharedInCommit, Values } from '../engine.ts'
import { Memory } from '../known/memory.ts'
import { GroupCommit } from './group-commit.ts'

const BUSY_TIMEOUT_MS = 5000
const STATEMENTS_KEPT = 400
/** Pages that were written often since the last checkpoint go into the file once: 32 MB of log, as against 4 by default. */
const CHECKPOINT_PAGES = 8192
const NOTHING: readonly Values[] = []

/** The value of a plain LIMIT takes part in planning: SQLite would plan the statement anew with every execution. */
const UNPLANNED_LIMIT = 'limit ? + 0'

const PLANE = 0x1_0000
/** LIKE takes U+FFFE and U+FFFF for U+FFFD: others of their kind, which no text has a use for, stand in for them. */
const toLikeable = (text: string) =>
  text.replace(/[\uFFFE\uFFFF]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + PLANE))

/** One connection to the file, with its prepared statements. */
export class SqliteConnection implements Connection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #shared = new Map<string, SharedInCommit<unknown>>()
  #memory: Memory | undefined
  #group: GroupCommit | undefined

  constructor(file: string, readOnly: boolean) {
    this.#database = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS })
    this.#database.exec('PRAGMA trusted_schema=OFF; PRAGMA cache_size=-8192; PRAGMA temp_store=MEMORY')
    const options = { deterministic: true }
    this.#database.function('fold_case', options, (text) => (text === null ? null : toLikeable(foldCase(String(text)))))
    this.#database.function('decimal_text', options, (value) =>
      value === null ? null : String(fromScaled(Number(value))),
    )
  }

  /** Every commit reaches the disk before it is acknowledged. */
  static forWriting(file: string): SqliteConnection {
    const connection = new SqliteConnection(file, false)
    connection.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864')
    connection.exec(`PRAGMA wal_autocheckpoint=${CHECKPOINT_PAGES}`)
    return connection
  }

  async query(query: Query): Promise<readonly Values[]> {
    return this.#group?.defer(query) ? NOTHING : this.#run(query)
  }

  /** Writes through this connection, with one commit for all requests that arrive together. */
  grouped(): GroupCommit {
    this.#memory = new Memory()
    this.#group = new GroupCommit({
      database: this.#database,
      run: (query) => this.#run(query),
      sharedInCommit: this.#shared,
      cache: this.#memory,
    })
    return this.#group
  }

  get memory(): Memory | undefined {
    return this.#memory
  }

  sharedInCommit<T>(name: string, make: () => SharedInCommit<T>): T {
    const shared = this.#shared.get(name) ?? make()
    this.#shared.set(name, shared)
    return shared.content as T
  }

  exec(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #run({ sql: text, parameters }: Query): readonly Values[] {
    const statement = this.#statements.get(text) ?? this.#prepare(text)
    return statement.all(...parameters.map(toSqlite)) as unknown as readonly Values[]
  }

  #prepare(text: string): StatementSync {
    const statement = this.#database.prepare(text.replaceAll('limit ?', UNPLANNED_LIMIT))
    statement.setReturnArrays(true)
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(text, statement)
    return statement
  }
}

const toSqlite = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
