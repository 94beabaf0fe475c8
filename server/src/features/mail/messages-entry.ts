import type { Context } from '../../core/action.ts'
import { isDue } from '../../core/due.ts'
import { type Backoff, longestWaitOf, nextAttemptAt } from '../../core/jobs/backoff.ts'
import { stepsEntry } from '../../core/jobs/steps.ts'
import type { Entry } from '../../core/rules.ts'
import { entryOf } from '../entry-of.ts'
import { mailRequests } from './mail-requests.resource.ts'
import { type Message, messages } from './messages.resource.ts'
import { type Draft, queueMessage } from './outbox.ts'

const MINUTE_MS = 60_000
/** In total half a day: links in messages are valid for a day. */
const WAITS_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS)
const BACKOFF: Backoff = { waitsMs: WAITS_MS, jitter: 0, attemptsMax: WAITS_MS.length + 1 }
export const LONGEST_WAIT_MS = longestWaitOf(BACKOFF)
const REASON_MAX = 500

/** What the mail server needs for one attempt. */
export interface Mail extends Pick<Message, 'id' | 'attempts' | 'to' | 'subject' | 'language' | 'messageId'> {
  readonly body: string
}

/**
 * Composes the messages that were asked for, by kind; undefined if there is nothing to send. A request that must not show
 * what it found out (whether an address is known) leaves the look-up to this.
 */
export type Composers = Readonly<
  Record<string, (ctx: Context, asked: Pick<Message, 'to' | 'language'>) => Promise<Omit<Draft, 'kind'> | undefined>>
>

/** Messages as administrators see them. */
export const messagesEntry: Entry = entryOf(messages, { without: ['create', 'update', 'delete', 'history'] })

/** The work on messages. */
export const outboxEntry = (composers: Composers): Entry => ({
  ...stepsEntry(mailRequests, {
    compose: (ctx, id) => compose(ctx, composers, id),
    claim: (ctx, id, seen: Seen) => claim(ctx, composers, id, seen),
    settle,
  }),
  usesReserve: true,
})

/** An attempt has begun and not ended: the reason is erased when a message is taken, and written when the attempt fails. */
export const isTaken = ({ status, attempts, reason }: Message): boolean =>
  status === 'queued' && attempts > 0 && reason === null

/** Of several nodes the second finds no request. */
async function compose(ctx: Context, composers: Composers, id: string): Promise<object> {
  const asked = await ctx.records.lock(mailRequests, id)
  const composed = await composers[asked.kind]?.(ctx, asked)
  if (composed) await queueMessage(ctx, { kind: asked.kind, ...composed })
  await ctx.records.remove(mailRequests, asked)
  return {}
}

/** The state in which the mailer has seen a message: another node was faster if it has changed. */
export type Seen = Pick<Message, 'attempts'>

/** Takes a message for one attempt. */
async function claim(ctx: Context, composers: Composers, id: string, seen: Seen): Promise<{ mail?: Mail }> {
  const { now, records } = ctx
  const message = await records.lock(messages, id)
  const { nextAttemptAt } = message
  if (message.attempts !== seen.attempts || !nextAttemptAt || !isDue(nextAttemptAt, now, LONGEST_WAIT_MS)) return {}
  // An earlier version queued messages that were yet to be composed.
  const composed = message.body === null ? await composers[message.kind]?.(ctx, message) : message
  if (!composed) {
    await records.update(messages, message, ended('failed', 'No active user has this address.'))
    return {}
  }
  const { to, subject, language, body } = composed
  const attempts = message.attempts + 1
  const changes = { to, subject, language, body, attempts, reason: null, nextAttemptAt: now }
  await records.update(messages, message, changes)
  return { mail: { id, attempts, to, subject, language, messageId: message.messageId, body: body! } }
}

/** Why an attempt failed; without a reason, it has succeeded. */
export interface Outcome {
  readonly problem?: string
  /** Another attempt would fail as well. */
  readonly isFinal?: boolean
}

async function settle({ now, records }: Context, id: string, { attempts, ...outcome }: Outcome & Seen) {
  const message = await records.lock(messages, id)
  // Otherwise the attempt took too long, and another node has taken the message.
  if (message.status === 'queued' && message.attempts === attempts)
    await records.update(messages, message, afterAttempt(message, now, outcome))
  return {}
}

function afterAttempt(message: Message, at: string, { problem, isFinal }: Outcome): Partial<Message> {
  if (problem === undefined) return { ...ended('sent', null), sentAt: at }
  const { attempts: failures, createdAt: firstAt } = message
  const next = isFinal ? undefined : nextAttemptAt(BACKOFF, { failures, firstAt, at, random: 0 })
  const reason = problem.slice(0, REASON_MAX)
  return next ? { reason, nextAttemptAt: next } : ended('failed', reason)
}

const ended = (status: 'sent' | 'failed', reason: string | null): Partial<Message> => ({
  status,
  reason,
  nextAttemptAt: null,
  body: null,
})
