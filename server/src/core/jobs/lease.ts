import type { Host } from './jobs.ts'

/**
 * Which work other nodes are at. A node that is at work changes the state of its work from time to time; one that has not for
 * some time has stopped. The time is counted from what this node has seen, by a clock that is never set: the clocks of two
 * machines need not agree. So this only says when to try: the step that takes the work checks that its state is as it was seen.
 */
export class LeaseWatch {
  readonly #silenceMs: number
  readonly #monotonic: Host['monotonic']
  readonly #seen = new Map<string, { readonly state: string; readonly since: number }>()

  constructor(silenceMs: number, monotonic: Host['monotonic']) {
    this.#silenceMs = silenceMs
    this.#monotonic = monotonic
  }

  /** For how long another node may still be at work on it; 0 if that node has stopped. */
  heldFor(id: string, state: string): number {
    const now = this.#monotonic()
    const known = this.#seen.get(id)
    if (known?.state === state) return Math.max(0, known.since + this.#silenceMs - now)
    this.#seen.set(id, { state, since: now })
    return this.#silenceMs
  }

  /** Forgets all other work. */
  keepOnly(ids: Iterable<string>): void {
    const kept = new Set(ids)
    for (const id of this.#seen.keys()) if (!kept.has(id)) this.#seen.delete(id)
  }
}

/** A holder renews its lease while it works, at the latest after this time … */
const RENEWED_MS = 2000
/** … begins nothing new after this time … */
const VALID_MS = 5000
/** … and others take the lease over when they have seen no renewal for this time. */
const SILENCE_MS = 7000

/** As it is stored. */
export interface LeaseState {
  readonly holder: string | null
  /** How often the lease was taken or renewed. */
  readonly leaseCount: number
}

/** Writes that this node has the lease, if the count is still this. Returns the new count. */
type Take = (seen: number) => Promise<number | undefined>

/** The right to do the work of one record, which one node has at a time, for work whose steps are not all in the database. */
export class Lease {
  readonly #host: Pick<Host, 'holder' | 'isAlone' | 'monotonic'>
  readonly #take: Take
  readonly #others: LeaseWatch
  #held: { readonly count: number; readonly since: number } | undefined

  constructor(host: Pick<Host, 'holder' | 'isAlone' | 'monotonic'>, take: Take) {
    this.#host = host
    this.#take = take
    this.#others = new LeaseWatch(SILENCE_MS, host.monotonic)
  }

  /** Another node has it. Must be asked often: a lease counts as given up when it stays unchanged. */
  isElsewhere({ holder, leaseCount }: LeaseState): boolean {
    const { isAlone, holder: own } = this.#host // alone: another holder was a process that has ended
    if (holder === null || holder === own || isAlone || this.#isOwn(leaseCount)) return false
    return this.#others.heldFor('', `${leaseCount}`) > 0
  }

  get isValid(): boolean {
    return this.#held !== undefined && this.#age < VALID_MS
  }

  /** Takes or renews it, where that is needed and possible. Not to be called again while it does. */
  async hold(state: LeaseState): Promise<boolean> {
    const { leaseCount } = state
    if (this.#isOwn(leaseCount) && this.#age < RENEWED_MS) return true
    if (this.isElsewhere(state)) return false
    const since = this.#host.monotonic()
    const count = await this.#take(Math.max(leaseCount, this.#held?.count ?? 0))
    this.#held = count === undefined ? undefined : { count, since }
    return this.isValid
  }

  get #age(): number {
    return this.#host.monotonic() - this.#held!.since
  }

  /** What was read of the database may be older than the last renewal. */
  #isOwn(leaseCount: number): boolean {
    return this.#held !== undefined && this.#held.count >= leaseCount
  }
}
