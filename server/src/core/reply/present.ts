import { hash } from 'node:crypto'
import { onceFor } from '../../model/memo.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Action, Context } from '../action.ts'
import type { Reply } from '../command.ts'
import { transitionsOf } from '../moves.ts'
import type { Entry, Rules } from '../rules.ts'
import type { Reads } from '../store.ts'
import { viewOf } from './view.ts'

/** Turns stored records into what this caller may see: computed fields in, secret and hidden fields out. */
export async function present(
  { resource, rules }: Entry,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  select?: readonly string[],
): Promise<AnyRecord[]> {
  const view = viewOf(resource, ctx.permission.hidden, select)
  // Fields that were not asked for are not computed.
  const isWanted = view.isComputed && records.length > 0 && rules
  const computed = isWanted ? await computedFields(rules, ctx, records, select) : undefined
  return records.map((record, index) => view.show(record, computed?.[index] ?? record))
}

async function computedFields(
  rules: Rules,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
  select?: readonly string[],
): Promise<AnyRecord[] | undefined> {
  if (!rules.compute && !rules.lifecycle) return undefined
  const computed = await rules.compute?.(ctx, records as never)
  const isMovable = rules.lifecycle && (!select || select.includes('allowedTransitions'))
  const transitions = isMovable && (await transitionsOf(ctx, rules.lifecycle!, records as never))
  return records.map((_, index) => ({
    ...computed?.[index],
    ...(transitions && { allowedTransitions: transitions[index] }),
  }))
}

/**
 * The version names a record's state. Computed fields, and what is answered beside the fields (`hasMore`), change without
 * a new version, so there the tag also carries a digest of what is shown; If-Match looks at the version alone.
 */
export function etagOf(resource: Resource, record: AnyRecord, body: string, hasMore = false): string {
  return hasMore || hasComputed(resource)
    ? `"${record.version}-${hash('sha256', body, 'base64url').slice(0, 12)}"`
    : `"${record.version}"`
}

const hasComputed = onceFor(({ fields }: Resource) => Object.values(fields).some(({ options }) => options.computed))

/** What is read and is no record has no version: its tag is a digest of what is answered. */
export const isTagged = (action: Action): boolean =>
  action.method === 'GET' && action.output !== undefined && !action.sensitive

export function dataReply(base: Pick<Reply, 'status' | 'headers'>, action: Action, data: unknown): Reply {
  const body = JSON.stringify({ success: true, data })
  if (!isTagged(action)) return { ...base, body }
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  return { ...base, headers: { ...base.headers, etag }, body }
}

export const versionIn = (etag: string): number => Number(/^(?:W\/)?"(\d{1,15})(?:-[\w-]+)?"$/.exec(etag.trim())?.[1])
