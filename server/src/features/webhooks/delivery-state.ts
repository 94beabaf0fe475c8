import { nextAttemptAt } from '../../core/jobs/backoff.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { later } from '../../model/text.ts'
import type { DropReason } from './delivery-rights.ts'
import { BACKOFF, TRIED_FOR_MS } from './schedule.ts'
import type { SendResult } from './sender.ts'
import { type Attempt, KEPT_DAYS, type WebhookDelivery } from './webhook-deliveries.resource.ts'
import type { WebhookState } from './webhooks.resource.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const ATTEMPTS_SHOWN = 20
const ERROR_MAX = 500
const GONE = 410

/** What a delivery needs to know of an event; the rest is only sent. */
interface DeliveredEvent {
  readonly id: string
  readonly type: string
  readonly at: string
  readonly resource?: string
  readonly recordId?: string
  readonly version?: number | null
}

/** For whom a body is written. */
export type Addressed = Pick<WebhookDelivery, 'webhook' | 'url' | 'limits'>

/** The body is written here, once: each attempt sends the same bytes. */
export const newDelivery = (addressed: Addressed, now: string, event: DeliveredEvent): AnyRecord => ({
  ...addressed,
  eventId: event.id,
  type: event.type,
  resource: event.resource ?? null,
  recordId: event.recordId ?? null,
  recordVersion: event.version ?? null,
  status: 'pending',
  attemptCount: 0,
  attempts: [],
  nextAttemptAt: now,
  payload: JSON.stringify({ type: event.type, timestamp: event.at, data: event }),
  expiresAt: later(now, KEPT_DAYS * DAY_MS),
})

/** What came of one attempt. Plain data: it may be written in another thread. */
export interface Outcome {
  readonly at: string
  readonly durationMs: number
  readonly result: SendResult
  /** From 0 to 1. */
  readonly random: number
}

const isSuccess = ({ status = 0 }: SendResult): boolean => status >= 200 && status < 300
export const isGone = ({ status }: SendResult): boolean => status === GONE

export function afterAttempt(delivery: WebhookDelivery, outcome: Outcome): Partial<WebhookDelivery> {
  const { at, durationMs, result } = outcome
  const attempt: Attempt = {
    at,
    durationMs,
    status: result.status ?? null,
    response: result.response ?? null,
    error: result.error?.slice(0, ERROR_MAX) ?? null,
  }
  const common = {
    attemptCount: delivery.attemptCount + 1,
    attempts: [...delivery.attempts, attempt].slice(-ATTEMPTS_SHOWN),
  }
  if (isSuccess(result)) return { ...common, status: 'delivered', droppedReason: null, nextAttemptAt: null }
  if (delivery.status === 'dropped') return common // while it was being sent
  const next = isGone(result) ? undefined : nextTime(delivery, outcome)
  return { ...common, status: next ? 'pending' : 'failed', nextAttemptAt: next ?? null }
}

const nextTime = ({ attemptCount, createdAt }: WebhookDelivery, { at, result, random }: Outcome) =>
  nextAttemptAt(BACKOFF, {
    failures: attemptCount + 1,
    firstAt: createdAt,
    at,
    retryAfter: result.retryAfter,
    random,
  })

export const dropped = (droppedReason: DropReason): Partial<WebhookDelivery> => ({
  status: 'dropped',
  droppedReason,
  nextAttemptAt: null,
})

/** The health of a webhook after an attempt. */
export function healthAfter(state: WebhookState, { at, result }: Outcome): Partial<WebhookState> {
  if (isSuccess(result)) return { lastDeliveredAt: at, failingSince: null, lastFailure: null }
  const lastFailure = (result.error ?? `HTTP ${result.status}`).slice(0, ERROR_MAX)
  return { failingSince: state.failingSince ?? at, lastFailure }
}

/** Why a webhook is switched off after an attempt, if so: nothing has arrived for as long as a delivery is tried. */
export function disabling(
  delivery: WebhookDelivery,
  { failingSince }: WebhookState,
  { at, result }: Outcome,
): 'gone' | 'unreachable' | undefined {
  if (isGone(result)) return 'gone'
  if (delivery.status !== 'failed' || failingSince === null) return undefined
  // The first failure comes some seconds after the delivery was written, from which the three days are counted.
  return at >= later(failingSince, TRIED_FOR_MS - MINUTE_MS) ? 'unreachable' : undefined
}
