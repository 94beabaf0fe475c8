import { Bounded } from '../../model/memo/bounded.ts'
import type { AnyRecord } from '../../model/resource.ts'

const KEPT_OF_EACH = 4000

/** What one who writes alone knows of the database. */
export class Memory {
  /** By resource and id: an id alone does not tell whose it is, since a body may name any where another belongs. */
  readonly #records = new Map<string, Bounded<AnyRecord>>()
  #tallies = new Bounded<number>(KEPT_OF_EACH)

  of(resource: string): Bounded<AnyRecord> {
    const known = this.#records.get(resource) ?? new Bounded<AnyRecord>(KEPT_OF_EACH)
    this.#records.set(resource, known)
    return known
  }

  tallyAt(resource: string, key: string): number | undefined {
    return this.#tallies.get(`${resource} ${key}`)
  }

  keepTally(resource: string, key: string, count: number): void {
    this.#tallies.keep(`${resource} ${key}`, count)
  }

  /** So much was added to a tally. */
  tallyGrew(resource: string, key: string, amount: number): void {
    const known = this.tallyAt(resource, key)
    if (known !== undefined) this.keepTally(resource, key, known + amount)
  }

  forgetAll(): void {
    this.#records.clear()
    this.#tallies = new Bounded<number>(KEPT_OF_EACH)
  }
}
