import { sql } from 'kysely'
import type { ListQuery } from '../../core/lists/list-query.ts'
import { fromScaled, toScaled } from '../../model/decimal.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import { holes, rowsOfHoles } from '../shapes.ts'
import type { Table } from '../table.ts'

const TABLE = 'tallies'
const ALL = ''

const sumKeyOf = (field: string, by: string, value: unknown) => `sum of ${field} by ${keyOf(by, value)}`
const keyOf = (path: string, value: unknown) => `${path}=${JSON.stringify(value)}`

/** What a record adds to which key: one among all and under each counted value, its amount to each sum. */
const sharesOf = ({ counted, summed }: Table, record: AnyRecord): [key: string, amount: number][] => [
  [ALL, 1],
  ...counted.map((path): [string, number] => [keyOf(path, valueAt(record, path)), 1]),
  ...summed.map(({ field, by }): [string, number] => [
    sumKeyOf(field, by, valueAt(record, by)),
    toScaled((valueAt(record, field) as number | null) ?? 0),
  ]),
]

/** Gathers what one transaction changes in the totals, and writes it at its end in one statement. */
export class TallyBook {
  readonly #changes = new Map<string, { resource: string; key: string; count: number }>()

  /** A record came, went, or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (table.resource.internal) return
    if (before) this.#add(table, before, -1)
    if (after) this.#add(table, after, 1)
  }

  async write(engine: Engine, connection: Connection): Promise<void> {
    const slot = engine.tallySlot()
    const changes = [...this.#changes].filter(([, { count }]) => count !== 0)
    this.#changes.clear()
    if (changes.length === 0) return
    // In one order everywhere, so that two transactions never wait for each other.
    const rows = changes
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { resource, key, count }]) => [resource, key, slot, count])
    const insert = engine.shapes.fill(`tally ${rows.length}`, rows.flat(), (hole) =>
      engine.builder
        .insertInto(TABLE)
        .values(rowsOfHoles(hole, ['resource', 'key', 'slot', 'count'], rows.length))
        .onConflict((conflict) =>
          conflict
            .columns(['resource', 'key', 'slot'])
            .doUpdateSet({ count: sql`${sql.ref(`${TABLE}.count`)} + ${sql.ref('excluded.count')}` }),
        ),
    )
    await connection.query(insert)
  }

  #add(table: Table, record: AnyRecord, sign: 1 | -1): void {
    for (const [key, share] of sharesOf(table, record)) {
      const name = `${table.name} ${key}`
      const change = this.#changes.get(name) ?? { resource: table.name, key, count: 0 }
      change.count += sign * share
      this.#changes.set(name, change)
    }
  }
}

/** The key whose tally is the list's total; undefined where the rows must be counted. */
export function tallyKeyOf({ resource, counted }: Table, { conditions, words }: ListQuery): string | undefined {
  if (resource.internal || words.length > 0 || conditions.length > 1) return undefined
  const [condition] = conditions
  if (!condition) return ALL
  const { path, operator, values } = condition
  return operator === 'eq' && counted.includes(path) ? keyOf(path, values[0]) : undefined
}

export async function tallied(engine: Engine, connection: Connection, table: Table, key: string): Promise<number> {
  const select = engine.shapes.fill('tallied', [table.name, key], (hole) =>
    engine.builder
      .selectFrom(TABLE)
      .select(({ fn }) => fn.sum('count').as('total'))
      .where('resource', '=', hole(0))
      .where('key', '=', hole(1)),
  )
  const [row] = await connection.query(select)
  return Number(row?.[0] ?? 0)
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
  const keys = [...valueByKey.keys()]
  if (keys.length === 0) return new Map()
  const select = engine.shapes.fill(`tallied sums ${keys.length}`, [name, ...keys], (hole) =>
    engine.builder
      .selectFrom(TABLE)
      .select(({ fn }) => ['key', fn.sum('count').as('total')])
      .where('resource', '=', hole(0))
      .where('key', 'in', holes(hole, keys.length, 1))
      .groupBy('key'),
  )
  const rows = await connection.query(select)
  return new Map(rows.map(([key, total]) => [valueByKey.get(key as string)!, fromScaled(Number(total))]))
}
