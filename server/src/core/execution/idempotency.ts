import { hash } from 'node:crypto'
import { instant, integer, json, text } from '../../model/fields.ts'
import { defineResource } from '../../model/resource.ts'
import { canonicalJson } from '../../model/text.ts'
import type { Actor } from '../access.ts'
import type { Context } from '../action.ts'
import type { IdempotencyKey, Reply } from '../command.ts'
import { Problem } from '../problem.ts'

export const IDEMPOTENCY_KEY_MAX = 255
export const KEPT_DAYS = 7

/** Responses that are kept so that a request sent twice is carried out once. Written in the transaction of the request. */
export const idempotentReplies = defineResource({
  name: 'idempotent-replies',
  singular: 'idempotent reply',
  idPrefix: 'idk',
  title: 'fingerprint',
  description: 'The answer that a repeated request gets.',
  internal: true,
  fields: {
    fingerprint: text({ required: true }),
    status: integer({ required: true }),
    headers: json<Record<string, string>>(),
    body: text({ required: true }),
    /** A digest of the rights that the answer was written under. */
    rights: text(),
    expiresAt: instant({ required: true, indexed: true }),
  },
})

/** The id of the kept answer, which is also the name that the request claims. */
export const replyIdOf = (userId: string | null, key: string) =>
  `idk_${hash('sha256', `${userId}\n${key}`).slice(0, 40)}`

/** A digest of what decides on what an actor sees of an answer. */
const rightsOf = ({ permissions, scopes, narrowedTo }: Actor): string =>
  hash('sha256', canonicalJson({ permissions, scopes: scopes.toSorted(), narrowedTo })!, 'base64url')

export interface KeptReply {
  readonly reply: Reply
  /** Whether the actor has the rights that the answer was written under, no more and no less. */
  readonly hasSameRights: boolean
}

/** The earlier response to the same request, if any. A key that is in use by a running request is refused. */
export async function recall(
  { actor, records }: Context,
  { key, fingerprint }: IdempotencyKey,
): Promise<KeptReply | undefined> {
  const id = replyIdOf(actor.userId, key)
  if (!(await records.claim(id))) throw new Problem('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1 })
  const kept = await records.find(idempotentReplies, { id })
  if (!kept) return undefined
  if (kept.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED')
  const { status, headers, body, rights } = kept
  return { reply: { status, headers, body }, hasSameRights: rights === rightsOf(actor) }
}

export async function remember(ctx: Context, { key, fingerprint }: IdempotencyKey, reply: Reply): Promise<void> {
  const expiresAt = new Date(Date.parse(ctx.now) + KEPT_DAYS * 86_400_000).toISOString()
  const { status, headers, body } = reply
  await ctx.records.insert(idempotentReplies, {
    id: replyIdOf(ctx.actor.userId, key),
    fingerprint,
    status,
    headers,
    body,
    rights: rightsOf(ctx.actor),
    expiresAt,
  })
}
