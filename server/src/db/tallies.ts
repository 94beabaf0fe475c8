import { sql } from 'kysely'
import type { Comparable, ListQuery } from '../core/list-query.ts'
import { type AnyRecord, scalarsOf, valueAt } from '../model/resource.ts'
import type { Connection, Engine } from './engine.ts'
import type { Table } from './table.ts'

const TABLE = 'tallies'
const ALL = ''

const keyOf = (path: string, value: unknown) => `${path}=${JSON.stringify(value)}`

/** Under which keys a record is counted: among all, and for each counted field under its value. */
function keysOf(table: Table, record: AnyRecord): string[] {
  const keys = [ALL]
  for (const [path, { options }] of scalarsOf(table.resource.fields)) {
    if (options.counted) keys.push(keyOf(path, valueAt(record, path)))
  }
  return keys
}

/** Keeps the number of records per key exact, in the transaction that changes it. */
export async function countChange(
  engine: Engine,
  connection: Connection,
  table: Table,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
): Promise<void> {
  if (table.resource.internal) return
  const changes = new Map<string, number>()
  const add = (keys: string[], amount: number) => {
    for (const key of keys) changes.set(key, (changes.get(key) ?? 0) + amount)
  }
  if (before) add(keysOf(table, before), -1)
  if (after) add(keysOf(table, after), 1)
  const slot = engine.tallySlot()
  // In one order everywhere, so that two transactions never wait for each other.
  const keys = [...changes.keys()].filter((key) => changes.get(key) !== 0).sort()
  if (keys.length === 0) return
  const rows = keys.map((key) => ({ resource: table.name, key, slot, count: changes.get(key) }))
  const insert = engine.builder
    .insertInto(TABLE)
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['resource', 'key', 'slot'])
        .doUpdateSet({ count: sql`${sql.ref(`${TABLE}.count`)} + ${sql.ref('excluded.count')}` }),
    )
  await connection.query(insert.compile())
}

/** The key whose tally is the list's total; undefined where the rows must be counted. */
export function tallyKeyOf(table: Table, { conditions, words }: ListQuery): string | undefined {
  if (table.resource.internal || words.length > 0 || conditions.length > 1) return undefined
  const [condition] = conditions
  if (!condition) return ALL
  const field = scalarsOf(table.resource.fields).get(condition.path)
  return condition.operator === 'eq' && field?.options.counted
    ? keyOf(condition.path, condition.values[0] as Comparable)
    : undefined
}

export async function tallied(engine: Engine, connection: Connection, table: Table, key: string): Promise<number> {
  const select = engine.builder
    .selectFrom(TABLE)
    .select(({ fn }) => fn.sum('count').as('total'))
    .where('resource', '=', table.name)
    .where('key', '=', key)
  const [row] = await connection.query(select.compile())
  return Number(row?.[0] ?? 0)
}
