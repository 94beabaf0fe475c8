import type { Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import type { Cancellation } from '../core/store.ts'
import type { Storage } from '../model/kinds/field-kind.ts'
import type { Hole, Shapes } from './shapes.ts'
import type { WriteStats } from './write-queue/write-stats.ts'

/** A statement and its values, as Kysely compiles it. `name` marks one that is worth preparing once. */
export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly name?: string
  /** The same for a list of keys at once, where a database gains by it; each row begins with its key. */
  readonly many?: { readonly sql: string; readonly name: string }
  /** Of a lock: the same, but it waits for rows that another transaction has locked. */
  readonly waiting?: { readonly sql: string; readonly name: string }
  /**
   * What the statement does: `lock` reads rows and locks those that no other transaction has locked, `insert` adds one
   * row, `write` changes rows and returns none. Without it, the statement may do anything.
   */
  readonly effect?: 'read' | 'lock' | 'insert' | 'write'
  /**
   * Of a lock: nearly every transaction needs the row, so it is locked as late as possible, and waited for. It protects
   * nothing but itself: other rows that were read before may have changed meanwhile.
   */
  readonly isContended?: true
  /** The only table whose rows it reads or changes. Missing: any table. */
  readonly table?: string
  /** The keys of the only rows that it reads or changes. Missing: any rows of the table. */
  readonly keys?: readonly string[]
  /** All rows under its only key: those that a read returns, or those that are there after a write. */
  readonly rows?: 'all' | readonly Values[]
  /** Of an insert: the columns in the order of the values, and the tables to whose rows the new row points. */
  readonly columns?: readonly string[]
  readonly references?: readonly string[]
}

/** Rows come as arrays in the order of the selected columns: half the work of objects. */
export type Values = readonly unknown[]

export interface Connection {
  query(query: Query): Promise<readonly Values[]>
  /** Set where other requests wait: the rows that may be examined for one list. A read that needs more throws RowBudgetExceeded. */
  readonly rowBudget?: number
  /** Set where something is being written: what is missing from a tally in the database. */
  unwritten?(resource: string, key: string): number
}

/** The connection of one request whose transaction is shared with other requests. */
export interface WriteConnection extends Connection {
  /** What all requests of the transaction add to. Made by the first of them, and written once, before the commit. */
  sharedInCommit<T>(name: string, make: (connection: WriteConnection) => SharedInCommit<T>): T
  /** Called when the request has succeeded, so that it may add to what is shared. */
  whenKept(publish: () => void): void
  /**
   * A part of the request that can fail alone: what it has written is undone, and the request goes on. In a trial it is undone
   * in any case. Meanwhile only its own connection may be used.
   */
  attempt<T>(work: (connection: WriteConnection) => Promise<T>, isTrial?: boolean): Promise<T>
  /** Set where each attempt is checked by the database before it ends, since the transaction was refused without. */
  readonly isChecked: boolean
  /** Executes what the request has written so far: the database refuses now what it would refuse at the commit. */
  flush(): Promise<void>
  /** Another transaction is in the way: the request is rolled back and runs again in the next transaction. */
  setAside(): never
}

export interface SharedInCommit<T> {
  readonly content: T
  write(): Promise<void>
  /** The transaction has been committed. */
  committed?(): void
}

/** A row that a request will read or lock, as far as that is known beforehand: it is fetched when the transaction begins. */
export interface Declared {
  readonly query: Query
  readonly key: string
}

/** COMMIT was sent and its result is not known: the transaction may have been committed or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The result of COMMIT is not known.', { cause })
  }
}

/** The read exceeds its row budget. It is repeated from the beginning in the process for slow reads. */
export class RowBudgetExceeded extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: tables are derived from declarations at run time, so Kysely knows none of them.
export type Builder = Kysely<any>
// biome-ignore lint/suspicious/noExplicitAny: see Builder.
export type Select = SelectQueryBuilder<any, any, any>

/** Why the database refused a statement, in words that the records layer understands. */
export type Refusal =
  | { readonly kind: 'duplicate'; readonly table: string; readonly column: string }
  | { readonly kind: 'dangling'; readonly column: string }
  | { readonly kind: 'in-use' }
  /** A number, or a kept sum, would leave the range in which numbers are exact. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'disk-full' }

/** The database itself has failed: the same request does not succeed soon. */
export const isOutage = (refusal: Refusal | undefined): boolean =>
  refusal?.kind === 'unavailable' || refusal?.kind === 'disk-full'

export interface TableDescription {
  readonly columns: readonly ColumnDescription[]
  readonly indexes: readonly string[]
}

export interface ColumnDescription {
  readonly name: string
  /** As the first word of `columnTypes` says it. */
  readonly type: string
  readonly isRequired: boolean
}

export interface IndexDefinition {
  readonly name: string
  readonly definition: string
}

/** A column whose values the database itself holds to be ids of another table. */
export interface ForeignKey {
  readonly table: string
  readonly column: string
  readonly target: string
}

/** Held while a batch is written, where several threads or processes write to one file. */
export interface WriteLock {
  /** How long a batch may take in further requests before it is committed. */
  readonly maxHoldMs: number
  acquire(): Promise<void>
  release(): void
}

/** How a database server is used. */
export interface DatabaseOptions {
  /** For reading. */
  readonly connections: number
  /** How long to wait for a connection, for a statement, and for a lock. */
  readonly connectSeconds: number
  readonly statementSeconds: number
  readonly lockSeconds: number
}

