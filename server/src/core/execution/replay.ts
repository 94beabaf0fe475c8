import { isObject } from '../../model/input.ts'
import type { Language } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { written } from '../../texts/written.ts'
import { mayRead } from '../access.ts'
import type { Context } from '../action.ts'
import type { IdempotencyKey, Reply } from '../command.ts'
import { type ProblemCode, textOfProblem } from '../problem.ts'
import { acknowledged, type ReplyParts, replyTo } from '../reply/reply.ts'
import { recall } from './idempotency.ts'
import type { Step } from './step.ts'

/**
 * The answer to a request that was carried out before: byte for byte, unless the rights of the caller have changed since or
 * it uses another credential. Then it shows what the caller may read now.
 */
export async function replayed(
  parts: ReplyParts,
  step: Step,
  ctx: Context,
  key: IdempotencyKey,
): Promise<Reply | undefined> {
  const kept = await recall(ctx, key)
  if (!kept) return undefined
  const { reply, hasSameRights } = kept
  const { status, headers, body } = hasSameRights ? reply : await writtenAnew(parts, step, ctx, reply)
  return { status, headers: { ...headers, 'idempotent-replayed': 'true' }, body }
}

/** The record as it is now; if it cannot be read, its id and version. */
async function writtenAnew(parts: ReplyParts, step: Step, ctx: Context, { status, headers, body }: Reply) {
  const { etag: _, ...others } = headers
  if (body === '') return { status, headers: others, body }
  const { entry, action } = step
  const { data } = JSON.parse(body)
  if (action.output || !isObject(data))
    return { status, headers: others, body: bodyOf(reduced(data, ctx.actor.language)) }
  const { id } = data as { id: string }
  const isOpen = mayRead(ctx.actor, entry.resource)
  const record = isOpen && (await ctx.records.find(entry.resource, { id } as never))
  if (record) return replyTo(parts, step, ctx, { record: record as AnyRecord, status: status as 200 })
  return { status, headers: others, body: bodyOf(acknowledged(entry.resource, ctx, data)) }
}

const bodyOf = (data: unknown): string => JSON.stringify({ success: true, data })

/** Of many records: which they are and what became of them, without their values. */
function reduced(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((part) => reduced(part, language))
  if (!isObject(value)) return value
  if (typeof value.ok === 'boolean') {
    const { id, ok, created, error } = value
    const code = isObject(error) ? (error.code as ProblemCode) : undefined
    const refusal = code && { code, message: written(textOfProblem(code), language), details: [] }
    return { id, title: null, ok, ...(created !== undefined && { created }), ...(refusal && { error: refusal }) }
  }
  if (typeof value.id === 'string') return { id: value.id, version: value.version }
  const { warnings: _, ...parts } = value
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, reduced(part, language)]))
}
