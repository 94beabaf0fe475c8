import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { fromScaled } from '../../model/money.ts'
import { foldCase } from '../../model/text.ts'
import type { Connection, Query, Values } from '../engine.ts'
import { openFile } from './open-file.ts'

const STATEMENTS_KEPT = 400
/** Pages that were written often since the last checkpoint go into the file once: 64 MB of log, as against 4 by default. */
const CHECKPOINT_PAGES = 16384

/** The value of a plain LIMIT takes part in planning: SQLite would plan the statement anew with every execution. */
const UNPLANNED_LIMIT = 'limit ? + 0'

const PLANE = 0x1_0000
/** LIKE takes U+FFFE and U+FFFF for U+FFFD: others of their kind, which no text has a use for, stand in for them. */
const toLikeable = (text: string) =>
  text.replace(/[\uFFFE\uFFFF]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + PLANE))

/** One connection to the file, with its prepared statements. */
export class SqliteConnection implements Connection {
  readonly #open: () => DatabaseSync
  #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(file: string, readOnly: boolean, checkpointPages = CHECKPOINT_PAGES) {
    this.#open = () => openDatabase(file, readOnly, checkpointPages)
    this.#database = this.#open()
  }

  /** Where the log is shipped to a backup, only the thread that ships it may write it into the database. */
  static forWriting(file: string, isShipped = false): SqliteConnection {
    return new SqliteConnection(file, false, isShipped ? 0 : CHECKPOINT_PAGES)
  }

  async query(query: Query): Promise<readonly Values[]> {
    return this.run(query)
  }

  run({ sql: text, parameters }: Query): readonly Values[] {
    const statement = this.#statements.get(text) ?? this.#prepare(text)
    return statement.all(...parameters.map(toSqlite)) as unknown as readonly Values[]
  }

  /** Rolls back what is under way, and begins anew with what is in the file. If that fails, the connection is closed. */
  reopen(): void {
    this.close()
    this.ensureOpen()
  }

  /** Opens a connection that could not be opened again, outside of any transaction. */
  ensureOpen(): void {
    if (!this.#database.isOpen) this.#database = this.#open()
  }

  exec(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#statements.clear()
    if (this.#database.isOpen) this.#database.close()
  }

  #prepare(text: string): StatementSync {
    const statement = this.#database.prepare(text.replaceAll('limit ?', UNPLANNED_LIMIT))
    statement.setReturnArrays(true)
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.delete(this.#statements.keys().next().value!)
    this.#statements.set(text, statement)
    return statement
  }
}

/**
 * Every commit reaches the disk before it is acknowledged. Writes touch pages all over the indexes: with the cache of a reader
 * they would be read anew from the file for every batch.
 */
const FOR_WRITING = `PRAGMA cache_size=-32768; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON;
  PRAGMA journal_size_limit=67108864; PRAGMA busy_timeout=0`

function openDatabase(file: string, readOnly: boolean, checkpointPages: number): DatabaseSync {
  const setUp = readOnly ? '' : `${FOR_WRITING}; PRAGMA wal_autocheckpoint=${checkpointPages}`
  const database = openFile(file, readOnly, setUp)
  const options = { deterministic: true }
  database.function('fold_case', options, (text) => (text === null ? null : toLikeable(foldCase(String(text)))))
  database.function('decimal_text', options, (value) => (value === null ? null : String(fromScaled(Number(value)))))
  return database
}

const toSqlite = (value: unknown): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)
