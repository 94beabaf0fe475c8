import type { Detail } from '../model/input.ts'
import type { AnyRecord, Resource, Row } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import type { Action, Context } from './action.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Condition, Figure } from './lists/list-query.ts'
import type { Blocker, ProblemCode } from './problem.ts'
import type { NamedRecord, Reads } from './store.ts'

// biome-ignore lint/suspicious/noExplicitAny: the registry holds the rules of every resource; the engine calls them untyped.
type Any = any

/** What must be true of a resource beyond the shape of its fields. A closed list: what fits nowhere here is an action. */
export interface Rules<R extends Resource = Resource> {
  /** What a new record has in fields that are declared `defaulted` and that the client leaves out. */
  defaults?(ctx: Context): Promise<Partial<Row<R>>>
  /** Kept fields that follow from the others, or from other records. */
  derive?(record: Row<R>, ctx: Context, before?: Row<R>): Partial<Row<R>> | Promise<Partial<Row<R>>>
  /** What `derive` may refuse a record with, beside faults of its fields; clients read it in the API's description. */
  readonly problems?: readonly ProblemCode[]
  /** Faults across fields. */
  check?(record: Row<R>, before?: Row<R>): readonly Detail[]
  /** The fields that may still be changed, as paths; undefined for all. */
  editable?(record: Row<R>): readonly string[] | undefined
  /** Fields that this actor cannot change on this record, whatever the role allows, each with the refusal. */
  closed?(record: Row<R>, ctx: Context<Reads>): readonly Closed[] | Promise<readonly Closed[]>
  /** Why the record cannot be deleted; undefined if it can. */
  deletionBlocker?(record: Row<R>, ctx: Context<Reads>): Blocker | undefined | Promise<Blocker | undefined>
  /**
   * The records that an interface offers to delete; undefined for all. It may be stricter than `deletionBlocker`: the API
   * also deletes an issued invoice (it is voided and hidden), but no user should be led to do that.
   */
  readonly deletable?: Deletable<R>
  /** Locks records that come before the record itself in the order that all requests keep (`lockRanks`). */
  lock?(ctx: Context, target: ChangeTarget): Promise<void>
  /** What else happens when a record was created, changed or moved, or is about to be deleted. It may refuse that. */
  changed?(ctx: Context, change: Change<R>): Promise<void>
  /** Which status may follow which, under what conditions, with what effects. */
  readonly lifecycle?: Lifecycle<R>
  /** Fields that are not kept but worked out when records are read, for many records at once. */
  compute?(ctx: Context<Reads>, records: readonly Row<R>[]): Promise<readonly Partial<Row<R>>[]>
  /** What a filter by a computed field means in terms of kept ones. */
  interpret?(ctx: Context<Reads>, condition: Condition): Promise<readonly Condition[] | undefined>
  /** What `compute` says of each field that is marked `figure`, in terms of kept values. */
  readonly figures?: { readonly [path: string]: (ctx: Context<Reads>) => Figure | Promise<Figure> }
}

/** Fields that are closed, as paths; without them the whole record is. */
export interface Closed {
  readonly fields?: readonly string[]
  readonly blocker: Blocker
}

/** Records whose field has one of these values. */
export interface Deletable<R extends Resource = Resource> {
  readonly field: keyof R['fields'] & string
  readonly values: readonly (string | boolean)[]
}

/** The record that is going to change; without an id it is going to be created. */
export interface ChangeTarget {
  readonly id?: string
  readonly input: AnyRecord
}

/** A new record has no `before`, a deleted one no `after`. */
export interface Change<R extends Resource = Resource> {
  readonly before?: Row<R>
  readonly after?: Row<R>
}

export const defineRules = <R extends Resource>(_resource: R, rules: Rules<R>): Rules<R> => rules

/** One line of the product: a resource, what holds of it, and what can be done with it. */
export interface Entry {
  readonly resource: Resource
  /** Records that its writes read whatever a request names: they come with the records that it does name. */
  readonly alwaysReads?: readonly NamedRecord[]
  readonly rules?: Rules<Any>
  /** The URL segment, where it is not the resource's name. */
  readonly path?: string
  readonly actions: readonly Action[]
  /** Its actions write little or free space, so they are also carried out when the disk is nearly full. */
  readonly usesReserve?: true
  /** Where it has no records: what assistants use its actions for. */
  readonly tool?: 'search' | 'describe' | 'report'
  /** What the shipped roles may do with it, by the name of the role. */
  readonly shippedRights?: ShippedRights
}

export type ShippedRights = Readonly<Record<string, Permission>>
