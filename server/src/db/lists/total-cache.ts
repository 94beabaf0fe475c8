import { Bounded } from '../../model/memo.ts'

const ENTRIES_MAX = 2000

interface Counted {
  readonly version: string
  /** Set as soon as it is counted. */
  total?: number
  readonly counting: Promise<number>
}

/**
 * Caches totals of lists, and which lists are slow to scan. A total is valid for the version of its table at which it was
 * counted: every write raises the version in its own transaction, so that no other node, crash or rollback can make a
 * total stale.
 */
export class TotalCache {
  readonly #totals = new Bounded<Counted>(ENTRIES_MAX)
  readonly #slowScans = new Bounded<true>(ENTRIES_MAX)

  /** Undefined if it has to be counted, or is being counted. */
  at(list: string, version: string): number | undefined {
    const known = this.#totals.get(list)
    return known?.version === version ? known.total : undefined
  }

  /** Counts the rows, unless another request is already counting them. */
  count(list: string, version: string, work: () => Promise<number>): Promise<number> {
    const known = this.#totals.get(list)
    if (known?.version === version) return known.counting
    const counted: Counted = { version, counting: work() }
    this.#totals.keep(list, counted)
    counted.counting.then(
      (total) => {
        counted.total = total
      },
      () => this.#totals.forget(list),
    )
    return counted.counting
  }

  /** A scan of this list found too few of its records. */
  isSlowScan(list: string): boolean {
    return this.#slowScans.get(list) === true
  }

  markSlowScan(list: string): void {
    this.#slowScans.keep(list, true)
  }
}
