import { toScaled } from '../../model/decimal.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import type { Connection, Engine } from '../engine.ts'
import type { Table } from '../table.ts'
import { Shares } from './shares.ts'
import { ALL, ARRIVALS_AND_DEPARTURES, changesOf, keyOf, sumKeyOf, WRITES } from './tally-keys.ts'

const COMMON = 'tallies'

/** Gathers what one transaction changes in the totals, and writes it at its end. */
export class TallyBook {
  readonly #engine: Engine
  readonly #connection: Connection
  readonly #counts = new Shares()
  /** Apart from the counts: each may be refused for growing too large, and then only whoever made it grow is. */
  readonly #sums = new Shares()
  /** Of all who share the commit. */
  readonly #common: Shares | undefined

  constructor(engine: Engine, connection: Connection) {
    this.#engine = engine
    this.#connection = connection
    this.#common = connection.sharedInCommit?.(COMMON, () => {
      const shares = new Shares()
      return { content: shares, write: () => shares.write(engine, connection) }
    })
  }

  /** A record came, went, or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (table.resource.internal) return
    if (before) this.#add(table, before, -1)
    if (after) this.#add(table, after, 1)
    for (const key of changesBetween(table, before, after)) this.#counts.add(table.name, key, 1)
  }

  #add({ name, counted, summed }: Table, record: AnyRecord, sign: 1 | -1): void {
    this.#counts.add(name, ALL, sign)
    for (const path of counted) this.#counts.add(name, keyOf(path, valueAt(record, path)), sign)
    for (const { field, by } of summed) {
      const amount = toScaled((valueAt(record, field) as number | null) ?? 0)
      this.#sums.add(name, sumKeyOf(field, by, valueAt(record, by)), sign * amount)
    }
  }

  /** What is missing from a tally in the database. */
  unwritten(resource: string, key: string): number {
    return this.#counts.at(resource, key) + this.#sums.at(resource, key) + (this.#common?.at(resource, key) ?? 0)
  }

  /** Whatever others might wait for is written before anything else is locked. */
  async settle(): Promise<void> {
    await this.#sums.write(this.#engine, this.#connection)
    if (!this.#common) await this.#counts.write(this.#engine, this.#connection)
  }

  /** The last that a transaction does, when nothing can fail any more: its counts belong to all who share the commit. */
  handOver(): void {
    if (this.#common) this.#counts.moveTo(this.#common)
  }
}

function changesBetween({ counted }: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): string[] {
  if (!before || !after) return [WRITES, ARRIVALS_AND_DEPARTURES]
  return [WRITES, ...counted.filter((path) => valueAt(before, path) !== valueAt(after, path)).map(changesOf)]
}
