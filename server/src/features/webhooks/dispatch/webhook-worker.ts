import type { Actor } from '../../../core/access.ts'
import { Lease } from '../../../core/jobs/lease.ts'
import { dueRecords, ifStored, stepsOf, type TakeStep } from '../../../core/jobs/steps.ts'
import { WorkQueue } from '../../../core/jobs/work-queue.ts'
import { equals } from '../../../core/lists/list-query.ts'
import { wholeScope } from '../../../core/store.ts'
import { tracing } from '../../../core/tracing.ts'
import { timeText } from '../../../model/text.ts'
import { dropReasonOf } from '../delivery-rights.ts'
import type { Outcome } from '../delivery-state.ts'
import { LONGEST_WAIT_MS } from '../schedule.ts'
import { signedHeaders } from '../signature.ts'
import { type WebhookDelivery, webhookDeliveries } from '../webhook-deliveries.resource.ts'
import { secretsOf } from '../webhook-secrets.ts'
import { type Webhook, type WebhookState, webhookStates, webhooks } from '../webhooks.resource.ts'
import { type Collected, Collector } from './collector.ts'
import type { DispatcherParts } from './dispatcher-parts.ts'
import { attemptSpan, spanOutcome } from './trace-attempt.ts'

/** Attempts at the same time for one webhook. */
const AT_ONCE = 8
/** Pages of the feed that are read before sending goes on. */
const PAGES_AT_ONCE = 10
/** A replay waits while this many deliveries do. */
const WAITING_MAX = 100

const UNSIGNED = { error: 'The secret of the webhook can no longer be decrypted. Give the webhook a new secret.' }

/** Reads the feed and sends for one webhook. */
export class WebhookWorker {
  readonly #parts: DispatcherParts
  readonly #step: TakeStep
  readonly #lease: Lease
  readonly #collector: Collector
  readonly #queue: WorkQueue<WebhookDelivery, WebhookDelivery, Outcome>
  #webhook: Webhook
  /** False as soon as the webhook is seen to be switched off. */
  #isOn = true

  constructor(parts: DispatcherParts, webhook: Webhook) {
    const { holder, onError } = parts
    this.#parts = parts
    this.#webhook = webhook
    this.#step = ifStored(stepsOf(parts, webhookStates))
    this.#collector = new Collector(parts)
    const take = async (seen: number) => (await this.#step('lease', webhook.id, { holder, seen })).leaseCount
    this.#lease = new Lease(parts, take as (seen: number) => Promise<number | undefined>)
    this.#queue = new WorkQueue({
      atOnce: AT_ONCE,
      orderOf: ({ recordId }) => recordId,
      due: () => this.#due(),
      isOpen: () => this.#isOn && this.#lease.isValid,
      claim: (delivery) => this.#claim(delivery),
      perform: (delivery, stopping) => this.#send(delivery, stopping),
      settle: (delivery, outcome) => this.#settle(delivery, outcome),
      onError,
    })
  }

  get isIdle(): boolean {
    return this.#queue.isIdle
  }

  get lagMs(): number {
    return this.#collector.lagMs
  }

  stop(): Promise<void> {
    return this.#queue.stop()
  }

  async look(webhook: Webhook, state: WebhookState, heads: string): Promise<void> {
    this.#webhook = webhook
    this.#isOn = true
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
    await this.#step('disable', this.#webhook.id, { reason: owner.ended })
    return undefined
  }

  async #write(state: WebhookState, owner: Actor, { from, changes, deliveries }: Collected): Promise<boolean> {
    if (!(await this.#lease.hold(state))) return false
    const input = { holder: this.#parts.holder, from, changes, deliveries }
    return (await this.#step('collect', this.#webhook.id, input, owner)).isDone === true
  }

  #due(): Promise<readonly WebhookDelivery[]> {
    const ofWebhook = [equals('webhook', this.#webhook.id)]
    return dueRecords(this.#parts, webhookDeliveries, 'nextAttemptAt', LONGEST_WAIT_MS, ofWebhook)
  }

  /** Looks again before every attempt: what was switched off or withdrawn stops at once, however much is waiting. */
  async #claim(found: WebhookDelivery): Promise<WebhookDelivery | undefined> {
    const { store, clock, subjects } = this.#parts
    const { id } = this.#webhook
    const owner = await this.#owner()
    const reads = store.reads(wholeScope(timeText(clock())))
    const webhook = owner && (await reads.find(webhooks, { id }))
    if (!webhook?.isActive) {
      this.#isOn = false
      return undefined
    }
    this.#webhook = webhook
    const delivery = await reads.find(webhookDeliveries, { id: found.id })
    if (delivery?.attemptCount !== found.attemptCount || delivery.nextAttemptAt === null) return undefined
    const reason = dropReasonOf(subjects, webhook, owner!, delivery)
    if (reason) await this.#step('drop', id, { delivery: delivery.id, reason })
    return reason ? undefined : delivery
  }

  async #send(delivery: WebhookDelivery, stopping: AbortSignal): Promise<Outcome | undefined> {
    const { clock, key, send } = this.#parts
    const { eventId: id, payload: body } = delivery
    const [at, began] = [clock(), performance.now()]
    const secrets = secretsOf(key, this.#webhook, timeText(at))
    const span = tracing && attemptSpan(tracing, delivery)
    const signed = signedHeaders({ id, timestamp: Math.floor(at / 1000), body }, secrets)
    const headers = { ...signed, ...(span && { traceparent: span.traceparent }) }
    const result = secrets.length > 0 ? await send({ url: this.#webhook.url, headers, body }, stopping) : UNSIGNED
    span?.end(spanOutcome(result))
    const durationMs = Math.round(performance.now() - began)
    return stopping.aborted ? undefined : { at: timeText(at), durationMs, result, random: Math.random() }
  }

  async #settle({ id: delivery, attemptCount }: WebhookDelivery, outcome: Outcome): Promise<void> {
    const { id } = this.#webhook
    const { disable: reason } = await this.#step('settle', id, { delivery, attemptCount, ...outcome })
    if (reason) await this.#step('disable', id, { reason })
  }
}
