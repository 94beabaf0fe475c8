import { sql } from 'kysely'
import type { ListQuery, Page } from '../core/list-query.ts'
import type { AnyRecord } from '../model/resource.ts'
import { type Clause, clausesOf, columnAt, conjunction, leadOf } from './conditions.ts'
import type { Connection, Engine, Select, Values } from './engine.ts'
import { type Column, decodeRow, encodeValue, type Table } from './table.ts'
import { tallied, tallyKeyOf } from './tallies.ts'

/** Which rows the caller may see at all. */
export interface Scope {
  readonly clauses: readonly Clause[]
  /** He sees every record that is there, so that kept totals are his totals. */
  readonly isWhole: boolean
}

export async function listRows(
  engine: Engine,
  connection: Connection,
  table: Table,
  query: ListQuery,
  scope: Scope,
): Promise<Page<AnyRecord>> {
  const clauses = [...scope.clauses, ...clausesOf(engine, table, query)]
  const total = query.withTotal ? await totalOf(engine, connection, table, query, clauses, scope) : undefined
  const offset = ((query.page ?? 1) - 1) * query.perPage
  if (total !== undefined && offset >= total) return { records: [], hasMore: false, total }
  const rows =
    query.page === undefined
      ? await rowsAfter(engine, connection, table, query, clauses)
      : await rowsAt(engine, connection, table, query, clauses, offset)
  const records = rows.slice(0, query.perPage).map((row) => decodeRow(table.columns, row))
  return { records, hasMore: rows.length > query.perPage, ...(total !== undefined && { total }) }
}

async function totalOf(
  engine: Engine,
  connection: Connection,
  table: Table,
  query: ListQuery,
  clauses: readonly Clause[],
  scope: Scope,
): Promise<number> {
  const key = scope.isWhole ? tallyKeyOf(table, query) : undefined
  if (key !== undefined) return tallied(engine, connection, table, key)
  const count = engine.builder
    .selectFrom(table.name)
    .select(({ fn }) => fn.countAll().as('total'))
    .where(conjunction(clauses))
  const [row] = await connection.query(count.compile())
  return Number(row![0])
}

/** By page number. The ids are found in the index alone; only the rows of the page are read. */
async function rowsAt(
  engine: Engine,
  connection: Connection,
  table: Table,
  query: ListQuery,
  clauses: readonly Clause[],
  offset: number,
): Promise<readonly Values[]> {
  const { builder } = engine
  const limited = (select: Select) => ordered(select, table, query).limit(query.perPage + 1)
  const matching = builder.selectFrom(table.name).where(conjunction(clauses))
  if (offset === 0) return connection.query(limited(matching.select(names(table))).compile())
  const ids = limited(matching.select('id')).offset(offset)
  const page = ordered(builder.selectFrom(table.name).select(names(table)).where('id', 'in', ids), table, query)
  return connection.query(page.compile())
}

/**
 * By cursor. Rows without a value sort before all others; they and the rest are read as two separate ranges, so that
 * each is one stretch of the index.
 */
async function rowsAfter(
  engine: Engine,
  connection: Connection,
  table: Table,
  query: ListQuery,
  clauses: readonly Clause[],
): Promise<readonly Values[]> {
  const rows: Values[] = []
  for (const range of rangesAfter(table, query)) {
    const select = engine.builder
      .selectFrom(table.name)
      .select(names(table))
      .where(conjunction([...clauses, ...range]))
      .limit(query.perPage + 1 - rows.length)
    rows.push(...(await connection.query(ordered(select, table, query).compile())))
    if (rows.length > query.perPage) break
  }
  return rows
}

function rangesAfter(table: Table, query: ListQuery): Clause[][] {
  const { after, order } = query
  if (!after) return [[]]
  const { name, storage, field } = sortColumn(table, query)
  const lead = leadOf(table, query)
  const value = lead ? lead.values[0]! : after.value
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const [column, id] = [sql.ref(name), sql.ref('id')]
  if (name === 'id') return [[sql`${id} ${beyond} ${after.id}`]]
  const isNullable = !field.options.required && field.options.default === undefined
  const withoutValue: Clause = sql`${column} is null`
  if (value === null) {
    const rest: Clause[] = [withoutValue, sql`${id} ${beyond} ${after.id}`]
    return order === 'asc' && !lead ? [rest, [sql`${column} is not null`]] : [rest]
  }
  const rest: Clause[] = [sql`(${column}, ${id}) ${beyond} (${encodeValue(storage, value)}, ${after.id})`]
  return order === 'desc' && isNullable && !lead ? [rest, [withoutValue]] : [rest]
}

function ordered(select: Select, table: Table, query: ListQuery): Select {
  const { name } = sortColumn(table, query)
  const sorted =
    name === 'id'
      ? select
      : select.orderBy(name, (by) => (query.order === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast()))
  return sorted.orderBy('id', query.order)
}

/** Ids sort by creation, so `createdAt` needs no index of its own; a leading filter brings one. */
function sortColumn(table: Table, query: ListQuery): Column {
  const lead = leadOf(table, query)
  return columnAt(table, lead ? lead.path : query.sort === 'createdAt' ? 'id' : query.sort)
}

const names = (table: Table) => table.columns.map(({ name }) => name)
