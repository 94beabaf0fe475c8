import { sql } from 'kysely'
import { compared } from '../../model/compared.ts'
import type { Connection, Engine } from '../engine.ts'
import { piecesOf, rowsOfHoles } from '../shapes.ts'
import { TALLIES, tallyNameOf } from './tally-keys.ts'

interface Share {
  readonly resource: string
  readonly key: string
  readonly amount: number
}

/** What is to be added to tallies, and is not written yet. */
export class Shares {
  readonly #shares = new Map<string, Map<string, number>>()

  add(resource: string, key: string, amount: number): void {
    const shares = this.#shares.get(resource) ?? new Map<string, number>()
    this.#shares.set(resource, shares.set(key, (shares.get(key) ?? 0) + amount))
  }

  at(resource: string, key: string): number {
    return this.#shares.get(resource)?.get(key) ?? 0
  }

  moveTo(other: Shares): void {
    for (const { resource, key, amount } of this.#all()) other.add(resource, key, amount)
    this.#shares.clear()
  }

  async write(engine: Engine, connection: Connection): Promise<void> {
    // In one order everywhere, so that two transactions never wait for each other.
    const rows = this.#all()
      .filter(({ amount }) => amount !== 0)
      .sort((a, b) => compared(a.resource, b.resource) || compared(a.key, b.key))
    this.#shares.clear()
    for (const some of piecesOf(rows)) await add(engine, connection, some)
  }

  #all(): Share[] {
    return [...this.#shares].flatMap(([resource, shares]) =>
      [...shares].map(([key, amount]) => ({ resource, key, amount })),
    )
  }
}

async function add(engine: Engine, connection: Connection, shares: readonly Share[]): Promise<void> {
  const slot = engine.tallySlot()
  const values = shares.flatMap(({ resource, key, amount }) => [resource, key, slot, amount])
  const insert = engine.shapes.fill(`tally ${shares.length}`, values, (hole) =>
    engine.builder
      .insertInto(TALLIES)
      .values(rowsOfHoles(hole, ['resource', 'key', 'slot', 'count'], shares.length))
      .onConflict((conflict) =>
        conflict
          .columns(['resource', 'key', 'slot'])
          .doUpdateSet({ count: sql`${sql.ref(`${TALLIES}.count`)} + ${sql.ref('excluded.count')}` }),
      ),
  )
  const names = shares.map(({ resource, key }) => tallyNameOf(resource, key))
  await connection.query({ ...insert, keys: names })
  for (const [index, { amount }] of shares.entries()) connection.memory?.tallyGrew(names[index]!, amount)
}
