import { sql } from 'kysely'
import { toScaled } from '../../model/money.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import { compared } from '../../model/text.ts'
import type { Connection, Engine } from '../engine.ts'
import { piecesOf, rowsOfHoles } from '../shapes.ts'
import type { Table } from '../table.ts'
import { ALL, ARRIVALS_AND_DEPARTURES, changesOf, keyOf, sumKeyOf, TALLIES, tallyNameOf, WRITES } from './tallies.ts'

interface CountDelta {
  readonly resource: string
  readonly key: string
  readonly amount: number
}

/** Count deltas that are not written yet. */
export class CountDeltas {
  readonly #deltas = new Map<string, Map<string, number>>()
  /** Those that these will be added to. */
  readonly below: CountDeltas | undefined

  constructor(below?: CountDeltas) {
    this.below = below
  }

  add(resource: string, key: string, amount: number): void {
    const deltas = this.#deltas.get(resource) ?? new Map<string, number>()
    this.#deltas.set(resource, deltas.set(key, (deltas.get(key) ?? 0) + amount))
  }

  /** With those below. */
  at(resource: string, key: string): number {
    return (this.#deltas.get(resource)?.get(key) ?? 0) + (this.below?.at(resource, key) ?? 0)
  }

  copyTo(other: CountDeltas): void {
    for (const [resource, deltas] of this.#deltas) for (const [key, amount] of deltas) other.add(resource, key, amount)
  }

  publish(): void {
    this.copyTo(this.below!)
    this.#deltas.clear()
  }

  async write(engine: Engine, connection: Connection): Promise<void> {
    // Sorted, so that two transactions never deadlock.
    const rows = this.#all()
      .filter(({ amount }) => amount !== 0)
      .sort((a, b) => compared(a.resource, b.resource) || compared(a.key, b.key))
    this.#deltas.clear()
    for (const some of piecesOf(rows)) await add(engine, connection, some)
  }

  #all(): CountDelta[] {
    return [...this.#deltas].flatMap(([resource, deltas]) =>
      [...deltas].map(([key, amount]) => ({ resource, key, amount })),
    )
  }
}

async function add(engine: Engine, connection: Connection, deltas: readonly CountDelta[]): Promise<void> {
  const values = deltas.flatMap(({ resource, key, amount }) => [resource, key, engine.slot, amount])
  const insert = engine.shapes.fill(`tally ${deltas.length}`, values, (hole) =>
    engine.builder
      .insertInto(TALLIES)
      .values(rowsOfHoles(hole, ['resource', 'key', 'slot', 'count'], deltas.length))
      .onConflict((conflict) =>
        conflict
          .columns(['resource', 'key', 'slot'])
          .doUpdateSet({ count: sql`${sql.ref(`${TALLIES}.count`)} + ${sql.ref('excluded.count')}` }),
      ),
  )
  const keys = deltas.map(({ resource, key }) => tallyNameOf(resource, key))
  await connection.query({ ...insert, effect: 'write', table: TALLIES, keys })
}

/** The count deltas of one request, or of an attempt within it. */
export class PendingCounts {
  readonly own: CountDeltas

  /** `below` are those of earlier requests in the same transaction, or of the request of the attempt. */
  constructor(below: CountDeltas) {
    this.own = new CountDeltas(below)
  }

  /** A record was added, removed or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (table.resource.internal) return
    if (before) this.#add(table, before, -1)
    if (after) this.#add(table, after, 1)
    for (const key of changesBetween(table, before, after)) this.own.add(table.name, key, 1)
  }

  #add({ name, counted, summed }: Table, record: AnyRecord, sign: 1 | -1): void {
    this.own.add(name, ALL, sign)
    for (const path of counted) this.own.add(name, keyOf(path, valueAt(record, path)), sign)
    for (const { field, by } of summed) {
      const amount = toScaled((valueAt(record, field) as number | null) ?? 0)
      this.own.add(name, sumKeyOf(field, by, valueAt(record, by)), sign * amount)
    }
  }

  /** The delta that the database does not have yet. */
  unwritten(resource: string, key: string): number {
    return this.own.at(resource, key)
  }

  publish(): void {
    this.own.publish()
  }

  /** Writes all those of the request, to be rolled back: the database refuses a sum that is too large. */
  rehearse(engine: Engine, connection: Connection): Promise<void> {
    const all = new CountDeltas()
    for (let deltas = this.own; deltas.below; deltas = deltas.below) deltas.copyTo(all)
    return all.write(engine, connection)
  }
}

function changesBetween({ counted }: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): string[] {
  if (!before || !after) return [WRITES, ARRIVALS_AND_DEPARTURES]
  return [WRITES, ...counted.filter((path) => valueAt(before, path) !== valueAt(after, path)).map(changesOf)]
}
