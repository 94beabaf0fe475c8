import { choice } from '../model/fields.ts'
import type { AnyRecord, Resource, Row } from '../model/resource.ts'
import type { Transition } from '../model/transition.ts'
import { type Action, type Context, writeAction } from './action.ts'
import { amendRecord } from './changes.ts'
import { type Blocker, type Facts, type Lifecycle, type Move, moveTo, statusOf } from './lifecycle.ts'
import { Problem } from './problem.ts'
import { discreet } from './reply/redaction.ts'
import type { Rules } from './rules.ts'
import type { Reads } from './store.ts'

type Any = Resource
type Status = { readonly status: string }

/** `PUT /:id/status`, for every resource with a lifecycle. */
export function statusAction<R extends Resource>(resource: R, rules: Rules<R>): Action {
  const statuses = resource.fields.status!.options.choices!
  const { moves, problems = [], options } = rules.lifecycle!
  return writeAction({
    name: 'status',
    method: 'PUT',
    path: '/:id/status',
    summary: `Move ${/^[aeiou]/.test(resource.singular) ? 'an' : 'a'} ${resource.singular} to another status`,
    description: 'Setting the status that it has already changes nothing and succeeds, so that a retry is safe.',
    access: 'read', // which right is needed depends on the move
    input: { status: choice(statuses, { required: true, example: moves[0]!.to }), ...options },
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
  refuseOnlooker(ctx, resource, lifecycle)
  const record = await ctx.records.lock(resource, id)
  if (statusOf(record) === target) return record
  const move = moveTo(lifecycle, record, target)
  if (!move) throw noSuchMove(resource, lifecycle, record, target)
  refuseWithoutRight(ctx, resource, move, target)
  await lifecycle.lock?.(ctx, record)
  const [facts] = (await lifecycle.facts?.(ctx, [record], options)) ?? []
  refuseBlocked(blockersOf(move, record, facts))
  return enter(ctx, resource, rules, record, move)
}

/** Moves a record as a part of something larger that was permitted: without its right and its guards. */
export async function enterStatus<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  id: string,
  status: string,
): Promise<Row<R>> {
  const record = await ctx.records.lock(resource, id)
  await rules.lifecycle!.lock?.(ctx, record)
  return enter(ctx, resource, rules, record, moveTo(rules.lifecycle!, record, status)!)
}

async function enter<R extends Resource>(
  ctx: Context,
  resource: R,
  rules: Rules<R>,
  record: Row<R>,
  { effect, to }: Move<R>,
): Promise<Row<R>> {
  const changes = { ...(await effect?.(ctx, record)), status: to } as unknown as Partial<Row<R>>
  return amendRecord(ctx, resource, rules, record, changes)
}

/** The first decides the code; the others are told too, so that a client need not clear them away one by one. */
function refuseBlocked([first, ...others]: readonly Blocker[]): void {
  if (!first) return
  const details = [...(first.details ?? []), ...others.map(({ message }) => ({ field: 'status', message }))]
  const reveals = [first, ...others].flatMap((blocker) => blocker.reveals ?? [])
  throw new Problem(first.code, { message: first.message, details, reveals })
}

const blockersOf = (move: Move<Any>, record: Row<Any>, facts: Facts): Blocker[] =>
  (move.guards ?? []).flatMap((guard) => guard(record, facts) ?? [])

/** For every record, where it could go from here, and what stands in the way. */
export async function transitionsOf(
  ctx: Context<Reads>,
  lifecycle: Lifecycle<Any>,
  records: readonly Row<Any>[],
): Promise<Transition[][]> {
  const facts = (await lifecycle.facts?.(ctx, records, {})) ?? []
  return records.map((record, index) =>
    lifecycle.moves
      .filter(({ from }) => from.includes(statusOf(record) as never))
      .map((move) => transition(ctx, move, record, facts[index])),
  )
}

function transition(
  { actor, permission }: Context<Reads>,
  move: Move<Any>,
  record: Row<Any>,
  facts: Facts,
): Transition {
  const missing = permission.can.includes(move.right)
    ? []
    : [{ code: 'FORBIDDEN' as const, message: `The role "${actor.role}" may not do this.` }]
  // A role that may not make this move is not told of the limits and amounts that stand in its way.
  const blockers = (missing.length > 0 ? missing : blockersOf(move, record, facts)).map((blocker) => {
    const { code, message } = discreet(actor, blocker)
    return { code, message }
  })
  if (blockers.length === 0) return { status: move.to, allowed: true }
  return { status: move.to, allowed: false, reason: blockers[0]!.message, blockers }
}

/** A role without any right to move such records is refused, whatever the record and the status. */
function refuseOnlooker({ actor, permission }: Context, { name }: Resource, { moves }: Lifecycle<Any>): void {
  if (moves.some(({ right }) => permission.can.includes(right))) return
  throw new Problem('FORBIDDEN', { message: `The role "${actor.role}" may not change the status of ${name}.` })
}

function refuseWithoutRight(
  { actor, permission }: Context,
  { name }: Resource,
  { right }: Move<Any>,
  target: string,
): void {
  if (permission.can.includes(right)) return
  throw new Problem('FORBIDDEN', { message: `The role "${actor.role}" may not move ${name} to "${target}".` })
}

function noSuchMove(resource: Resource, { moves, hint }: Lifecycle<Any>, record: object, target: string): Problem {
  const status = statusOf(record)
  const allowed = moves.filter(({ from }) => from.includes(status as never)).map(({ to }) => to)
  const instead = allowed.length > 0 ? `It can become ${allowed.join(', ')}.` : 'It stays as it is.'
  const message = `This ${resource.singular} is ${status} and cannot become ${target}. ${hint?.(target) ?? instead}`
  return new Problem('INVALID_STATUS_TRANSITION', { message, details: [{ field: 'status', message }] })
}
