import { sql } from 'kysely'
import { toScaled } from '../../model/decimal.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import { rowsOfHoles } from '../shapes.ts'
import type { Table } from '../table.ts'
import { ALL, ARRIVALS_AND_DEPARTURES, changesOf, keyOf, sumKeyOf, TALLIES, WRITES } from './tally-keys.ts'

/** What a record adds to which key: one among all and under each counted value, its amount to each sum. */
const sharesOf = ({ counted, summed }: Table, record: AnyRecord): [key: string, amount: number][] => [
  [ALL, 1],
  ...counted.map((path): [string, number] => [keyOf(path, valueAt(record, path)), 1]),
  ...summed.map(({ field, by }): [string, number] => [
    sumKeyOf(field, by, valueAt(record, by)),
    toScaled((valueAt(record, field) as number | null) ?? 0),
  ]),
]

function changesBetween({ counted }: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): string[] {
  if (!before || !after) return [WRITES, ARRIVALS_AND_DEPARTURES]
  return [WRITES, ...counted.filter((path) => valueAt(before, path) !== valueAt(after, path)).map(changesOf)]
}

/** Gathers what one transaction changes in the totals, and writes it at its end in one statement. */
export class TallyBook {
  readonly #shares = new Map<string, Share>()
  readonly #changes = new Map<string, Share>()

  /** A record came, went, or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (table.resource.internal) return
    for (const [key, share] of before ? sharesOf(table, before) : []) add(this.#shares, table, key, -share)
    for (const [key, share] of after ? sharesOf(table, after) : []) add(this.#shares, table, key, share)
    for (const key of changesBetween(table, before, after)) add(this.#changes, table, key, 1)
  }

  /** What the transaction has changed so far, for whoever asks for sums in it. */
  writeShares(engine: Engine, connection: Connection): Promise<void> {
    return writeAll(engine, connection, taken(this.#shares))
  }

  async write(engine: Engine, connection: Connection): Promise<void> {
    await writeAll(engine, connection, [...taken(this.#shares), ...taken(this.#changes)])
  }
}

interface Share {
  readonly name: string
  readonly resource: string
  readonly key: string
  count: number
}

function add(shares: Map<string, Share>, { name: resource }: Table, key: string, count: number): void {
  const name = `${resource} ${key}`
  const share = shares.get(name) ?? { name, resource, key, count: 0 }
  share.count += count
  shares.set(name, share)
}

function taken(shares: Map<string, Share>): Share[] {
  const all = [...shares.values()].filter(({ count }) => count !== 0)
  shares.clear()
  return all
}

async function writeAll(engine: Engine, connection: Connection, shares: readonly Share[]): Promise<void> {
  if (shares.length === 0) return
  const slot = engine.tallySlot()
  // In one order everywhere, so that two transactions never wait for each other.
  const rows = shares
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ resource, key, count }) => [resource, key, slot, count])
  const insert = engine.shapes.fill(`tally ${rows.length}`, rows.flat(), (hole) =>
    engine.builder
      .insertInto(TALLIES)
      .values(rowsOfHoles(hole, ['resource', 'key', 'slot', 'count'], rows.length))
      .onConflict((conflict) =>
        conflict
          .columns(['resource', 'key', 'slot'])
          .doUpdateSet({ count: sql`${sql.ref(`${TALLIES}.count`)} + ${sql.ref('excluded.count')}` }),
      ),
  )
  await connection.query(insert)
}
