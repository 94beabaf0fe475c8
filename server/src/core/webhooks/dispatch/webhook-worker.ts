import type { AnyRecord } from '../../../model/resource.ts'
import { timeText } from '../../../model/text.ts'
import { type Actor, serviceActor } from '../../access.ts'
import { equals, plainList } from '../../lists/list-query.ts'
import { Problem } from '../../problem.ts'
import { wholeScope } from '../../store.ts'
import { tracing } from '../../tracing/tracing.ts'
import { signedHeaders } from '../signature.ts'
import { type WebhookDelivery, webhookDeliveries } from '../webhook-deliveries.resource.ts'
import { secretsOf } from '../webhook-secrets.ts'
import { type Webhook, type WebhookState, webhookStates } from '../webhooks.resource.ts'
import { type Collected, Collector } from './collector.ts'
import type { DispatcherParts } from './dispatcher-parts.ts'
import { SendQueue } from './send-queue.ts'
import { attemptSpan, spanOutcome } from './trace-attempt.ts'
import { WebhookLease } from './webhook-lease.ts'

/** Pages of the feed that are read before sending goes on. */
const PAGES_AT_ONCE = 10
/** A replay waits while this many deliveries do. */
const WAITING_MAX = 100

export interface WorkerParts extends DispatcherParts {
  /** The name of the dispatcher among all nodes. */
  readonly holder: string
  readonly stopping: AbortSignal
}

/** Reads the feed and sends for one webhook. */
export class WebhookWorker {
  readonly #parts: WorkerParts
  readonly #lease: WebhookLease
  readonly #collector: Collector
  readonly #queue: SendQueue
  #webhook: Webhook

  constructor(parts: WorkerParts, webhook: Webhook) {
    const { holder, isAlone, stopping, onError } = parts
    this.#parts = parts
    this.#webhook = webhook
    this.#collector = new Collector(parts)
    this.#lease = new WebhookLease({
      holder,
      isAlone,
      monotonic: () => performance.now(),
      take: async (seen) => (await this.#do('lease', { holder, seen })).leaseCount as number | undefined,
    })
    this.#queue = new SendQueue({
      due: () => this.#due(),
      attempt: (delivery) => this.#attempt(delivery),
      isOpen: () => this.#lease.isValid && !stopping.aborted,
      onError,
    })
  }

  get isIdle(): boolean {
    return this.#queue.isIdle
  }

  get lagMs(): number {
    return this.#collector.lagMs
  }

  settled(): Promise<void> {
    return this.#queue.settled()
  }

  async look(webhook: Webhook, state: WebhookState, heads: string): Promise<void> {
    this.#webhook = webhook
    this.#lease.observe(state)
    if (this.#lease.isElsewhere(state)) return this.#collector.isElsewhere()
    if (!this.#queue.isIdle) await this.#lease.hold(state)
    const hasNews = this.#collector.hasNews(state, heads)
    if ((hasNews || state.replayCursor) && !(await this.#collect(state, heads))) return
    const due = await this.#due()
    if (due.length > 0 && (await this.#lease.hold(state))) this.#queue.start(due)
  }

  /** False if the webhook is no longer to be sent for from here. */
  async #collect(state: WebhookState, heads: string): Promise<boolean> {
    const owner = await this.#parts.ownerOf(this.#webhook)
    if (!owner) {
      await this.#do('disable', { reason: 'owner-inactive' })
      return false
    }
    let current = state
    for (let page = 0; page < PAGES_AT_ONCE; page++) {
      const collected = await this.#collector.collect(this.#webhook, current, owner)
      if (!collected.canWait) {
        if (!(await this.#write(current, owner, collected))) return false
        current = { ...current, ...collected.changes }
      }
      if (!collected.hasMore) {
        this.#collector.caughtUp(heads)
        break
      }
    }
    if (!current.replayCursor || (await this.#due()).length >= WAITING_MAX) return true
    return this.#write(current, owner, await this.#collector.replay(this.#webhook, current, owner))
  }

  async #write(state: WebhookState, owner: Actor, { from, changes, deliveries }: Collected): Promise<boolean> {
    if (!(await this.#lease.hold(state))) return false
    const input = { holder: this.#parts.holder, from, changes, deliveries }
    return (await this.#do('collect', input as unknown as AnyRecord, owner)).isDone === true
  }

  async #due(): Promise<readonly WebhookDelivery[]> {
    const { store, clock } = this.#parts
    const now = timeText(clock())
    const isDue = { path: 'nextAttemptAt', operator: 'lte', values: [now] } as const
    const query = plainList([equals('webhook', this.#webhook.id), isDue], { sort: 'nextAttemptAt', order: 'asc' })
    return (await store.reads(wholeScope(now)).list(webhookDeliveries, query)).records
  }

  async #attempt(delivery: WebhookDelivery): Promise<void> {
    const { clock, key, send, stopping } = this.#parts
    const { id, eventId, payload: body, attemptCount } = delivery
    const [at, began] = [clock(), performance.now()]
    const secrets = secretsOf(key, this.#webhook, timeText(at))
    const span = tracing && attemptSpan(tracing, delivery)
    const signed = signedHeaders({ id: eventId, timestamp: Math.floor(at / 1000), body }, secrets)
    const headers = { ...signed, ...(span && { traceparent: span.traceparent }) }
    const result = await send({ url: this.#webhook.url, headers, body }, stopping)
    span?.end(spanOutcome(result))
    if (stopping.aborted) return // sent again after the next start
    const durationMs = Math.round(performance.now() - began)
    const outcome = { at: timeText(at), durationMs, result, random: Math.random() }
    const { disable: reason } = await this.#do('settle', { delivery: id, attemptCount, ...outcome })
    if (reason) await this.#do('disable', { reason })
  }

  /** A step in the database. Nothing happens if the webhook was deleted meanwhile. */
  async #do(action: string, input: AnyRecord, actor = serviceActor): Promise<AnyRecord> {
    const command = { resource: webhookStates.name, action, actor, id: this.#webhook.id, input }
    const { body } = await this.#parts.executor.execute(command).catch((error) => {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return { body: '{"data":{}}' }
      throw error
    })
    return JSON.parse(body).data
  }
}
