import { sql } from 'kysely'
import { onceFor } from '../model/memo/once-for.ts'
import type { Engine, Query, Select } from './engine.ts'
import { REMOVED_COLUMN, type Table } from './table.ts'

type Statement = Omit<Query, 'parameters'>
type Kind = 'get' | 'lock' | 'insert' | 'hide' | 'remove'

/** The statements whose text never changes: compiled once for each table, and prepared by the database. */
export type Statements = { readonly [K in Kind]: (table: Table) => Statement }

export function createStatements(engine: Engine): Statements {
  const { builder } = engine
  const anyId = sql`${''}`
  const blank = ({ columns, hidden }: Table) =>
    Object.fromEntries([...columns, ...hidden].map(({ name }) => [name, null as unknown]))

  const all = (table: Table): Select => {
    const select: Select = builder.selectFrom(table.name).select(table.columns.map(({ name }) => name))
    return table.resource.retained ? select.where(REMOVED_COLUMN, 'is', null) : select
  }
  const present = (table: Table): Select => all(table).where('id', '=', anyId)

  const builders: { readonly [K in Kind]: (table: Table) => { compile(): Query } } = {
    get: (table) => present(table),
    lock: (table) => engine.locked(present(table)),
    insert: (table) => builder.insertInto(table.name).values(blank(table)),
    hide: (table) => builder.updateTable(table.name).set(REMOVED_COLUMN, anyId).where('id', '=', anyId),
    remove: (table) => builder.deleteFrom(table.name).where('id', '=', anyId),
  }

  const statement = (kind: Kind) =>
    onceFor((table: Table): Statement => ({ sql: builders[kind](table).compile().sql, name: `${kind} ${table.name}` }))
  const { amongIds } = engine
  const one = statement('get')
  const some = (table: Table, isOneOf: NonNullable<typeof amongIds>) => ({
    sql: all(table).where(isOneOf('id')).compile().sql,
    name: `get some ${table.name}`,
  })
  return {
    get: amongIds ? onceFor((table: Table) => ({ ...one(table), many: some(table, amongIds) })) : one,
    lock: statement('lock'),
    insert: statement('insert'),
    hide: statement('hide'),
    remove: statement('remove'),
  }
}
