import { sql } from 'kysely'
import { compared } from '../../model/compared.ts'
import type { Connection, Engine } from '../engine.ts'
import { piecesOf, rowsOfHoles } from '../shapes.ts'
import { TALLIES, tallyNameOf } from './tally-keys.ts'

interface CountDelta {
  readonly resource: string
  readonly key: string
  readonly amount: number
}

/** What is to be added to tallies, and is not written yet. */
export class CountDeltas {
  readonly #deltas = new Map<string, Map<string, number>>()

  add(resource: string, key: string, amount: number): void {
    const deltas = this.#deltas.get(resource) ?? new Map<string, number>()
    this.#deltas.set(resource, deltas.set(key, (deltas.get(key) ?? 0) + amount))
  }

  at(resource: string, key: string): number {
    return this.#deltas.get(resource)?.get(key) ?? 0
  }

  moveTo(other: CountDeltas): void {
    for (const { resource, key, amount } of this.#all()) other.add(resource, key, amount)
    this.#deltas.clear()
  }

  async write(engine: Engine, connection: Connection): Promise<void> {
    // In one order everywhere, so that two transactions never wait for each other.
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
