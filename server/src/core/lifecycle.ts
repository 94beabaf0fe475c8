import type { Message } from '../model/message.ts'
import type { AnyRecord, Resource, Row } from '../model/resource.ts'
import type { Right } from '../model/rights.ts'
import { isAhead } from '../model/stage.ts'
import type { Context } from './action.ts'
import type { Blocker, ProblemCode } from './problem.ts'
import type { Reads } from './store.ts'

export type StatusOf<R> = Row<R> extends { status: infer S extends string } ? S : string

/** Why a move is not possible just now. */
export interface MoveBlocker extends Blocker {
  /** An option of the status action that passes over it, for a role with this right. */
  readonly override?: { readonly option: string; readonly right: Right }
}

/** What a guard looks at, gathered for many records at once. */
// biome-ignore lint/suspicious/noExplicitAny: facts belong to one resource; the engine only hands them on.
export type Facts = any

export type Guard<R extends Resource> = (record: Row<R>, facts: Facts) => MoveBlocker | undefined

/** One row of the table of moves. */
export interface Move<R extends Resource> {
  readonly from: readonly StatusOf<R>[]
  readonly to: StatusOf<R>
  readonly right: Right
  /** It is what usually comes next. Where no move says so, that is the first of a status that leads forward. */
  readonly isMain?: true
  readonly guards?: readonly Guard<R>[]
  /** Fields of the record that a client may send with the status. */
  readonly asks?: readonly string[]
  /** What else happens; what it returns is written together with the new status. */
  effect?(ctx: Context, record: Row<R>): Promise<Partial<Row<R>>>
}

export interface Lifecycle<R extends Resource> {
  readonly moves: readonly Move<R>[]
  /** What its guards may refuse a move with, beside INVALID_STATUS_TRANSITION. */
  readonly problems?: readonly ProblemCode[]
  /** The status that a new record enters at once, with the effect of that move but without its guards. */
  initial?(record: Row<R>): StatusOf<R> | undefined
  /** What guards need to know. On a move, the records that it reads are locked first. */
  facts?(ctx: Context<Reads>, records: readonly Row<R>[], options: AnyRecord): Promise<readonly Facts[]>
  lock?(ctx: Context, record: Row<R>): Promise<void>
  /** Further fields that a client may send with the status. */
  readonly options?: Resource['fields']
  /** Said when a status cannot be set at all, such as one that only payments bring about. */
  hint?(target: string): Message | undefined
}

export const moveTo = <R extends Resource>(
  { moves }: Lifecycle<R>,
  record: Row<R>,
  status: string,
): Move<R> | undefined => moves.find(({ from, to }) => from.includes(statusOf(record) as never) && to === status)

/** The move that usually comes next. If any is marked, those that are marked are all that there are. */
export function mainMove<R extends Resource>(
  { fields }: R,
  { moves }: Lifecycle<R>,
  status: string,
): Move<R> | undefined {
  const possible = moves.filter(({ from }) => from.includes(status as never))
  if (moves.some(({ isMain }) => isMain)) return possible.find(({ isMain }) => isMain)
  const stages = fields.status?.options.stages ?? {}
  return possible.find(({ to }) => isAhead(stages, to, status))
}

export const statusOf = (record: object): string => (record as { readonly status: string }).status
