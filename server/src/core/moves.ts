import { choice } from '../model/fields.ts'
import { choiceName, listed, msg, recordName, recordsName, toldOf } from '../model/message.ts'
import type { AnyRecord, Resource, Row } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import type { Transition } from '../model/transition.ts'
import { written } from '../texts/written.ts'
import { covers, fieldRefusal } from './access.ts'
import { type Action, type Context, writeAction } from './action.ts'
import { amendRecord, lockRecord } from './changes.ts'
import { type Facts, type Lifecycle, type Move, type MoveBlocker, moveTo, statusOf } from './lifecycle.ts'
import { type Blocker, Problem, refuseBlocked } from './problem.ts'
import { redacted } from './reply/redaction.ts'
import type { Rules } from './rules.ts'
import type { Reads } from './store.ts'

type Any = Resource
type Status = { readonly status: string }

/** `PUT /:id/status`, for every resource with a lifecycle. */
export function statusAction<R extends Resource>(resource: R, rules: Rules<R>): Action {
  const statuses = resource.fields.status!.options.choices!
  const { moves, problems = [], options } = rules.lifecycle!
  const asked = moves.flatMap(({ asks = [] }) => asks.map((name) => [name, resource.fields[name]!]))
  return writeAction({
    name: 'status',
    method: 'PUT',
    path: '/:id/status',
    summary: `Move ${/^[aeiou]/.test(resource.singular) ? 'an' : 'a'} ${resource.singular} to another status`,
    description: 'Setting the status that it has already succeeds and changes nothing: a retry is safe.',
    access: 'read', // which right is needed depends on the move
    anyOf: [...new Set(moves.map(({ right }) => right))].map((right) => ({
      resource,
      action: { method: 'PUT', access: right },
    })),
    sets: 'status',
    input: {
      status: choice(statuses, { required: true, example: moves[0]!.to }),
      ...Object.fromEntries(asked),
      ...options,
    },
    mode: 'create',
    status: 200,
    problems: ['INVALID_STATUS_TRANSITION', ...problems],
    run: async (ctx, { id, input }) => ({
      record: (await moveRecord(ctx, resource, rules, id, input as AnyRecord & Status)) as AnyRecord,
    }),
  })
}

/** Moves a record under the right and the guards of the move. */
export async function moveRecord<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  id: string,
  { status: target, ...options }: AnyRecord & Status,
): Promise<Row<R>> {
  const lifecycle = rules.lifecycle!
  refuseBlocked(onlookerRefusal(ctx, resource, lifecycle))
  const record = await lockRecord(ctx, resource, rules, id)
  if (statusOf(record) === target) return record
  const move = moveTo(lifecycle, record, target)
  if (!move) throw noSuchMove(resource, lifecycle, record, target)
  refuseBlocked(missingRight(ctx, resource, move))
  const { hidden = [], readOnly = [] } = ctx.permission
  const closed = sentWith(move, options).find(([name]) => covers([...hidden, ...readOnly], name))
  if (closed) throw fieldRefusal(closed[0], 'change', ctx.permission)
  await lifecycle.lock?.(ctx, record)
  const [facts] = (await lifecycle.facts?.(ctx, [record], options)) ?? []
  refuseBlocked(joined(blockersOf(move, record, facts)))
  return enter(ctx, resource, rules, record, move, options)
}

/** Why a record cannot be moved to a status now. It locks nothing: the move itself checks again. */
export async function moveBlocker<R extends Resource>(
  ctx: Context<Reads>,
  resource: R,
  rules: Rules<R>,
  record: Row<R>,
  target: string,
): Promise<Blocker | undefined> {
  const lifecycle = rules.lifecycle!
  const move = moveTo(lifecycle, record, target)
  if (!move) return noSuchMove(resource, lifecycle, record, target)
  const [facts] = (await lifecycle.facts?.(ctx, [record], {})) ?? []
  return missingRight(ctx, resource, move) ?? joined(blockersOf(move, record, facts))
}

/** Moves a record as a part of something larger that was permitted: without its right and its guards. */
export async function enterStatus<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  id: string,
  status: string,
): Promise<Row<R>> {
  const record = await lockRecord(ctx, resource, rules, id)
  await rules.lifecycle!.lock?.(ctx, record)
  return enter(ctx, resource, rules, record, moveTo(rules.lifecycle!, record, status)!)
}

async function enter<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  record: Row<R>,
  move: Move<R>,
  options: AnyRecord = {},
): Promise<Row<R>> {
  const sent = Object.fromEntries(sentWith(move, options))
  const changes = { ...sent, ...(await move.effect?.(ctx, record)), status: move.to }
  const after = await amendRecord(ctx, resource, rules, record, changes as unknown as Partial<Row<R>>)
  await rules.changed?.(ctx, { before: record, after })
  return after
}

