import { type Comparable, plainList } from '../core/lists/list-query.ts'
import { CHANGES_MARK, talliedSums, tallyKeyOf } from '../db/counts/tallies.ts'
import type { Select } from '../db/engine.ts'
import { columnOf, decodeRow, type KeptSum, REMOVED_COLUMN, type Table } from '../db/table.ts'
import { fromScaled } from '../model/money.ts'
import { valueAt } from '../model/resource.ts'
import type { Check, Protocol } from './check.ts'
import type { Snapshot } from './snapshot.ts'

const PAGE_SIZE = 200

/** One family of kept totals: of all records, or for each value of a field; how many, or what another field adds up to. */
type Total = Partial<Pick<KeptSum, 'by' | 'field'>>

type Amounts = Map<Comparable, number>

export const keptTotals: Check = {
  name: 'totals',
  promise: 'Kept totals of lists, and kept sums such as what a customer owes, are what counting anew comes to.',
  async run(snapshot, protocol) {
    for (const table of snapshot.tables) if (!table.resource.internal) await checkTable(snapshot, table, protocol)
  },
}

async function checkTable(snapshot: Snapshot, table: Table, protocol: Protocol): Promise<void> {
  const families: Total[] = [{}, ...table.counted.map((by) => ({ by })), ...table.summed]
  let accounted = 0
  for (const total of families) {
    for await (const right of recounted(snapshot, table, total)) {
      protocol.looked(right.size)
      const kept = await keptFor(snapshot, table, total, [...right.keys()])
      for (const [value, amount] of right) {
        const found = kept.get(value) ?? 0
        if (found !== 0) accounted++
        protocol.expect(table.name, titleOf(total, value), found, amount)
      }
    }
  }
  const stray = (await countOfKept(snapshot, table)) - accounted
  if (stray > 0) protocol.fault(table.name, `${stray} kept totals belong to no record.`)
}

function titleOf({ by, field }: Total, value: Comparable): string {
  const where = by ? ` where ${by} is ${value}` : ''
  return field ? `the kept sum of ${field}${where}` : `the kept number of records${where}`
}

/** Counts anew, some values at a time. */
async function* recounted(snapshot: Snapshot, table: Table, { by, field }: Total): AsyncGenerator<Amounts> {
  const { connection } = snapshot
  const amount = (select: Select) =>
    select.select(({ fn }) => (field ? fn.sum(columnOf(field)) : fn.countAll()).as('amount'))
  const read = (value: unknown) => (field ? fromScaled(Number(value)) : Number(value))
  if (!by) {
    const [row] = await connection.query(amount(present(snapshot, table)).compile())
    yield new Map([[null, read(row![0])]])
    return
  }
  const name = columnOf(by)
  const columns = table.columns.filter((column) => column.name === name)
  const grouped = amount(present(snapshot, table).select(name).groupBy(name)).orderBy(name).limit(PAGE_SIZE)
  let page = await connection.query(grouped.where(name, 'is', null).compile())
  if (page.length === 0) page = await connection.query(grouped.where(name, 'is not', null).compile())
  while (page.length > 0) {
    yield new Map(page.map((row) => [valueAt(decodeRow(columns, row), by) as Comparable, read(row[1])]))
    const last = page.at(-1)![0]
    const rest = last === null ? grouped.where(name, 'is not', null) : grouped.where(name, '>', last)
    page = await connection.query(rest.compile())
  }
}

/** Removed records do not count. */
function present({ engine }: Snapshot, { name, resource }: Table): Select {
  const select: Select = engine.builder.selectFrom(name)
  return resource.retained ? select.where(REMOVED_COLUMN, 'is', null) : select
}

async function keptFor(
  { engine, connection }: Snapshot,
  table: Table,
  { by, field }: Total,
  values: readonly Comparable[],
): Promise<Amounts> {
  if (field) return talliedSums(engine, connection, table, { field, by: by! }, values as string[])
  const valueByKey = new Map(values.map((value) => [keyFor(table, by, value), value]))
  const kept = engine.builder
    .selectFrom('tallies')
    .select(({ fn }) => ['key', fn.sum('count').as('count')])
    .where('resource', '=', table.name)
    .where('key', 'in', [...valueByKey.keys()])
    .groupBy('key')
  const rows = await connection.query(kept.compile())
  return new Map(rows.map(([key, count]) => [valueByKey.get(key as string)!, Number(count)]))
}

/** A list that asks for this value knows its total by this key. */
function keyFor(table: Table, by: string | undefined, value: Comparable): string {
  const conditions = by ? [{ path: by, operator: 'eq' as const, values: [value] }] : []
  return tallyKeyOf(table, plainList(conditions))!
}

async function countOfKept({ engine, connection }: Snapshot, { name }: Table): Promise<number> {
  const keys = engine.builder
    .selectFrom('tallies')
    .select('key')
    .where('resource', '=', name)
    .where('key', 'not like', `${CHANGES_MARK}%`)
    .groupBy('key')
    .having(({ fn }) => fn.sum('count'), '<>', 0)
  const count = engine.builder.selectFrom(keys.as('kept')).select(({ fn }) => fn.countAll().as('count'))
  const [row] = await connection.query(count.compile())
  return Number(row![0])
}
