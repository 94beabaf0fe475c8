import { sql } from 'kysely'
import type { ListQuery, Page } from '../core/lists/list-query.ts'
import type { AnyRecord } from '../model/resource.ts'
import { columnAt, composed, leadOf, type Part, part, partsOf } from './conditions.ts'
import { tallied, tallyKeyOf } from './counts/tallies.ts'
import type { Connection, Engine, Select, Values } from './engine.ts'
import { type Column, decodeRow, encodeValue, type Table } from './table.ts'

/** Which rows the caller may see at all. */
export interface Scope {
  readonly parts: readonly Part[]
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
  const parts = [...scope.parts, ...partsOf(engine, table, query)]
  const total = query.withTotal ? await totalOf(engine, connection, table, query, parts, scope) : undefined
  const offset = ((query.page ?? 1) - 1) * query.perPage
  if (total !== undefined && offset >= total) return { records: [], hasMore: false, total }
  const rows =
    query.page === undefined
      ? await rowsAfter(engine, connection, table, query, parts)
      : await rowsAt(engine, connection, table, query, parts, offset)
  const records = rows.slice(0, query.perPage).map((row) => decodeRow(table.columns, row))
  return { records, hasMore: rows.length > query.perPage, ...(total !== undefined && { total }) }
}

async function totalOf(
  engine: Engine,
  connection: Connection,
  table: Table,
  query: ListQuery,
  parts: readonly Part[],
  scope: Scope,
): Promise<number> {
  const key = scope.isWhole ? tallyKeyOf(table, query) : undefined
  if (key !== undefined) return tallied(engine, connection, table, key)
  const count = composed(engine, `count ${table.name}`, parts, [], (where) =>
    engine.builder
      .selectFrom(table.name)
      .select(({ fn }) => fn.countAll().as('total'))
      .where(where),
  )
  const [row] = await connection.query(count)
  return Number(row![0])
}

/** By page number. The ids are found in the index alone; only the rows of the page are read. */
async function rowsAt(
  engine: Engine,
  connection: Connection,
  table: Table,
  query: ListQuery,
  parts: readonly Part[],
  offset: number,
): Promise<readonly Values[]> {
  const { builder } = engine
  const limit = query.perPage + 1
  const head = `${table.name} by ${query.sort} ${query.order}`
  if (offset === 0) {
    const first = composed(engine, `first page of ${head}`, parts, [limit], (where, [most]) =>
      ordered(builder.selectFrom(table.name).select(names(table)).where(where), table, query).limit(most!),
    )
    return connection.query(first)
  }
  const page = composed(engine, `page of ${head}`, parts, [limit, offset], (where, [most, from]) => {
    const matching: Select = builder.selectFrom(table.name).select('id').where(where)
    const ids = ordered(matching, table, query).limit(most!).offset(from!)
    return ordered(builder.selectFrom(table.name).select(names(table)).where('id', 'in', ids), table, query)
  })
  return connection.query(page)
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
  parts: readonly Part[],
): Promise<readonly Values[]> {
  const rows: Values[] = []
  for (const range of rangesAfter(table, query)) {
    const head = `${table.name} after, by ${query.sort} ${query.order}`
    const limit = query.perPage + 1 - rows.length
    const select = composed(engine, head, [...parts, ...range], [limit], (where, [most]) =>
      ordered(engine.builder.selectFrom(table.name).select(names(table)).where(where), table, query).limit(most!),
    )
    rows.push(...(await connection.query(select)))
    if (rows.length > query.perPage) break
  }
  return rows
}

function rangesAfter(table: Table, query: ListQuery): Part[][] {
  const { after, order } = query
  if (!after) return [[]]
  const { name, storage, field } = sortColumn(table, query)
  const lead = leadOf(table, query)
  const value = lead ? lead.values[0]! : after.value
  const sign = order === 'asc' ? '>' : '<'
  const beyond = sql.raw(sign)
  const [column, id] = [sql.ref(name), sql.ref('id')]
  const beyondId = part(`id ${sign}`, [after.id], ([hole]) => sql`${id} ${beyond} ${hole}`)
  if (name === 'id') return [[beyondId]]
  const isNullable = !field.options.required && field.options.default === undefined
  const withoutValue = part(`no ${name}`, [], () => sql`${column} is null`)
  const withValue = part(`some ${name}`, [], () => sql`${column} is not null`)
  if (value === null) {
    const rest = [withoutValue, beyondId]
    return order === 'asc' && !lead ? [rest, [withValue]] : [rest]
  }
  const position = [encodeValue(storage, value), after.id]
  const rest = [
    part(`${name} ${sign}`, position, ([from, last]) => sql`(${column}, ${id}) ${beyond} (${from}, ${last})`),
  ]
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