/** What of the record was sent with its new status. */
const sentWith = ({ asks = [] }: Pick<Move<Any>, 'asks'>, options: AnyRecord): [name: string, value: unknown][] =>
  asks.flatMap((name) => ((options[name] ?? null) === null ? [] : [[name, options[name]]]))

/**
 * The first decides the code. All are told in the details, as `allowedTransitions` tells them, so that a client need not clear
 * them away one by one; then come the figures of the first.
 */
function joined(blockers: readonly Blocker[]): Blocker | undefined {
  const [first] = blockers
  if (!first) return undefined
  const details = blockers.map(({ code, text, reveals = [] }) => ({ field: 'status', code, message: text, reveals }))
  return { ...first, details: [...details, ...(first.details ?? [])] }
}

const blockersOf = (move: Move<Any>, record: Row<Any>, facts: Facts): MoveBlocker[] =>
  (move.guards ?? []).flatMap((guard) => guard(record, facts) ?? [])

/** For every record, where it could go from here, and what stands in the way. */
export async function transitionsOf(
  ctx: Context<Reads>,
  resource: Resource,
  lifecycle: Lifecycle<Any>,
  records: readonly Row<Any>[],
): Promise<Transition[][]> {
  const facts = (await lifecycle.facts?.(ctx, records, {})) ?? []
  return records.map((record, index) =>
    lifecycle.moves
      .filter(({ from }) => from.includes(statusOf(record) as never))
      .map((move) => transition(ctx, resource, move, record, facts[index])),
  )
}

function transition(
  { actor, permission }: Context<Reads>,
  resource: Resource,
  move: Move<Any>,
  record: Row<Any>,
  facts: Facts,
): Transition {
  const missing: MoveBlocker[] = permission.can.includes(move.right)
    ? []
    : [{ code: 'FORBIDDEN', text: msg`The role "${actor.role}" may not do this.` }]
  // A role that may not make this move is not told of the limits and amounts that stand in its way.
  const found = missing.length > 0 ? missing : blockersOf(move, record, facts)
  if (found.length === 0) return { status: move.to, allowed: true }
  const blockers = found.map((blocker) => {
    const { code, text } = redacted(actor, blocker, resource)
    return { code, message: written(text, actor.language) }
  })
  const override = overrideOf(found, permission)
  return {
    status: move.to,
    allowed: false,
    reason: blockers[0]!.message,
    blockers,
    ...(override && { override }),
  }
}

/** The option that passes over everything that stands in the way, if there is one and the role may use it. */
function overrideOf([first, ...others]: readonly MoveBlocker[], { can }: Permission): string | undefined {
  const override = first?.override
  const isEnough = others.every((blocker) => blocker.override?.option === override?.option)
  return override && isEnough && can.includes(override.right) ? override.option : undefined
}

/** A role without any right to move such records is refused, whatever the record and the status. */
export function onlookerRefusal(
  { actor, permission }: Context<Reads>,
  resource: Resource,
  { moves }: Lifecycle<Any>,
): Problem | undefined {
  if (moves.some(({ right }) => permission.can.includes(right))) return undefined
  return new Problem('FORBIDDEN', {
    text: msg`The role "${actor.role}" may not change the status of ${recordsName(resource)}.`,
  })
}

function missingRight(
  { actor, permission }: Context<Reads>,
  resource: Resource,
  { right, to }: Move<Any>,
): Problem | undefined {
  if (permission.can.includes(right)) return undefined
  return new Problem('FORBIDDEN', {
    text: msg`The role "${actor.role}" may not move ${recordsName(resource)} to "${to}".`,
  })
}

function noSuchMove(resource: Resource, { moves, hint }: Lifecycle<Any>, record: object, target: string): Problem {
  const status = statusOf(record)
  const allowed = moves.filter(({ from }) => from.includes(status as never)).map(({ to }) => to)
  const instead = allowed.length > 0 ? msg`It can become ${listed(allowed.map(choiceName))}.` : msg`It stays as it is.`
  const message = msg`This ${recordName(resource)} has the status "${toldOf(resource, record as AnyRecord)('status')}" and cannot become "${choiceName(target)}". ${hint?.(target) ?? instead}`
  const details = [{ field: 'status', code: 'INVALID_STATUS_TRANSITION', message }]
  return new Problem('INVALID_STATUS_TRANSITION', { text: message, details })
}
