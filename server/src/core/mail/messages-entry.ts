import { text } from '../../model/fields.ts'
import { type AnyRecord, defineResource } from '../../model/resource.ts'
import { type Action, type Context, writeAction } from '../action.ts'
import { entryOf } from '../entry.ts'
import type { Entry } from '../rules.ts'
import { type Message, messages } from './messages.resource.ts'
import type { Draft } from './outbox.ts'

const MINUTE_MS = 60_000
/** How long to wait after each failed attempt. In total half a day: links in messages are valid for a day. */
const WAITS_MS = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE_MS)
/** A node that takes a message must have sent it by then; otherwise another one tries. */
const LEASE_MS = 2 * MINUTE_MS
const REASON_MAX = 500

/** What the mail server needs for one attempt. */
export interface Mail extends Pick<Message, 'id' | 'attempts' | 'to' | 'subject' | 'language' | 'messageId'> {
  readonly body: string
}

/**
 * Composes messages whose body is null, by kind, when they are about to be sent; undefined if there is nothing to send. A
 * request that must not show what it found out (whether an address is known) leaves the look-up to this.
 */
export type Composers = Readonly<
  Record<string, (ctx: Context, message: Message) => Promise<Omit<Draft, 'kind'> | undefined>>
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
  actions: [step('claim', (ctx, { id }) => claim(ctx, composers, id as string)), step('settle', settle)],
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

const later = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString()

/** Takes a message for one attempt: until the lease ends, no other node takes it. */
async function claim(ctx: Context, composers: Composers, id: string): Promise<{ mail?: Mail }> {
  const { now, records } = ctx
  const message = await records.lock(messages, id)
  if (message.nextAttemptAt === null || message.nextAttemptAt > now) return {}
  const composed = message.body === null ? await composers[message.kind]?.(ctx, message) : message
  if (!composed) {
    await records.update(messages, message, ended('failed', 'No active user has this address.'))
    return {}
  }
  const { to, subject, language, body } = composed
  const attempts = message.attempts + 1
  const changes = { to, subject, language, body, attempts, reason: null, nextAttemptAt: later(now, LEASE_MS) }
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
  // The lease has ended and another node has taken the message.
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
