import { Bounded } from '../../model/memo/bounded.ts'
import type { AnyRecord } from '../../model/resource.ts'

const KEPT_OF_EACH = 4000

/** What one who writes alone knows of the database. */
export class Memory {
  /** By resource and id: an id alone does not tell whose it is, since a body may name any where another belongs. */
  readonly #records = new Map<string, Bounded<AnyRecord>>()
  #tallies = new Bounded<number>(KEPT_OF_EACH)
  #numbers = new Bounded<number>(KEPT_OF_EACH)

  of(resource: string): Bounded<AnyRecord> {
    const known = this.#records.get(resource) ?? new Bounded<AnyRecord>(KEPT_OF_EACH)
    this.#records.set(resource, known)
    return known
  }

  tallyAt(name: string): number | undefined {
    return this.#tallies.get(name)
  }

  keepTally(name: string, count: number): void {
    this.#tallies.keep(name, count)
  }

  /** So much was added to a tally. */
  tallyGrew(name: string, amount: number): void {
    const known = this.tallyAt(name)
    if (known !== undefined) this.keepTally(name, known + amount)
  }

  /** The last number of a series. */
  numberOf(series: string): number | undefined {
    return this.#numbers.get(series)
  }

  keepNumber(series: string, last: number): number {
    return this.#numbers.keep(series, last)
  }

  forgetAll(): void {
    this.#records.clear()
    this.#numbers = new Bounded<number>(KEPT_OF_EACH)
    this.#tallies = new Bounded<number>(KEPT_OF_EACH)
  }
}
