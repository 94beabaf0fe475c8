import { sql } from 'kysely'
import { onceFor } from '../model/memo.ts'
import type { Engine, Query, Select, Values } from './engine.ts'
import { type LineTable, lineColumnsOf, REMOVED_COLUMN, type Table } from './table.ts'

type Statement = Omit<Query, 'parameters' | 'keys'>

/** The statements whose text never changes: compiled once for each table, and prepared by the database. */
export interface Statements {
  get(table: Table, id: string): Query
  lock(table: Table, id: string): Query
  insert(table: Table, id: string, row: Values): Query
  hide(table: Table, id: string, now: string): Query
  remove(table: Table, id: string): Query
  lines(table: LineTable, parent: string): Query
  /** One line of all that a record has from now on. */
  insertLine(table: LineTable, row: Values, all: readonly Values[]): Query
  removeLines(table: LineTable, parent: string): Query
}

export const createStatements = (engine: Engine): Statements => ({
  ...recordStatements(engine),
  ...lineStatements(engine),
})

/** Stands for any value: only the text of the statement is kept. */
const anyId = sql`${''}`

function recordStatements({ builder, amongIds, lockTexts }: Engine) {
  const all = (table: Table): Select => {
    const select: Select = builder.selectFrom(table.name).select(table.columns.map(({ name }) => name))
    return table.resource.retained ? select.where(REMOVED_COLUMN, 'is', null) : select
  }
  const get = onceFor((table: Table): Statement => {
    const one = compiled('get', table.name, 'read', all(table).where('id', '=', anyId))
    const many = amongIds && { sql: all(table).where(amongIds('id')).compile().sql, name: `get some ${table.name}` }
    return { ...one, ...(many && { many }), rows: 'all' }
  })
  const lock = onceFor((table: Table): Statement => {
    if (!lockTexts) return { ...get(table), effect: 'lock' }
    const { ifFree, waiting } = lockTexts(all(table).where(amongIds!('id')).compile().sql)
    const name = `lock ${table.name}`
    const wait = { sql: waiting, name: `wait for ${table.name}` }
    return { sql: ifFree, name, waiting: wait, effect: 'lock', table: table.name, rows: 'all' }
  })
  const insert = onceFor((table: Table): Statement => {
    const columns = [...table.columns, ...table.hidden].map(({ name }) => name)
    const one = compiled('insert', table.name, 'insert', builder.insertInto(table.name).values(blank(columns)))
    return { ...one, columns, references: targetsOf(table) }
  })
  const hide = onceFor(({ name }: Table) =>
    compiled('hide', name, 'write', builder.updateTable(name).set(REMOVED_COLUMN, anyId).where('id', '=', anyId)),
  )
  const remove = onceFor(({ name }: Table) =>
    compiled('remove', name, 'write', builder.deleteFrom(name).where('id', '=', anyId)),
  )
  return {
    get: (table, id) => ({ ...get(table), keys: [id], parameters: [id] }),
    lock: (table, id) => ({ ...lock(table), keys: [id], parameters: lockTexts ? [[id]] : [id] }),
    insert: (table, id, row) => ({ ...insert(table), keys: [id], parameters: row, rows: [row] }),
    hide: (table, id, now) => ({ ...hide(table), keys: [id], parameters: [now, id], rows: [] }),
    remove: (table, id) => ({ ...remove(table), keys: [id], parameters: [id], rows: [] }),
  } satisfies Partial<Statements>
}

function lineStatements({ builder }: Engine) {
  const lines = onceFor((table: LineTable): Statement => {
    const select = builder.selectFrom(table.name).select(lineColumnsOf(table)).where('parent', '=', anyId)
    return { ...compiled('lines', table.name, 'read', select.orderBy('position')), rows: 'all' }
  })
  const insertLine = onceFor((table: LineTable): Statement => {
    const columns = lineColumnsOf(table)
    const one = compiled('insert', table.name, 'insert', builder.insertInto(table.name).values(blank(columns)))
    return { ...one, columns, references: [table.parent, ...targetsOf(table)] }
  })
  const removeLines = onceFor(({ name }: LineTable) =>
    compiled('remove', name, 'write', builder.deleteFrom(name).where('parent', '=', anyId)),
  )
  return {
    lines: (table, parent) => ({ ...lines(table), keys: [parent], parameters: [parent] }),
    insertLine: (table, row, rows) => ({ ...insertLine(table), keys: [row[0] as string], parameters: row, rows }),
    removeLines: (table, parent) => ({ ...removeLines(table), keys: [parent], parameters: [parent], rows: [] }),
  } satisfies Partial<Statements>
}

const compiled = (
  kind: string,
  table: string,
  effect: NonNullable<Query['effect']>,
  statement: { compile(): Query },
): Statement => ({
  sql: statement.compile().sql,
  name: `${kind} ${table}`,
  effect,
  table,
})

const blank = (columns: readonly string[]) => Object.fromEntries(columns.map((name) => [name, null as unknown]))

/** The tables to whose records a row may point. */
const targetsOf = ({ columns }: Pick<Table, 'columns'>): string[] => [
  ...new Set(columns.flatMap(({ field }) => field.options.target ?? [])),
]
