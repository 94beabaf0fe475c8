import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { fromScaled } from '../../model/decimal.ts'
import { foldCase } from '../../model/fold.ts'
import type { Common, Connection, Query, Values } from '../engine.ts'
import { Memory } from '../known/memory.ts'
import { GroupCommit } from './group-commit.ts'
import { LaterWrites } from './later-writes.ts'

const BUSY_TIMEOUT_MS = 5000
const STATEMENTS_KEPT = 400
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
  readonly #common = new Map<string, Common<unknown>>()
  #memory: Memory | undefined
  #later: LaterWrites | undefined

  constructor(file: string, readOnly: boolean) {
    this.#database = new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS })
    this.#database.exec('PRAGMA trusted_schema=OFF; PRAGMA cache_size=-8192; PRAGMA temp_store=MEMORY')
    const options = { deterministic: true }
    this.#database.function('fold_case', options, (text) => (text === null ? null : toLikeable(foldCase(String(text)))))
    this.#database.function('decimal_text', options, (value) =>
      value === null ? null : String(fromScaled(Number(value))),
    )
  }

  async query(query: Query): Promise<readonly Values[]> {
    return this.#later?.canWait(query) ? NOTHING : this.#run(query)
  }

  /** Writes through this connection, as many at once as there are. */
  grouped(): GroupCommit {
    this.#memory = new Memory()
    this.#later = new LaterWrites(this.#database, (query) => this.#run(query))
    return new GroupCommit(this.#database, this.#later, this.#common, this.#memory)
  }

  get memory(): Memory | undefined {
    return this.#memory
  }

  common<T>(name: string, make: () => Common<T>): T {
    const kept = this.#common.get(name) ?? make()
    this.#common.set(name, kept)
    return kept.content as T
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
