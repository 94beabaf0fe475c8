import { sql } from 'kysely'
import type { Engine, Query, Select } from './engine.ts'
import { REMOVED_COLUMN, type Table } from './table.ts'

type Statement = Omit<Query, 'parameters'>
type Kind = 'get' | 'lock' | 'insert' | 'update' | 'hide' | 'remove'

/** The statements whose text never changes: compiled once for each table, and prepared by the database. */
export type Statements = { readonly [K in Kind]: (table: Table) => Statement }

export function createStatements(engine: Engine): Statements {
  const { builder } = engine
  const anyId = sql`${''}`
  const all = ({ columns }: Table) => columns.map(({ name }) => name)
  const blank = ({ columns, hidden }: Table) =>
    Object.fromEntries([...columns, ...hidden].map(({ name }) => [name, null as unknown]))

  const present = (table: Table): Select => {
    const select: Select = builder.selectFrom(table.name).select(all(table)).where('id', '=', anyId)
    return table.resource.retained ? select.where(REMOVED_COLUMN, 'is', null) : select
  }

  const builders: { readonly [K in Kind]: (table: Table) => { compile(): Query } } = {
    get: (table) => present(table),
    lock: (table) => engine.locked(present(table)),
    insert: (table) => builder.insertInto(table.name).values(blank(table)),
    update: (table) => builder.updateTable(table.name).set(blank(table)).where('id', '=', anyId),
    hide: (table) => builder.updateTable(table.name).set(REMOVED_COLUMN, anyId).where('id', '=', anyId),
    remove: (table) => builder.deleteFrom(table.name).where('id', '=', anyId),
  }

  const compiled = new Map<string, Statement>()
  const statement = (kind: Kind) => (table: Table) => {
    const name = `${kind} ${table.name}`
    const known = compiled.get(name)
    if (known) return known
    const fresh = { sql: builders[kind](table).compile().sql, name }
    compiled.set(name, fresh)
    return fresh
  }
  return {
    get: statement('get'),
    lock: statement('lock'),
    insert: statement('insert'),
    update: statement('update'),
    hide: statement('hide'),
    remove: statement('remove'),
  }
}
