import type { Fields } from '../../model/fields.ts'
import { inEnglish, msg } from '../../model/message.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { type Actor, permissionOn } from '../access.ts'
import type { Action, Context, Order } from '../action.ts'
import { withKey } from '../by-key/upsert.ts'
import { lockRecord } from '../changes.ts'
import type { Command, IdempotencyKey } from '../command.ts'
import { isByKey, referencesIn } from '../input/accept-input.ts'
import { NOTHING_TO_MATCH, refuseStale } from '../input/versions.ts'
import { Problem, refuseBlocked } from '../problem.ts'
import { revealsHidden } from '../reply/redaction.ts'
import type { Entry } from '../rules.ts'
import type { Cancellation, DeclaredRecords, Reads, RequestScope } from '../store.ts'
import type { Warning } from '../warnings.ts'
import { idempotentReplies, replyIdOf } from './idempotency.ts'

/** What every step of a command needs to know. */
export interface Step {
  readonly command: Command & { readonly permission: Permission }
  readonly entry: Entry
  readonly action: Action
  readonly scope: RequestScope
  readonly warnings: Warning[]
  /** The command that runs within it just now, such as an operation of a batch. */
  within: { readonly index: number; readonly step: Step } | undefined
  readonly base: Pick<Context, 'actor' | 'permission' | 'now' | 'mail' | 'warn'>
}

/** What is answered with a secret is not kept for a repeated request, nor what was rolled back. */
export const keyOf = ({ command, action }: Pick<Step, 'command' | 'action'>): IdempotencyKey | undefined =>
  action.sensitive || command.dryRun ? undefined : command.idempotency

/** The fields that the input was checked against. An upsert checks its body itself, once it knows what it is to do. */
export const checkedFields = ({ input, isUpsert }: Action): Fields | undefined => (isUpsert ? undefined : input)

export async function refuseOtherVersions(
  { resource, rules }: Entry,
  { id, versions }: Command,
  ctx: Context,
): Promise<void> {
  if (id === '') throw new Problem('VERSION_MISMATCH', { text: NOTHING_TO_MATCH })
  refuseStale(versions!, await lockRecord(ctx, resource, rules, id))
}

/** An action on one record may not be possible in its present state. Where the action writes, the record stays locked. */
export async function refuseIfBlocked(
  { entry, action, command }: Blockable,
  ctx: Context | Context<Reads>,
): Promise<void> {
  if (!action.blocker) return
  const { resource, rules } = entry
  const record = isWriting(ctx)
    ? await lockRecord(ctx, resource, rules, command.id)
    : await ctx.records.get(resource, command.id)
  refuseBlocked(await action.blocker(record, ctx))
}

const isWriting = (ctx: Context | Context<Reads>): ctx is Context => 'lock' in ctx.records

type Blockable = Pick<Step, 'entry' | 'action' | 'command'>

/** The record before a write that ignores some of the sent values; a new record has none. */
export const beforeIgnoring = async ({ entry, command: { ignored, id } }: Step, { records }: Context) =>
  ignored && id !== '' ? ((await records.get(entry.resource, id)) as AnyRecord) : undefined

/** Each step of a request may find the same; it is told once. */
export function addWarning(warnings: Warning[], added: Warning): void {
  const text = inEnglish(added.message)
  const isSame = ({ code, field, message }: Warning) =>
    code === added.code && field === added.field && inEnglish(message) === text
  if (!warnings.some(isSame)) warnings.push(added)
}

/** A warning is of use even without numbers that the role of the actor does not see. */
export const redactedWarning = (
  actor: Actor,
  { code, field, message, reveals }: Warning,
  asked: Resource,
): Warning => ({
  code,
  ...(field !== undefined && { field }),
  message: revealsHidden(actor, { text: message, reveals }, asked)
    ? msg`Your role does not see the details of this.`
    : message,
})

/** The records that a command names: it will most likely lock the one in its address and read those in its body. */
export function declaredBy({ entry, action, command }: Step): DeclaredRecords {
  const { id, input, actor } = command
  const { resource, alwaysReads = [] } = entry
  const key = keyOf({ command, action })
  const fields = action.method === 'GET' ? undefined : checkedFields(action)
  const named = fields ? referencesIn(fields, input).filter((reference) => !isByKey(reference)) : []
  const inside = action.declares?.(input) ?? {}
  const reads = [
    ...alwaysReads,
    ...named.map((reference) => ({ resource: reference.target, id: reference.id })),
    ...(inside.reads ?? []),
  ]
  const locks = [...(id === '' ? [] : [{ resource: resource.name, id }]), ...(inside.locks ?? [])]
  if (!key) return { locks, reads }
  const reply = replyIdOf(actor.userId, key.key)
  return { locks, reads: [...reads, { resource: idempotentReplies.name, id: reply }], claims: [reply] }
}

/** The body of a refused command; of an upsert, with the key of its address. */
export const refusedInput = ({ key, input }: Command): AnyRecord =>
  key ? withKey(key, input.body as AnyRecord, true) : input

/** Each thing that is done for itself under the key of the whole has a key of its own. */
export const partOf = (
  whole: IdempotencyKey | undefined,
  { action, id }: Order,
  part: number | string = id,
): Pick<Command, 'idempotency'> => (whole ? { idempotency: { ...whole, key: `${whole.key}\n${action} ${part}` } } : {})

export const callOf = ({ id, input, list, select, key, versions, mustExist, mustBeNew }: Command) => ({
  id,
  input,
  ...(key && { key, ...(versions && { versions }), ...(mustExist && { mustExist }), ...(mustBeNew && { mustBeNew }) }),
  ...(list && { list }),
  ...(select && { select }),
})

export const scopeOfRequest = (
  { actor, action }: Command,
  now: string,
  entered: Resource,
  onCancel: Cancellation | undefined,
): RequestScope => ({
  now,
  trace: { actor, operation: `${entered.name}.${action}` },
  userId: actor.userId,
  ownOnly: (resource) => resource.name === entered.name && permissionOn(actor.permissions, resource).own === true,
  namesOwnOnly: (resource) => permissionOn(actor.permissions, resource).own === true,
  onCancel,
})

const versionIn = (etag: string): number => Number(/^(?:W\/)?"(\d{1,15})(?:-[\w-]+)?"$/.exec(etag.trim())?.[1])

export const isAny = (condition: string | undefined): boolean => condition?.trim() === '*'

/** From If-Match. `*` matches whatever is there. */
export const versionsIn = (ifMatch: string | undefined): number[] | undefined =>
  ifMatch === undefined || isAny(ifMatch) ? undefined : ifMatch.split(',').map(versionIn)
