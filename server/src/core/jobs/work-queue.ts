export interface WorkParts<Work, Claim, Outcome> {
  /** How many are worked on at the same time. */
  readonly atOnce: number
  /** Work with the same value is done one after the other, so that a later change does not overtake an earlier one. */
  orderOf?(work: Work): string | null
  /** Whose time has come, the oldest first. */
  due(): Promise<readonly Work[]>
  /** Whether anything new may begin. */
  isOpen?(): boolean
  /**
   * Reads again and takes the work: what was read as due may have been done since. Undefined: there is nothing left to do, and
   * `due` does not return it again.
   */
  claim(work: Work): Promise<Claim | undefined>
  /** Does the work, outside of any transaction. Undefined: it was broken off, and is done again after the next start. */
  perform(claim: Claim, stopping: AbortSignal): Promise<Outcome | undefined>
  /** Writes what came of it, if the state is still the one that was claimed. */
  settle(claim: Claim, outcome: Outcome): Promise<unknown>
  onError(error: unknown): void
}

interface Running {
  readonly order: string | null
  readonly work: Promise<void>
}

/** Does what is due, several at a time. What there is to do is in the database: it survives a crash. */
export class WorkQueue<Work extends { readonly id: string }, Claim, Outcome> {
  readonly #parts: WorkParts<Work, Claim, Outcome>
  readonly #running = new Map<string, Running>()
  readonly #stopping = new AbortController()
  #isFilling = false

  constructor(parts: WorkParts<Work, Claim, Outcome>) {
    this.#parts = parts
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** Starts what is due and may start now. */
  async fill(): Promise<void> {
    if (this.#isFilling || !this.#hasRoom) return
    this.#isFilling = true
    try {
      this.start(await this.#parts.due())
    } finally {
      this.#isFilling = false
    }
  }

  start(due: readonly Work[]): void {
    const busy = new Set([...this.#running.values()].map(({ order }) => order))
    for (const work of due) {
      if (!this.#hasRoom) return
      const order = this.#parts.orderOf?.(work) ?? null
      const isWaiting = order !== null && busy.has(order)
      busy.add(order)
      if (!isWaiting && !this.#running.has(work.id)) this.#run(work, order)
    }
  }

  /** Begins nothing more, tells running work to break off, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#running.values()].map(({ work }) => work))
  }

  get #hasRoom(): boolean {
    const { atOnce, isOpen } = this.#parts
    return this.#running.size < atOnce && !this.#stopping.signal.aborted && (isOpen?.() ?? true)
  }

  #run(found: Work, order: string | null): void {
    const work = this.#do(found)
      .finally(() => this.#running.delete(found.id))
      .then(() => this.fill()) // After an error the next look goes on: repeating it at once might go on for ever.
      .catch(this.#parts.onError)
    this.#running.set(found.id, { order, work })
  }

  async #do(work: Work): Promise<void> {
    const { claim, perform, settle } = this.#parts
    const claimed = await claim(work)
    const outcome = claimed && (await perform(claimed, this.#stopping.signal))
    if (outcome !== undefined) await settle(claimed!, outcome)
  }
}
