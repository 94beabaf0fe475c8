import { type Actor, serviceActor } from '../../../core/access.ts'
import { dueRanges } from '../../../core/due.ts'
import { equals, plainList } from '../../../core/lists/list-query.ts'
import { Problem } from '../../../core/problem.ts'
import { wholeScope } from '../../../core/store.ts'
import { tracing } from '../../../core/tracing.ts'
import type { AnyRecord } from '../../../model/resource.ts'
import { timeText } from '../../../model/text.ts'
import { dropReasonOf } from '../delivery-rights.ts'
import { LONGEST_WAIT_MS } from '../schedule.ts'
import { signedHeaders } from '../signature.ts'
import { type WebhookDelivery, webhookDeliveries } from '../webhook-deliveries.resource.ts'
import { secretsOf } from '../webhook-secrets.ts'
import { type Webhook, type WebhookState, webhookStates, webhooks } from '../webhooks.resource.ts'
import { type Collected, Collector } from './collector.ts'
import type { DispatcherParts } from './dispatcher-parts.ts'
import { SendQueue } from './send-queue.ts'
import { attemptSpan, spanOutcome } from './trace-attempt.ts'
import { WebhookLease } from './webhook-lease.ts'

/** Pages of the feed that are read before sending goes on. */
const PAGES_AT_ONCE = 10
/** A replay waits while this many deliveries do. */
const WAITING_MAX = 100

const UNSIGNED = { error: 'The secret of the webhook can no longer be decrypted. Give the webhook a new secret.' }

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
  /** False as soon as the webhook is seen to be switched off. */
  #isOn = true

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
      isOpen: () => this.#isOn && this.#lease.isValid && !stopping.aborted,
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
    this.#isOn = true
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
    const owner = await this.#owner()
    if (!owner) return false
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

  /** Undefined if the credential that ordered the webhook has ended, which switches it off. */
  async #owner(): Promise<Actor | undefined> {
    const owner = await this.#parts.ownerOf(this.#webhook)
    if ('actor' in owner) return owner.actor
    this.#isOn = false
    await this.#do('disable', { reason: owner.ended })
    return undefined
  }

  async #write(state: WebhookState, owner: Actor, { from, changes, deliveries }: Collected): Promise<boolean> {
    if (!(await this.#lease.hold(state))) return false
    const input = { holder: this.#parts.holder, from, changes, deliveries }
    return (await this.#do('collect', input as unknown as AnyRecord, owner)).isDone === true
  }

  async #due(): Promise<readonly WebhookDelivery[]> {
    const { store, clock } = this.#parts
    const now = timeText(clock())
    const reads = store.reads(wholeScope(now))
    const ofWebhook = equals('webhook', this.#webhook.id)
    const pages = dueRanges('nextAttemptAt', now, LONGEST_WAIT_MS).map((range) =>
      reads.list(webhookDeliveries, plainList([ofWebhook, range], { sort: 'nextAttemptAt', order: 'asc' })),
    )
    return (await Promise.all(pages)).flatMap(({ records }) => records)
  }

  /**
   * Looks again before every attempt: what was switched off or withdrawn stops at once, however much is waiting. A delivery
   * that was read as due may have been sent since then.
   */
  async #mayAttempt(delivery: WebhookDelivery): Promise<boolean> {
    const { store, clock, subjects } = this.#parts
    const { id } = this.#webhook
    const owner = await this.#owner()
    const reads = store.reads(wholeScope(timeText(clock())))
    const webhook = owner && (await reads.find(webhooks, { id }))
    if (!webhook?.isActive) {
      this.#isOn = false
      return false
    }
    this.#webhook = webhook
    const current = await reads.find(webhookDeliveries, { id: delivery.id })
    if (current?.attemptCount !== delivery.attemptCount || current.nextAttemptAt === null) return false
    const reason = dropReasonOf(subjects, webhook, owner!, delivery)
    if (reason) await this.#do('drop', { delivery: delivery.id, reason })
    return reason === undefined
  }

  async #attempt(delivery: WebhookDelivery): Promise<void> {
    if (!(await this.#mayAttempt(delivery))) return
    const { clock, key, send, stopping } = this.#parts
    const { id, eventId, payload: body, attemptCount } = delivery
    const [at, began] = [clock(), performance.now()]
    const secrets = secretsOf(key, this.#webhook, timeText(at))
    const span = tracing && attemptSpan(tracing, delivery)
    const signed = signedHeaders({ id: eventId, timestamp: Math.floor(at / 1000), body }, secrets)
    const headers = { ...signed, ...(span && { traceparent: span.traceparent }) }
    const result = secrets.length > 0 ? await send({ url: this.#webhook.url, headers, body }, stopping) : UNSIGNED
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
