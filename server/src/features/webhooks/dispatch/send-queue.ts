import type { WebhookDelivery } from '../webhook-deliveries.resource.ts'

/** Attempts at the same time for one webhook. */
const AT_ONCE = 8

export interface SendQueueParts {
  /** Deliveries whose time has come, the oldest first. */
  due(): Promise<readonly WebhookDelivery[]>
  /** Makes one attempt and writes what came of it. */
  attempt(delivery: WebhookDelivery): Promise<void>
  /** Whether anything new may begin. */
  isOpen(): boolean
  onError(error: unknown): void
}

/**
 * The attempts of one webhook: several at a time, but of one record one after the other, so that a later version does not
 * overtake an earlier one in its first attempt.
 */
export class SendQueue {
  readonly #parts: SendQueueParts
  readonly #running = new Map<string, { readonly recordId: string | null; readonly work: Promise<void> }>()
  #isFilling = false

  constructor(parts: SendQueueParts) {
    this.#parts = parts
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ work }) => work))
  }

  /** Starts what is due and may start now. Returns whether anything is due. */
  async fill(): Promise<boolean> {
    if (this.#isFilling || !this.#parts.isOpen()) return !this.isIdle
    this.#isFilling = true
    try {
      const due = await this.#parts.due()
      this.start(due)
      return due.length > 0
    } finally {
      this.#isFilling = false
    }
  }

  start(due: readonly WebhookDelivery[]): void {
    const busy = new Set([...this.#running.values()].map(({ recordId }) => recordId))
    for (const delivery of due) {
      if (this.#running.size >= AT_ONCE || !this.#parts.isOpen()) return
      const { id, recordId } = delivery
      const isWaiting = recordId !== null && busy.has(recordId)
      busy.add(recordId)
      if (!isWaiting && !this.#running.has(id)) this.#run(delivery)
    }
  }

  #run(delivery: WebhookDelivery): void {
    const { id, recordId } = delivery
    const { attempt, onError } = this.#parts
    const work = attempt(delivery)
      .catch(onError)
      .finally(() => {
        this.#running.delete(id)
        this.fill().catch(onError)
      })
    this.#running.set(id, { recordId, work })
  }
}
