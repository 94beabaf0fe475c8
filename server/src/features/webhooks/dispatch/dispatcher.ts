import { equals, plainList } from '../../../core/lists/list-query.ts'
import { wholeScope } from '../../../core/store.ts'
import { timeText } from '../../../model/text.ts'
import { headsOf } from '../../events/merge-chains.ts'
import { webhookStates, webhooks } from '../webhooks.resource.ts'
import type { DispatcherParts } from './dispatcher-parts.ts'
import { WebhookWorker } from './webhook-worker.ts'

const WEBHOOKS_MAX = 1000

/**
 * Sends webhooks. What there is to send is in the database: it survives a crash, and of several nodes one sends for a webhook.
 * A crash between the answer of the receiver and our commit sends an event again, with the same id.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #workers = new Map<string, WebhookWorker>()

  constructor(parts: DispatcherParts) {
    this.#parts = parts
  }

  /** How long the slowest webhook has been behind the change feed. */
  get lagMs(): number {
    return Math.max(0, ...[...this.#workers.values()].map(({ lagMs }) => lagMs))
  }

  /** Looks once for something to do; attempts go on after it. */
  async look(): Promise<void> {
    const { store, clock } = this.#parts
    const reads = store.reads(wholeScope(timeText(clock())))
    const { records: active } = await reads.list(
      webhooks,
      plainList([equals('isActive', true)], { perPage: WEBHOOKS_MAX }),
    )
    const ids = active.map(({ id }) => id)
    for (const [id, worker] of this.#workers) if (worker.isIdle && !ids.includes(id)) this.#workers.delete(id)
    if (active.length === 0) return
    const [states, heads] = await Promise.all([reads.getMany(webhookStates, ids), headsOf(reads)])
    await Promise.all(
      active.map(async (webhook) => {
        const state = states.get(webhook.id)
        if (!state) return
        const worker = this.#workers.get(webhook.id) ?? new WebhookWorker(this.#parts, webhook)
        this.#workers.set(webhook.id, worker)
        await worker.look(webhook, state, heads.join()).catch(this.#parts.onError)
      }),
    )
  }

  /** Breaks off running attempts, which another start or node makes again. */
  async stop(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()))
  }
}
