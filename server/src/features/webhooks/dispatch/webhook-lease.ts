import type { WebhookState } from '../webhooks.resource.ts'

/** A holder renews its lease while it sends, at the latest after this time … */
const RENEWED_MS = 2000
/** … begins nothing new after this time … */
const VALID_MS = 5000
/** … and others take the lease over when they have seen no renewal for this time. */
const SILENCE_MS = 7000

export interface LeaseParts {
  readonly holder: string
  /** No other server can use the database: a lease of another holder is that of a process that has ended. */
  readonly isAlone: boolean
  /** Milliseconds of a clock that is never set: the clocks of two machines need not agree. */
  readonly monotonic: () => number
  /** Writes that this dispatcher holds the lease, if the count is still this. Returns the new count. */
  take(seen: number): Promise<number | undefined>
}

/** The right to send for one webhook, which one dispatcher of all nodes has at a time. */
export class WebhookLease {
  readonly #parts: LeaseParts
  #seen = { count: -1, since: 0 }
  #held: { readonly count: number; readonly since: number } | undefined

  constructor(parts: LeaseParts) {
    this.#parts = parts
  }

  /** Must be called often: a lease of another node counts as given up when it stays unchanged. */
  observe({ leaseCount }: WebhookState): void {
    if (leaseCount !== this.#seen.count) this.#seen = { count: leaseCount, since: this.#parts.monotonic() }
  }

  /** Another node sends for the webhook. */
  isElsewhere({ holder, leaseCount }: WebhookState): boolean {
    const { isAlone, monotonic, holder: own } = this.#parts
    if (holder === null || holder === own || isAlone || this.#isOwn(leaseCount)) return false
    return monotonic() - this.#seen.since < SILENCE_MS
  }

  get isValid(): boolean {
    return this.#held !== undefined && this.#age < VALID_MS
  }

  /** Takes or renews it, where that is needed and possible. */
  async hold(state: WebhookState): Promise<boolean> {
    const { leaseCount } = state
    if (this.#isOwn(leaseCount) && this.#age < RENEWED_MS) return true
    if (this.isElsewhere(state)) return false
    const since = this.#parts.monotonic()
    const count = await this.#parts.take(Math.max(leaseCount, this.#held?.count ?? 0))
    this.#held = count === undefined ? undefined : { count, since }
    return count !== undefined
  }

  get #age(): number {
    return this.#parts.monotonic() - this.#held!.since
  }

  /** What was read of the database may be older than the last renewal. */
  #isOwn(leaseCount: number): boolean {
    return this.#held !== undefined && this.#held.count >= leaseCount
  }
}
