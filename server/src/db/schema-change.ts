import { type ColumnDefinitionBuilder, type SqlBool, sql } from 'kysely'
import type { Storage } from '../model/kinds/field-kind.ts'
import { sortKeyOf } from '../model/text.ts'
import { keyOf, TALLIES } from './counts/tallies.ts'
import type { Builder, Connection, Engine, Select } from './engine.ts'
import {
  columnOf,
  decodeValue,
  keyColumnOf,
  lineTableOf,
  REMOVED_COLUMN,
  SEARCH_COLUMN,
  sortColumnOf,
} from './table.ts'

export interface Migration {
  readonly name: string
  /**
   * Indexes that `up` creates on columns that exist already, of tables that may be large. If other nodes may be writing,
   * they are built before the transaction, which would block these for as long as the build takes.
   */
  readonly indexesAhead?: readonly { readonly table: string; readonly columns: readonly string[] }[]
  up(schema: SchemaChange): Promise<void>
}

/** What a column holds, whether it may be empty, and which table its value must be an id of. */
export interface ColumnSpec {
  readonly storage: Storage
  readonly isRequired: boolean
  readonly references?: string
}

const spec = (isRequired: boolean) => ({
  text: { storage: 'text', isRequired } as ColumnSpec,
  integer: { storage: 'integer', isRequired } as ColumnSpec,
  decimal: { storage: 'decimal', isRequired } as ColumnSpec,
  flag: { storage: 'flag', isRequired } as ColumnSpec,
  json: { storage: 'json', isRequired } as ColumnSpec,
  idOf: (table: string): ColumnSpec => ({ storage: 'text', isRequired, references: table }),
})
export const required = spec(true)
export const optional = spec(false)

export type ColumnSpecs = { readonly [column: string]: ColumnSpec }

interface RecordTableOptions {
  readonly unique?: readonly string[]
  readonly indexed?: readonly string[]
  /** Those of the two that hold words: their sort keys are indexed in their place. */
  readonly sorted?: readonly string[]
  readonly searched?: true
  readonly retained?: true
}

interface LineTableOptions {
  readonly indexed?: readonly string[]
}

export const indexNameOf = (table: string, ...columns: readonly string[]): string =>
  `${table}_${columns.join('_')}_index`

export function indexOf({ builder, indexOrder }: Engine, table: string, columns: readonly string[]) {
  const index = builder.schema
    .createIndex(indexNameOf(table, ...columns))
    .ifNotExists()
    .on(table)
  const ordered = columns.map((column) => sql`${sql.ref(column)} ${sql.raw(indexOrder)}`)
  return index.expression(sql`${sql.join([...ordered, sql.ref('id')])}`)
}

/** The words in which migrations are written; the same on either database. */
export class SchemaChange {
  readonly #engine: Engine
  readonly #connection: Connection

  constructor(engine: Engine, connection: Connection) {
    this.#engine = engine
    this.#connection = connection
  }

  get builder(): Builder {
    return this.#engine.builder
  }

  async run(statement: { compile(): { sql: string; parameters: readonly unknown[] } }): Promise<void> {
    await this.#connection.query(statement.compile())
  }

  /** A table of a resource: its own columns between those that every record has. */
  async createRecords(table: string, columns: ColumnSpecs, options: RecordTableOptions = {}): Promise<void> {
    const { unique = [], indexed = [], sorted = [], searched, retained } = options
    const copy = (column: string): ColumnSpec => ({ storage: 'text', isRequired: columns[column]!.isRequired })
    const copies = [
      ...unique.map((column) => [keyColumnOf(column), copy(column)]),
      ...sorted.map((column) => [sortColumnOf(column), copy(column)]),
    ]
    await this.createTable(table, {
      id: required.text,
      ...columns,
      createdAt: required.text,
      updatedAt: required.text,
      createdBy: optional.text,
      version: required.integer,
      ...Object.fromEntries(copies),
      ...(searched && { [SEARCH_COLUMN]: required.text }),
      ...(retained && { [REMOVED_COLUMN]: optional.text }),
    })
    for (const column of unique) await this.createUniqueIndex(table, column)
    for (const column of [...unique, ...indexed, 'updatedAt', 'createdBy'])
      await this.createIndex(table, sorted.includes(column) ? sortColumnOf(column) : column)
  }

  /** The rows of a `lines` field. They lie side by side in their order, since they are only read and written together. */
  async createLines(
    resource: string,
    field: string,
    columns: ColumnSpecs,
    { indexed = [] }: LineTableOptions = {},
  ): Promise<void> {
    await this.createTable(lineTableOf(resource, field), lineSpecs(resource, columns), ['parent', 'position'], true)
    for (const column of indexed) await this.createLineIndex(resource, field, column)
  }

