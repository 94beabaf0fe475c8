import { type Action, type Context, writeAction } from '../../core/action.ts'
import { isDue } from '../../core/due.ts'
import type { Entry } from '../../core/rules.ts'
import { text } from '../../model/fields.ts'
import { type AnyRecord, defineResource } from '../../model/resource.ts'
import { later } from '../../model/text.ts'
import { entryOf } from '../entry-of.ts'
import { mailRequests } from './mail-requests.resource.ts'
import { type Message, messages } from './messages.resource.ts'
import { type Draft, queueMessage } from './outbox.ts'

const MINUTE_MS = 60_000
/** How long to wait after each failed attempt. In total half a day: links in messages are valid for a day. */
const WAITS_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS)
/** No message waits longer than this for its next attempt. */
export const LONGEST_WAIT_MS = Math.max(...WAITS_MS)
/** The time that one attempt may take. */
export const ATTEMPT_MS = 2 * MINUTE_MS
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

/** The work on messages. It has no endpoint. */
export const outbox = defineResource({
  name: 'outbox',
  singular: 'outbox',
  idPrefix: 'out',
  title: 'message',
  description: 'Sending messages.',
  internal: true,
  fields: { message: text() },
})

export const outboxEntry = (composers: Composers): Entry => ({
  resource: outbox,
  usesReserve: true,
  actions: [
    step('compose', (ctx, { id }) => compose(ctx, composers, id as string)),
    step('claim', (ctx, input) => claim(ctx, composers, input as unknown as ClaimInput)),
    step('settle', settle),
  ],
})

const step = (name: string, run: (ctx: Context, input: AnyRecord) => Promise<unknown>): Action =>
  writeAction({
    name,
    method: 'POST',
    path: '',
    summary: name,
    access: 'signed-in',
    sensitive: true,
    status: 200,
    run: async (ctx, { input }) => ({ data: await run(ctx, input as AnyRecord) }),
  })

/** An attempt has begun and not ended: the reason is erased when a message is taken, and written when the attempt fails. */
const isTaken = ({ status, attempts, reason }: Message): boolean =>
  status === 'queued' && attempts > 0 && reason === null

/** Of several nodes the second finds no request. */
async function compose(ctx: Context, composers: Composers, id: string): Promise<object> {
  const asked = await ctx.records.lock(mailRequests, id)
  const composed = await composers[asked.kind]?.(ctx, asked)
  if (composed) await queueMessage(ctx, { kind: asked.kind, ...composed })
  await ctx.records.remove(mailRequests, asked)
  return {}
}

export interface ClaimInput {
  readonly id: string
  /** The attempt that the mailer has seen under way for so long that the node which began it must have stopped. */
  readonly abandoned?: number | undefined
}

export interface Claimed {
  readonly mail?: Mail
  /** The attempt that another node has begun. */
  readonly underWay?: number
}

/**
 * Takes a message for one attempt. Another node takes it only if it has seen the attempt under way for some time on its own
 * clock: the clocks of two nodes need not agree.
 */
async function claim(ctx: Context, composers: Composers, { id, abandoned }: ClaimInput): Promise<Claimed> {
  const { now, records } = ctx
  const message = await records.lock(messages, id)
  if (message.nextAttemptAt === null || !isDue(message.nextAttemptAt, now, LONGEST_WAIT_MS)) return {}
  if (isTaken(message) && message.attempts !== abandoned) return { underWay: message.attempts }
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

/** The outcome of an attempt. */
export interface Outcome extends Pick<Mail, 'id' | 'attempts'> {
  /** Why the attempt failed. */
  readonly problem?: string
  /** Another attempt would fail as well. */
  readonly isFinal?: boolean
}

async function settle({ now, records }: Context, input: AnyRecord): Promise<{ status: Message['status'] }> {
  const { id, attempts, problem, isFinal } = input as unknown as Outcome
  const message = await records.lock(messages, id)
  // The attempt took too long, and another node has taken the message.
  if (message.status !== 'queued' || message.attempts !== attempts) return { status: message.status }
  const { status } = await records.update(messages, message, outcomeOf(now, attempts, problem, isFinal))
  return { status }
}

function outcomeOf(now: string, attempts: number, problem?: string, isFinal?: boolean): Partial<Message> {
  if (problem === undefined) return { ...ended('sent', null), sentAt: now }
  const wait = WAITS_MS[attempts - 1]
  const reason = problem.slice(0, REASON_MAX)
  return isFinal || wait === undefined ? ended('failed', reason) : { reason, nextAttemptAt: later(now, wait) }
}

const ended = (status: 'sent' | 'failed', reason: string | null): Partial<Message> => ({
  status,
  reason,
  nextAttemptAt: null,
  body: null,
})
