import { sql } from 'kysely'
import type { Connection, Engine } from '../engine.ts'
import { piecesOf, rowsOfHoles } from '../shapes.ts'
import { TALLIES } from './tally-keys.ts'

interface Share {
  readonly name: string
  readonly resource: string
  readonly key: string
  amount: number
}

/** What is to be added to tallies, and is not written yet. */
export class Shares {
  readonly #shares = new Map<string, Share>()

  add(resource: string, key: string, amount: number): void {
    const name = `${resource} ${key}`
    const share = this.#shares.get(name)
    if (share) share.amount += amount
    else this.#shares.set(name, { name, resource, key, amount })
  }

  at(resource: string, key: string): number {
    return this.#shares.get(`${resource} ${key}`)?.amount ?? 0
  }

  moveTo(other: Shares): void {
    for (const { resource, key, amount } of this.#shares.values()) other.add(resource, key, amount)
    this.#shares.clear()
  }

  async write(engine: Engine, connection: Connection): Promise<void> {
    // In one order everywhere, so that two transactions never wait for each other.
    const rows = [...this.#shares.values()]
      .filter(({ amount }) => amount !== 0)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    this.#shares.clear()
    for (const some of piecesOf(rows)) await add(engine, connection, some)
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
  await connection.query(insert)
}
