import type { Field, Fields } from '../../model/fields.ts'
import { isWritable } from '../../model/input.ts'
import { EXTERNAL_IDS } from '../../model/keys/external-ids.ts'
import { hasParts } from '../../model/kinds/field-kind.ts'
import { msg, recordName } from '../../model/message.ts'
import type { Permitted, Verdict } from '../../model/permitted.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { written } from '../../texts/written.ts'
import { type Actor, covers, notYours, permissionFor, refusedAccess } from '../access.ts'
import type { Action, BlockerOf, Context, Source } from '../action.ts'
import { onlookerRefusal } from '../moves.ts'
import { type Blocker, Problem } from '../problem.ts'
import type { Entry } from '../rules.ts'
import type { Reads } from '../store.ts'
import { redacted } from './redaction.ts'

/** An action of another resource that creates its record from one of these. */
interface Creation {
  readonly resource: Resource
  readonly action: Action
  readonly from: Source
}

/** What can be created from the records of a resource, by the name of that resource. */
export type Creations = ReadonlyMap<string, readonly Creation[]>

export function creationsAmong(entries: readonly Entry[]): Creations {
  const creations = entries.flatMap(({ resource, actions }) =>
    actions.flatMap((action) => (action.from ? [{ resource, action, from: action.from }] : [])),
  )
  return Map.groupBy(creations, ({ from }) => from.resource.name)
}

/** What the actor may do with each of these records now. Nothing is promised for what a request sends. */
export async function permittedOf(
  creations: Creations,
  entry: Entry,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
): Promise<Permitted[]> {
  const edit = editOf(entry, ctx)
  const remove = await deletionOf(entry, ctx, records)
  const further = [...actionsOf(entry, ctx), ...createdFrom(creations.get(entry.resource.name) ?? [], ctx)]
  return Promise.all(
    records.map(async (record) => ({
      edit: await edit(record),
      delete: await remove(record),
      actions: Object.fromEntries(
        await Promise.all(further.map(async ([name, judge]) => [name, await judge(record)] as const)),
      ),
    })),
  )
}

type Judge = (record: AnyRecord) => Promise<Verdict>

/** Only its owner changes a personal record, and a role may be limited to its own ones. */
const foreignRefusal = ({ actor, permission }: Context<Reads>, resource: Resource, record: AnyRecord) =>
  permission.own && record.createdBy !== actor.userId ? notYours(resource) : undefined

/** A refusal as a request would be answered with it: it tells nothing that the role does not see. */
function verdictOn(actor: Actor, resource: Resource, blocker: Blocker | undefined): Verdict {
  if (!blocker) return { allowed: true }
  const { code, text } = redacted(actor, blocker, resource)
  return { allowed: false, code, reason: written(text, actor.language) }
}

/** What role and credential refuse is decided once; only where they allow it is the record looked at. */
function judge(
  ctx: Context<Reads>,
  resource: Resource,
  refusal: Problem | undefined,
  blocker: BlockerOf | undefined,
): Judge {
  if (refusal) {
    const verdict = verdictOn(ctx.actor, resource, refusal)
    return async () => verdict
  }
  return async (record) => verdictOn(ctx.actor, resource, await blocker?.(record, ctx))
}

const STOCK: readonly string[] = ['read', 'update', 'delete']

const isFurther = ({ name, path, recordId }: Action): boolean =>
  !STOCK.includes(name) && (path.startsWith('/:id/') || recordId !== undefined)

function actionsOf(entry: Entry, ctx: Context<Reads>): [name: string, Judge][] {
  const { resource, rules, actions } = entry
  return actions.filter(isFurther).map((action) => {
    const refusal = refusedAccess(ctx.actor, resource, action)
    const onlooker = action.name === 'status' && rules?.lifecycle && onlookerRefusal(ctx, resource, rules.lifecycle)
    const blocker: BlockerOf = (record) =>
      (action.method === 'GET' ? undefined : foreignRefusal(ctx, resource, record)) ?? action.blocker?.(record, ctx)
    return [action.name, judge(ctx, resource, refusal ?? (onlooker || undefined), blocker)]
  })
}

/** What is created is of another resource, under the rules of that one. */
const createdFrom = (creations: readonly Creation[], ctx: Context<Reads>): [name: string, Judge][] =>
  creations.map(({ resource, action, from }) => {
    const permission = permissionFor(ctx.actor, resource)
    const refusal = refusedAccess(ctx.actor, resource, action)
    return [`${resource.name}.${action.name}`, judge({ ...ctx, permission }, from.resource, refusal, from.blocker)]
  })

async function deletionOf(
  { resource, rules, actions }: Entry,
  ctx: Context<Reads>,
  records: readonly AnyRecord[],
): Promise<(record: AnyRecord) => Promise<Permitted['delete']>> {
  const action = actions.find(({ name }) => name === 'delete')
  if (!action) {
    const reason = written(msg`No ${recordName(resource)} can be deleted.`, ctx.actor.language)
    return async () => ({ allowed: false, offered: false, code: 'NOT_FOUND', reason })
  }
  const refusal = refusedAccess(ctx.actor, resource, action)
  const used = refusal || !action.isStock ? new Set() : await ctx.records.inUse(resource, records.map(idOf))
  const blocker: BlockerOf = async (record) => {
    const foreign = foreignRefusal(ctx, resource, record)
    if (foreign || !action.isStock) return foreign ?? action.blocker?.(record, ctx)
    const own = await rules?.deletionBlocker?.(record as never, ctx)
    return own ?? (used.has(idOf(record)) ? new Problem('RESOURCE_IN_USE') : undefined)
  }
  const verdict = judge(ctx, resource, refusal, blocker)
  const { deletable } = rules ?? {}
  const isOffered = (record: AnyRecord) =>
    !deletable ||
    (!covers(ctx.permission.hidden, deletable.field) &&
      deletable.values.includes(valueAt(record, deletable.field) as never))
  return async (record) => {
    const { allowed, ...why } = await verdict(record)
    return { allowed, offered: allowed && isOffered(record), ...why }
  }
}

const idOf = ({ id }: AnyRecord) => id as string

function editOf({ resource, rules, actions }: Entry, ctx: Context<Reads>) {
  const update = actions.find(({ name }) => name === 'update')
  const isOpen = update && !refusedAccess(ctx.actor, resource, update)
  const paths = isOpen ? changeablePaths(resource.fields, ctx.permission) : []
  return async (record: AnyRecord): Promise<readonly string[]> => {
    if (paths.length === 0 || foreignRefusal(ctx, resource, record)) return []
    const editable = rules?.editable?.(record as never)
    const closed = (await rules?.closed?.(record as never, ctx)) ?? []
    if (!editable && closed.length === 0) return paths
    return paths.filter(
      (path) =>
        (!editable || path === EXTERNAL_IDS || covers(editable, path)) &&
        !closed.some(({ fields }) => !fields || covers(fields, path)),
    )
  }
}

/** Tells one request what to do, such as which total to expect; unlike a password, nothing of it is kept. */
const isInstruction = ({ options }: Field): boolean => options.transient === true && !options.secret

/** Parts of a group one by one; lines by their own name, since they can be added and removed, and part by part. */
function changeablePaths(fields: Fields, permission: Permission, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = prefix + name
    if (!isWritable(field) || isInstruction(field)) return []
    const parts = field.options.fields ? changeablePaths(field.options.fields, permission, `${path}.`) : []
    const isClosed = covers(permission.readOnly, path) || covers(permission.hidden, path)
    return hasParts(field) || isClosed ? parts : [path, ...parts]
  })
}
