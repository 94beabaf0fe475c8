import { sql } from 'kysely'
import { fromScaled } from '../../model/decimal.ts'
import type { Connection, Engine } from '../engine.ts'
import { among, composed } from '../lists/conditions.ts'
import type { Table } from '../table.ts'
import { ALL, type Asked, changesThatMatter, sumKeyOf, TALLIES, tallyKeyOf, tallyNameOf } from './tally-keys.ts'

export async function tallied(engine: Engine, connection: Connection, table: Table, key: string): Promise<number> {
  const select = engine.shapes.fill('tallied', [table.name, key], (hole) =>
    engine.builder
      .selectFrom(TALLIES)
      .select(({ fn }) => fn.sum('count').as('total'))
      .where('resource', '=', hole(0))
      .where('key', '=', hole(1)),
  )
  const [row] = await connection.query({
    ...select,
    effect: 'read',
    table: TALLIES,
    keys: [tallyNameOf(table.name, key)],
  })
  return Number(row?.[0] ?? 0) + (connection.unwritten?.(table.name, key) ?? 0)
}

/** What is kept of a table. */
export interface Kept {
  /** How many records there are. */
  readonly all: number
  /** Another one whenever something has happened that may change who is in the list. */
  readonly version: string
  /** The tallies of some keys. */
  readonly counts: ReadonlyMap<string, number>
}

/** What is kept that a list can make use of: the version is the list's, the tallies are those of its single filters. */
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
  const counts = new Map(await writtenCounts(engine, connection, resource, wanted))
  for (const key of connection.unwritten ? wanted : []) {
    const unwritten = connection.unwritten!(resource, key)
    if (unwritten !== 0) counts.set(key, (counts.get(key) ?? 0) + unwritten)
  }
  return counts
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
  const rows = await connection.query({
    ...select,
    effect: 'read',
    table: TALLIES,
    keys: wanted.map((key) => tallyNameOf(resource, key)),
  })
  return rows.map(([key, total]) => [key as string, Number(total)])
}

/** The kept sums of a field, by value of the field that it is summed by. */
export async function talliedSums(
  engine: Engine,
  connection: Connection,
  { name, summed }: Table,
  field: string,
  values: readonly string[],
): Promise<Map<string, number>> {
  const { by } = summed.find((candidate) => candidate.field === field)!
  const valueByKey = new Map(values.map((value) => [sumKeyOf(field, by, value), value]))
  if (valueByKey.size === 0) return new Map()
  const counts = await countsBy(engine, connection, name, [...valueByKey.keys()])
  return new Map([...counts].map(([key, total]) => [valueByKey.get(key)!, fromScaled(total)]))
}
