import { sql } from 'kysely'
import type { ListQuery } from '../../core/lists/list-query.ts'
import { onceFor } from '../../model/memo.ts'
import { fromScaled } from '../../model/money.ts'
import type { Connection, Declared, Engine, Query } from '../engine.ts'
import { among, columnAt, composed } from '../lists/conditions.ts'
import type { KeptSum, Table } from '../table.ts'

type Tables = ReadonlyMap<string, Table>

export const TALLIES = 'tallies'
export const ALL = ''

/** Counters of the changes to the records of a table. They only grow, so that no reader misses a change. */
export const CHANGES_MARK = '#'
export const WRITES = `${CHANGES_MARK}writes`
export const ARRIVALS_AND_DEPARTURES = `${CHANGES_MARK}arrivals and departures`
export const changesOf = (path: string) => `${CHANGES_MARK}changes of ${path}`

export const sumKeyOf = (field: string, by: string, value: unknown) => `sum of ${field} by ${keyOf(by, value)}`
export const keyOf = (path: string, value: unknown) => `${path}=${JSON.stringify(value)}`

/** Among the tallies of all tables. */
export const tallyNameOf = (table: string, key: string) => `${table} ${key}`

/** What a list asks for, in whatever order. */
export type Asked = Pick<ListQuery, 'conditions' | 'words'>

/** The key whose tally is the list's total; undefined where the rows must be counted. */
export function tallyKeyOf({ resource, counted }: Table, { conditions, words }: Asked): string | undefined {
  if (resource.internal || words.length > 0 || conditions.length > 1) return undefined
  const [condition] = conditions
  if (!condition) return ALL
  const { path, operator, values } = condition
  return operator === 'eq' && counted.includes(path) ? keyOf(path, values[0]) : undefined
}

/** A list filtered by counted fields only is not affected by changes of other fields, if the reader sees all records. */
export function changesThatMatter({ counted }: Table, { conditions, words }: Asked, isWhole: boolean): string[] {
  const paths = conditions.map(({ path }) => path)
  if (!isWhole || words.length > 0 || !paths.every((path) => counted.includes(path))) return [WRITES]
  return [ARRIVALS_AND_DEPARTURES, ...paths.map(changesOf)]
}

export async function tallied(engine: Engine, connection: Connection, { name }: Table, key: string): Promise<number> {
  const [row] = await connection.query(tallyQuery(engine, name, key))
  return Number(row?.[1] ?? 0) + (connection.unwritten?.(name, key) ?? 0)
}

/** The stored counts of a table. */
export interface Kept {
  /** How many records there are. */
  readonly all: number
  /** Changes with every write that may affect the list. */
  readonly version: string
  /** The tallies of some keys. */
  readonly counts: ReadonlyMap<string, number>
}

/** The stored counts that a list can use: the version of the list, and the counts of its single filters. */
export async function keptCounts(
  engine: Engine,
  connection: Connection,
  table: Table,
  list: Asked,
  isWhole: boolean,
): Promise<Kept> {
  const keys = list.conditions.flatMap((condition) => tallyKeyOf(table, { conditions: [condition], words: [] }) ?? [])
  const changes = changesThatMatter(table, list, isWhole)
  const counts = await countsBy(engine, connection, table.name, [ALL, ...changes, ...keys])
  const version = changes.map((key) => counts.get(key) ?? 0).join()
  return { all: counts.get(ALL) ?? 0, version, counts }
}

async function countsBy(
  engine: Engine,
  connection: Connection,
  resource: string,
  wanted: readonly string[],
): Promise<Map<string, number>> {
  const { unwritten } = connection
  if (!unwritten) return new Map(await writtenCounts(engine, connection, resource, wanted))
  // Key by key, since a transaction caches what it has read; pending deltas are added.
  const rows = await Promise.all(wanted.map((key) => connection.query(tallyQuery(engine, resource, key))))
  return new Map(wanted.map((key, index) => [key, Number(rows[index]![0]?.[1] ?? 0) + unwritten(resource, key)]))
}

async function writtenCounts(
  engine: Engine,
  connection: Connection,
  resource: string,
  wanted: readonly string[],
): Promise<[string, number][]> {
  const keys = among(engine, 'key', sql.ref('key'), wanted)
  const select = composed(engine, 'tallied by key', [keys], [resource], (where, [table]) =>
    engine.builder
      .selectFrom(TALLIES)
      .select(({ fn }) => ['key', fn.sum('count').as('total')])
      .where('resource', '=', table!)
      .where(where)
      .groupBy('key'),
  )
  return (await connection.query(select)).map(([key, total]) => [key as string, Number(total)])
}

/** One count, as it is in the database. */
function tallyQuery({ builder, shapes, anyOf }: Engine, resource: string, key: string): Query {
  const counts = () =>
    builder
      .selectFrom(TALLIES)
      .select(({ fn }) => ['key', fn.sum('count').as('total')])
      .where('resource', '=', sql.lit(resource))
      .groupBy('key')
  const one = shapes.fill(`tally of ${resource}`, [key], (hole) => counts().where('key', '=', hole(0)))
  const many =
    anyOf && shapes.fill(`tallies of ${resource}`, [], () => counts().where(anyOf(sql.ref('key'), sql`${[]}`)))
  const table = `${TALLIES} of ${resource}` // what is pending is added to what is read, so a read need not wait for it
  return { ...one, ...(many && { many }), effect: 'read', table, keys: [key], rows: 'all' }
}

/** The sums that are kept by records of a resource: a request that names such a record is likely to ask for them. */
export const declaredSums = (engine: Engine, tables: Tables, target: string, id: string): Declared[] =>
  sumsBy(tables, target).map(({ table, field, by }) => {
    const key = sumKeyOf(field, by, id)
    return { query: tallyQuery(engine, table.name, key), key }
  })

/** The sums that tables keep by records of a resource. */
export const sumsBy = (tables: Tables, target: string) => sumsByTarget(tables).get(target) ?? []

const sumsByTarget = onceFor((tables: Tables) => {
  const sums = [...tables.values()].flatMap((table) => table.summed.map((sum) => ({ table, ...sum })))
  return Map.groupBy(sums, ({ table, by }) => columnAt(table, by).field.options.target)
})

/** The kept sums of a field, by value of the field that it is summed by. */
export async function talliedSums(
  engine: Engine,
  connection: Connection,
  { name }: Table,
  { field, by }: Pick<KeptSum, 'field' | 'by'>,
  values: readonly string[],
): Promise<Map<string, number>> {
  const valueByKey = new Map(values.map((value) => [sumKeyOf(field, by, value), value]))
  if (valueByKey.size === 0) return new Map()
  const counts = await countsBy(engine, connection, name, [...valueByKey.keys()])
  return new Map([...counts].map(([key, total]) => [valueByKey.get(key)!, fromScaled(total)]))
}