  /** The database itself refuses to change or remove its rows. */
  async makeAppendOnly(table: string): Promise<void> {
    for (const sql of this.#engine.appendOnly(table)) await this.#connection.query({ sql, parameters: [] })
  }

  /** A table whose rows lie in the order of its key is stored only once. One that is nothing but its key always is. */
  async createTable(
    table: string,
    columns: ColumnSpecs,
    key: readonly string[] = ['id'],
    isInKeyOrder = key.length === Object.keys(columns).length,
  ): Promise<void> {
    let create = this.builder.schema.createTable(table)
    for (const [name, spec] of Object.entries(columns))
      create = create.addColumn(name, sql.raw(this.#engine.columnTypes[spec.storage]), described(name, spec))
    const end = sql.raw(isInKeyOrder ? this.#engine.endOfKeyTable : '')
    await this.run(create.addPrimaryKeyConstraint(`${table}_key`, [...key] as never).modifyEnd(end))
  }

  /** One column more. Rows that are there already get the value as it is stored, and without one they stay empty. */
  async addColumn(table: string, name: string, spec: ColumnSpec, value?: string | number | boolean): Promise<void> {
    const type = sql.raw(this.#engine.columnTypes[spec.storage])
    const describe = described(name, spec)
    const alter = this.builder.schema.alterTable(table)
    await this.run(
      alter.addColumn(name, type, (column) =>
        value === undefined ? describe(column) : describe(column).defaultTo(sql.lit(value)),
      ),
    )
  }

  /** From now on these columns may be empty. */
  async makeOptional(table: string, ...columns: readonly string[]): Promise<void> {
    const { schema } = this.builder
    for (const column of columns)
      await this.run(schema.alterTable(table).alterColumn(column, (each) => each.dropNotNull()))
  }

  /** Of the folded copies of a unique column. */
  async createUniqueIndex(table: string, column: string): Promise<void> {
    const key = keyColumnOf(column)
    await this.run(this.builder.schema.createIndex(`${table}_${key}`).unique().on(table).column(key))
  }

  /**
   * Ends with the id, so that a list filtered by all columns but the last, and sorted by that, is one range of it. One
   * that is there already stays.
   */
  async createIndex(table: string, ...columns: readonly string[]): Promise<void> {
    await this.run(indexOf(this.#engine, table, columns))
  }

  async dropIndex(table: string, ...columns: readonly string[]): Promise<void> {
    await this.run(this.builder.schema.dropIndex(indexNameOf(table, ...columns)).ifExists())
  }

  /** For columns of words that lists are sorted by: stores their sort keys, and indexes these in their place. */
  async addSortKeys(table: string, ...columns: readonly string[]): Promise<void> {
    const { columns: existing } = await this.#engine.describe(this.#connection, table)
    for (const column of columns) {
      const isRequired = existing.find(({ name }) => name === column)!.isRequired
      await this.addColumn(
        table,
        sortColumnOf(column),
        isRequired ? required.text : optional.text,
        isRequired ? '' : undefined,
      )
    }
    await this.#fillSortKeys(table, columns)
    for (const column of columns) {
      await this.dropIndex(table, column)
      await this.createIndex(table, sortColumnOf(column))
    }
  }

  /** In batches: not every database can compute the keys itself, and a statement for each row would take too long. */
  async #fillSortKeys(table: string, columns: readonly string[]): Promise<void> {
    const keys = columns.map(
      (column, index) => sql`${sql.ref(sortColumnOf(column))} = ${sql.ref(`column${index + 2}`)}`,
    )
    for (let last = ''; ; ) {
      const select = this.builder
        .selectFrom(table)
        .select(['id', ...columns])
        .where('id', '>', last)
      const rows = await this.#connection.query(select.orderBy('id').limit(ROWS_AT_ONCE).compile())
      if (rows.length === 0) return
      const values = rows.map(([id, ...texts]) => sql`(${sql.join([id, ...texts.map(keyOrNull)])})`)
      const update = sql`update ${sql.table(table)} set ${sql.join(keys)} from (values ${sql.join(values)}) as "keys"
        where ${sql.ref(`${table}.id`)} = "keys"."column1"`
      await this.run({ compile: () => update.compile(this.builder) })
      last = rows.at(-1)![0] as string
    }
  }

  /** Serves to find the lines that point to a record. */
  async createLineIndex(resource: string, field: string, column: string): Promise<void> {
    const table = lineTableOf(resource, field)
    await this.run(this.builder.schema.createIndex(indexNameOf(table, column)).on(table).column(column))
  }

  /** Keeps from now on how many records have each value of a field: for one that has become `counted`. */
  async countValues(table: string, path: string, { storage }: ColumnSpec): Promise<void> {
    const column = columnOf(path)
    const { columns } = await this.#engine.describe(this.#connection, table)
    const isRetained = columns.some(({ name }) => name === REMOVED_COLUMN)
    const select: Select = this.builder
      .selectFrom(table)
      .select(({ fn }) => [column, fn.countAll().as('count')])
      .where(isRetained ? sql<SqlBool>`${sql.ref(REMOVED_COLUMN)} is null` : sql<SqlBool>`1 = 1`)
    for (const [value, count] of await this.#connection.query(select.groupBy(column).compile())) {
      const key = keyOf(path, decodeValue(storage, value))
      await this.run(this.builder.insertInto(TALLIES).values({ resource: table, key, slot: 0, count }))
    }
  }
}

const ROWS_AT_ONCE = 500
const keyOrNull = (text: unknown) => (text === null ? null : sortKeyOf(text as string))

export const lineSpecs = (resource: string, columns: ColumnSpecs): ColumnSpecs => ({
  id: required.text,
  parent: required.idOf(resource),
  position: required.integer,
  ...columns,
})

/** What a column holds beside its type. */
const described =
  (name: string, { storage, isRequired, references }: ColumnSpec) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => {
    const bounded = isNumber(storage)
      ? column.check(sql`${sql.ref(name)} between ${sql.lit(-MAX)} and ${sql.lit(MAX)}`)
      : column
    const filled = isRequired ? bounded.notNull() : bounded
    return references ? filled.references(`${references}.id`) : filled
  }

/** Beyond this a number cannot be read back exactly. */
const MAX = Number.MAX_SAFE_INTEGER
const isNumber = (storage: Storage) => storage === 'integer' || storage === 'decimal'
