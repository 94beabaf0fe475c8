import { toScaled } from '../../model/decimal.ts'
import { type AnyRecord, valueAt } from '../../model/resource.ts'
import type { Table } from '../table.ts'
import { CountDeltas } from './count-deltas.ts'
import { ALL, ARRIVALS_AND_DEPARTURES, changesOf, keyOf, sumKeyOf, WRITES } from './tally-keys.ts'

/** What one request changes in the kept counts and sums. */
export class PendingCounts {
  readonly #own = new CountDeltas()
  /** Of the requests before it in the same transaction. */
  readonly #shared: CountDeltas

  constructor(shared: CountDeltas) {
    this.#shared = shared
  }

  /** A record came, went, or changed. */
  note(table: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): void {
    if (table.resource.internal) return
    if (before) this.#add(table, before, -1)
    if (after) this.#add(table, after, 1)
    for (const key of changesBetween(table, before, after)) this.#own.add(table.name, key, 1)
  }

  #add({ name, counted, summed }: Table, record: AnyRecord, sign: 1 | -1): void {
    this.#own.add(name, ALL, sign)
    for (const path of counted) this.#own.add(name, keyOf(path, valueAt(record, path)), sign)
    for (const { field, by } of summed) {
      const amount = toScaled((valueAt(record, field) as number | null) ?? 0)
      this.#own.add(name, sumKeyOf(field, by, valueAt(record, by)), sign * amount)
    }
  }

  /** What is missing from a tally in the database. */
  unwritten(resource: string, key: string): number {
    return this.#own.at(resource, key) + this.#shared.at(resource, key)
  }

  publish(): void {
    this.#own.moveTo(this.#shared)
  }
}

function changesBetween({ counted }: Table, before: AnyRecord | undefined, after: AnyRecord | undefined): string[] {
  if (!before || !after) return [WRITES, ARRIVALS_AND_DEPARTURES]
  return [WRITES, ...counted.filter((path) => valueAt(before, path) !== valueAt(after, path)).map(changesOf)]
}
