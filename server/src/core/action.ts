import type { Field, Fields, InputOf } from '../model/fields.ts'
import type { Detail, InputMode } from '../model/input.ts'
import type { AnyRecord, Resource, Row } from '../model/resource.ts'
import type { Actor, Guarded, Permission } from './access.ts'
import type { ListQuery, Page } from './list-query.ts'
import type { Problem, ProblemCode } from './problem.ts'
import type { Reads, Records } from './store.ts'

/** Everything that one request may touch. Rules and actions receive it; they import no database, clock or logger. */
export interface Context<S extends Reads = Records> {
  readonly actor: Actor
  /** Under which rule of his role the actor is acting. */
  readonly permission: Permission
  readonly now: string
  readonly records: S
}

/** What a client sent, read and checked. */
export interface Call<I = AnyRecord> {
  readonly id: string
  readonly input: I
  readonly list?: ListQuery
}

/** What an action answers with. */
export type Result =
  | { readonly record: AnyRecord }
  | { readonly page: Page<AnyRecord> }
  | { readonly data: unknown }
  /** What was written stays, and yet the client is refused: a reused refresh token ends its session. */
  | { readonly problem: Problem }
  | undefined

interface ActionBase<F extends Fields> {
  /** As the business says it: `create`, `from-order`. */
  readonly name: string
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly access: Guarded['access']
  readonly input?: F
  readonly mode?: InputMode
  readonly status: 200 | 201 | 204
  readonly problems?: readonly ProblemCode[]
  /** What `data` looks like when the answer is not a record of the resource. */
  readonly output?: Field
  /** The answer holds a secret: no cache keeps it, and no Idempotency-Key replays it. */
  readonly sensitive?: true
}

interface ReadAction<F extends Fields> extends ActionBase<F> {
  readonly method: 'GET'
  /** Which query parameters it takes. */
  readonly parameters?: 'list' | 'record'
  run(ctx: Context<Reads>, call: Call): Promise<Result>
}

interface WriteAction<F extends Fields, P> extends ActionBase<F> {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Slow or outside work, done before the transaction begins; what it returns replaces the input. */
  prepare?(ctx: Context<Reads>, input: InputOf<F>): Promise<P>
  run(ctx: Context, call: Call<P>): Promise<Result>
}

// biome-ignore lint/suspicious/noExplicitAny: an action is typed by its input where it is written, not where it is mounted.
type Any = any

/** One thing that a client can do. CRUD is five of these; so is everything else. */
export type Action = ReadAction<Any> | WriteAction<Any, Any>

export const readAction = (action: ReadAction<Fields>): Action => action
export const writeAction = <const F extends Fields, P = InputOf<F>>(action: WriteAction<F, P>): Action => action

/** What must be true of a resource beyond the shape of its fields. */
export interface Rules<R extends Resource = Resource> {
  /** Fields that follow from the others, kept with the record. */
  derive?(record: Row<R>): Partial<Row<R>>
  /** Faults across fields. */
  check?(record: Row<R>): readonly Detail[]
  /** Fields that are not kept but worked out when records are read, for many records at once. */
  compute?(ctx: Context<Reads>, records: readonly Row<R>[]): Promise<readonly Partial<Row<R>>[]>
}

export const defineRules = <R extends Resource>(_resource: R, rules: Rules<R>): Rules<R> => rules

/** One line of the product: a resource, what holds of it, and what can be done with it. */
export interface Entry {
  readonly resource: Resource
  readonly rules?: Rules<Any>
  /** The URL segment, where it is not the resource's name. */
  readonly path?: string
  readonly actions: readonly Action[]
}