/** What there is to measure. Read on request, so that it costs nothing meanwhile. */
export interface EngineStats {
  readonly database: string
  readonly writes: WriteStats
  /** The write-ahead log of the embedded database: its size, and its frames that are not in the database file yet. */
  readonly log?: { readonly bytes: number; readonly framesBehind: number }
  /** How often a thread of the embedded database has ended by itself. */
  readonly threadFailures?: number
  /** Connections to a database server, by what they are for. */
  readonly pools?: Readonly<Record<string, PoolStats>>
}

export interface PoolStats {
  readonly max: number
  readonly inUse: number
  /** Requests that wait for a connection. */
  readonly waiting: number
}

/** An index that is built before a schema change: `create index if not exists …`. */
export interface IndexAhead {
  readonly name: string
  readonly sql: string
}

/** Everything that the two databases do differently. Each has a folder of its own, and nothing outside it knows which one runs. */
export interface Engine {
  /** Builds SQL for this database; it never executes. */
  readonly builder: Builder
  /** Statements that were built already. */
  readonly shapes: Shapes
  readonly columnTypes: { readonly [S in Storage]: string }
  /** How an index says that rows without a value come first. */
  readonly indexOrder: string
  /** Ends the description of a table whose rows are to lie in the order of its key, and nowhere else. */
  readonly endOfKeyTable: string
  /** Where all run in one thread, few at once leave less behind; where a server does the work, all may come at once. */
  readonly searchesAtOnce: number
  /** Reads outside a transaction. */
  readonly reader: Connection
  /** One transaction, shared with other requests. The work may run more than once, and only the last run counts. */
  write<T>(work: (connection: WriteConnection) => Promise<T>, declared?: readonly Declared[]): Promise<T>
  /** From now on, each batch of writes holds this lock. A database server does its own locking. */
  useLock?(lock: WriteLock): void
  /** From now on, writes fail once a later migration has been applied: a newer version of Kontor has taken over. */
  fenceSchema?(newestMigration: string): void
  /** Whether the last probe saw such a migration. */
  isFenced?(): boolean
  /** Builds indexes without blocking writers. Missing where a schema change has the database to itself. */
  buildIndexesAhead?(indexes: readonly IndexAhead[]): Promise<void>
  /**
   * Gathers statistics of all tables, after many rows were written: the plans of a database server depend on them. Missing
   * where they do not.
   */
  analyze?(): Promise<void>
  /** One transaction that changes tables or indexes: one process at a time, and it may take as long as it needs. */
  changeSchema<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** The reads of one request: they see one moment. */
  read<T>(work: (connection: Connection) => Promise<T>, onCancel?: Cancellation): Promise<T>
  /** Reads of one moment, however long they take, while others go on writing. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** Names a column whose indexes are not to be used. Missing where the database knows its values and chooses well. */
  noIndex?(column: string): Expression<unknown>
  /** The rows stay locked until the transaction ends. */
  locked(select: Select): Select
  /**
   * Statements that lock what a statement selects: the rows that no other transaction has locked, or all of them, waiting
   * for others. The last value of each row says whether it is locked. Missing where one transaction writes at a time.
   */
  lockTexts?(select: string, key?: string): { readonly ifFree: string; readonly waiting: string }
  /** Whether an id is among those of a list that is one parameter; missing where asking for one at a time costs no more. */
  amongIds?(column: string): Expression<SqlBool>
  /** Whether a value is among those of a list that is one parameter; missing where there is no such thing. */
  anyOf?(column: Expression<unknown>, list: Hole): Expression<SqlBool>
  /** Case-insensitive LIKE; the pattern is lower case and escapes with a backslash. */
  like(column: string, storage: Storage, pattern: Hole): Expression<SqlBool>
  /** Whether folded text contains a word. */
  contains(column: string, word: Hole): Expression<SqlBool>
  /** The number of days from one date to another. */
  daysBetween(from: Expression<unknown>, to: Expression<unknown>): Expression<unknown>
  /** Asks for the name, and whether no other transaction holds it: it is held until the transaction ends. */
  claim?(name: string): Query
  /** Where several processes write, those that count into different slots do not wait for each other. */
  readonly slot: number
  /** Statements after which a table takes new rows and nothing else. */
  appendOnly(table: string): readonly string[]
  /** The names of all tables. */
  tables(connection: Connection): Promise<readonly string[]>
  /** The columns of a table and the names of its indexes; both are empty if there is no such table. */
  describe(connection: Connection, table: string): Promise<TableDescription>
  /** How the indexes of a table are made again that only make it quicker to find something. */
  indexDefinitions(connection: Connection, table: string): Promise<readonly IndexDefinition[]>
  foreignKeys(connection: Connection): Promise<readonly ForeignKey[]>
  refusalOf(error: unknown): Refusal | undefined
  /** Reads a row. Rejects when the database cannot be reached; borrows nothing from the requests. */
  probe(): Promise<void>
  stats(): EngineStats
  close(): Promise<void>
}

/** The database as a whole, copied to a file and brought back. Holds nothing open in between. */
export interface Archive {
  /** Whether Kontor has been set up in it. */
  holdsData(): Promise<boolean>
  /** Copies everything as it is at one moment, while others go on working. Never overwrites a file. */
  backup(file: string): Promise<void>
  /**
   * Puts a copy in the place of what is there: all of it or nothing. Refuses while a server is running. Keeps what it
   * replaces, and returns where, and how to delete it.
   */
  restore(file: string): Promise<string | undefined>
  /** An empty database to restore into for trial. */
  forTrial(): Promise<Trial>
}

/** A database for a short time. */
export interface Trial {
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  drop(): Promise<void>
}

/** Why a backup or a restore failed, in a message for the operator. */
export class ArchiveError extends Error {}
