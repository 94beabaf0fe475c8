import { sql } from 'kysely'
import type { Aggregate, Aggregation } from '../../core/lists/aggregate.ts'
import { type Comparable, plainList } from '../../core/lists/list-query.ts'
import { type Connection, type Engine, RowBudgetExceeded, type Select, type Values } from '../engine.ts'
import { columnAt, composed, type Part, partsOf } from '../lists/conditions.ts'
import { type Column, columnOf, decodeValue, type Table } from '../table.ts'

/** No sorting: an order of creation would make the planner prefer another index. */
const NO_ORDER = { sort: 'version' }

/** Counts rows and adds up columns, in one statement. */
export async function aggregateRows(
  engine: Engine,
  connection: Connection,
  table: Table,
  aggregation: Aggregation,
  scope: readonly Part[],
): Promise<Aggregate[]> {
  if (connection.rowBudget !== undefined) throw new RowBudgetExceeded() // adding up many records may keep others waiting
  const { conditions, words = [], sums, by, most } = aggregation
  const parts = [...scope, ...partsOf(engine, table, plainList(conditions, { ...NO_ORDER, words }))]
  const head = `sums of ${table.name} ${sums} by ${by ?? 'nothing'}${most === undefined ? '' : ', most'}`
  const summed = sums.map((path) => columnAt(table, path))
  const limit = most === undefined ? [] : [most]
  const query = composed(engine, head, parts, limit, (where, [count]) => {
    const found = engine.builder.selectFrom(table.name).where(where)
    const select = totals(isFoundFirst(aggregation) ? apart(engine, found, aggregation) : found, summed)
    if (by === undefined) return select
    const column = columnOf(by)
    const grouped = select.select(column).groupBy(column)
    const inOrder = (group: Select) => group.orderBy(column, (order) => order.asc().nullsFirst())
    return count ? inOrder(grouped.orderBy(sumOf(summed[0]!), 'desc')).limit(count) : inOrder(grouped)
  })
  const grouping = by === undefined ? undefined : columnAt(table, by)
  return (await connection.query(query)).map((row) => aggregateIn(row, summed, grouping))
}

/** For groups that no condition refers to: otherwise a planner may scan all rows in the order of the groups. */
const isFoundFirst = ({ by, conditions }: Aggregation): boolean =>
  by !== undefined && conditions.length > 0 && conditions.every(({ path }) => path !== by)

/** The rows are selected in a subquery, and grouped afterwards. */
const apart = ({ builder }: Engine, found: Select, { by, sums }: Aggregation): Select =>
  builder
    .with(
      (named) => named('found').materialized(),
      () => found.select([...new Set([by!, ...sums].map(columnOf))]),
    )
    .selectFrom('found')

const sumOf = ({ name }: Column) => sql`sum(${sql.ref(name)})`

/** A sum may exceed the exact integers of JavaScript, so it is returned as text. */
const totals = (select: Select, summed: readonly Column[]): Select =>
  select.select(({ fn }) => [
    fn.countAll().as('count'),
    ...summed.map((column, index) => sql`cast(${sumOf(column)} as text)`.as(`sum${index}`)),
  ])

const aggregateIn = (row: Values, summed: readonly Column[], grouping: Column | undefined): Aggregate => ({
  value: grouping ? (decodeValue(grouping.storage, row[1 + summed.length]) as Comparable) : null,
  count: Number(row[0]),
  sums: summed.map(({ storage }, index) => decodeValue(storage, Number(row[1 + index] ?? 0)) as number),
})
