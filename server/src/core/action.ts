import type { Field, Fields, InputOf } from '../model/fields.ts'
import type { InputMode } from '../model/input.ts'
import type { RecordKey } from '../model/keys/record-key.ts'
import type { Deprecation } from '../model/kinds/field-options.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Permission, Right, Scope } from '../model/rights.ts'
import { type Actor, type FurtherAction, type Guarded, isRight, permissionFor } from './access.ts'
import type { Command, Reply } from './command.ts'
import type { Cursors } from './lists/cursor.ts'
import type { ListQuery, Page, Position } from './lists/list-query.ts'
import type { Blocker, Problem, ProblemCode } from './problem.ts'
import type { Cancellation, DeclaredRecords, Reads, Records } from './store.ts'
import type { Warning } from './warnings.ts'

/** Set where this server can send mail. */
export interface MailChannel {
  /** Links in messages begin with it. It comes from the settings: a Host header could be forged. */
  readonly origin: string
  /** Of the sender: the end of every Message-ID. */
  readonly domain: string
}

/** Everything that one request may touch. Rules and actions receive it; they import no database, clock or logger. */
export interface Context<S extends Reads = Records> {
  readonly actor: Actor
  /** The permission of the actor's role under which the action runs. */
  readonly permission: Permission
  readonly now: string
  readonly records: S
  /** Missing: this server cannot send mail. */
  readonly mail?: MailChannel
  /** Tells the client something that is no refusal; it goes into `meta.warnings`. */
  warn(warning: Warning): void
}

/** Something to be done for itself. */
export type Order = Pick<
  Command,
  'resource' | 'action' | 'id' | 'input' | 'ignored' | 'faults' | 'omittedFaults' | 'key'
>

/**
 * Before the transaction of an action. Whatever is performed here is done for itself, in a transaction of its own, under its
 * own rules, as if the actor had asked for nothing else.
 */
export interface Preparation extends Context<Reads> {
  /** Of the record that it is about, if there is one. */
  readonly id: string
  readonly cursors: Cursors
  /** Of work that is in vain when the client has disconnected. */
  readonly onCancel?: Cancellation
  /** Throws the refusal. Repeated under the same Idempotency-Key, each is done once; those without an id differ by a part. */
  perform(order: Order, part?: number): Promise<Reply>
}

/** Carries out a command in the transaction of the action, under its own rules. The index is told with its refusal. */
export type PerformWithin = (index: number, command: Command) => Promise<Reply>

/** What must hold of a record that is changed or created by its key. */
export interface Preconditions {
  /** From If-Match: the versions that the client is willing to change. */
  readonly versions?: readonly number[]
  /** From `If-Match: *`. */
  readonly mustExist?: true
  /** From `If-None-Match: *`. */
  readonly mustBeNew?: true
}

/** What a client sent, read and checked. */
export interface Call<I = AnyRecord> extends Preconditions {
  readonly id: string
  /** Instead of the id, where the address names a unique field. */
  readonly key?: RecordKey
  readonly input: I
  readonly list?: ListQuery
  readonly select?: readonly string[]
}

/** What an action answers with. */
export type Result =
  /** With a status where it is not that of the action. */
  | { readonly record: AnyRecord; readonly status?: 200 | 201 }
  | { readonly page: Page<AnyRecord> }
  | { readonly data: unknown; readonly meta?: AnyRecord }
  | { readonly file: File }
  /** What was written stays, and yet the client is refused: a reused refresh token ends its session. */
  | { readonly problem: Problem }
  | undefined

/** An answer that is not JSON. */
export interface File {
  readonly name: string
  readonly type: string
  readonly content: Buffer
  /** A digest of the content, by which a client asks whether its copy is current. */
  readonly tag?: string
  /** From a client, in a format that browsers may run: as a page of its own it must do nothing. */
  readonly isUntrusted?: true
  /** To be kept by the client rather than shown. */
  readonly isAttachment?: true
  /** This is but a piece; the list goes on after here. */
  readonly next?: Position
}

/** A body that is a file: plain data, as all of a command is. */
export interface SentFile {
  readonly type: string
  /** Base64. */
  readonly content: string
}

/** Says why something cannot be done with a record now; undefined if it can. It only reads. */
export type BlockerOf = (record: Any, ctx: Context<Reads>) => Blocker | undefined | Promise<Blocker | undefined>

/** The record of another resource that an action creates one from: the order that is delivered. */
export interface Source {
  readonly resource: Resource
  /** The field of the body that names it. */
  readonly field: string
  /** Why nothing can be created from it now. The action itself must refuse for the same reason. */
  readonly blocker?: BlockerOf
}

/** What every action says of itself, by subject. */
interface ActionBase<F extends Fields>
  extends Named,
    Addressed,
    Allowed,
    Input<F>,
    Output,
    OnRecord,
    Upserting,
    Batching {}

/** What it is called, and what the API documentation says of it. */
interface Named {
  /** As the business says it: `create`, `from-order`. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly deprecated?: Deprecation
  /** Its operationId in the OpenAPI document, where the pattern of these ids makes no sentence of its name. */
  readonly operation?: string
  /** Does nothing but what it does for every resource. */
  readonly isStock?: true
}

interface Addressed {
  readonly path: string
  /** The record that it is about, where there is but one and the path needs no id. */
  readonly recordId?: string
}

/** Who may carry it out; `core/access.ts` decides by it. */
interface Allowed {
  readonly access: Guarded['access']
  readonly orAccess?: Right
  readonly sessionOnly?: true
  readonly needsProof?: true
  readonly duringSetUp?: true
  readonly scope?: Scope
  readonly anyOf?: readonly FurtherAction[]
}

interface Input<F extends Fields> {
  readonly input?: F
  readonly mode?: InputMode
  /** Where a body may be longer than usual. */
  readonly bodyLimit?: number
  /** The media types of a body that is a file instead of JSON. It comes as the input, a `SentFile`. */
  readonly consumes?: readonly string[]
  /** Its body may be lines of JSON instead: the first is an object, and those after it become this field. */
  readonly takesLines?: string
}

interface Output {
  readonly status: 200 | 201 | 202 | 204
  readonly problems?: readonly ProblemCode[]
  /** The media types of an answer that is not JSON. */
  readonly produces?: string | readonly string[]
  /** What `data` looks like when the answer is not a record of the resource. */
  readonly output?: Field
  /** What stands beside it, as `meta`. */
  readonly meta?: Fields
  /** The answer holds a secret: no cache keeps it, and no Idempotency-Key replays it. */
  readonly sensitive?: true
}

/** What it does to one record, and what `permitted` tells of it beforehand. */
interface OnRecord {
  /** Why it cannot be done to that record now. It refuses the request, and `permitted` tells it beforehand. */
  readonly blocker?: BlockerOf
  /** What it creates a record from: the `permitted` of that record tells whether it can. */
  readonly from?: Source
  /** The record that it answers with is one of this resource. */
  readonly creates?: Resource
  /** The read-only field of the record that a client changes by it. */
  readonly sets?: string
  /** Whether it can be tried out; see `canDryRun`. */
  readonly dryRun?: boolean
  /** Whether its body asks for a dry run. */
  asksForDryRun?(input: AnyRecord): boolean
}

interface Upserting {
  /**
   * Creates or changes the record that its address names by a unique field. It checks the body itself, once it knows which:
   * its input is `{ body }`.
   */
  readonly isUpsert?: true
  /** A field of its body holds the body of one of these actions of the resource. */
  readonly passesOn?: { readonly field: string; readonly to: readonly string[] }
}

/** Of a body that holds the bodies of others. */
interface Batching {
  /** How many requests it counts as; 1 if left out. */
  cost?(input: AnyRecord): number
  /** The records that it names. */
  declares?(input: AnyRecord): DeclaredRecords
}

interface ReadAction<F extends Fields> extends ActionBase<F>, Listing, Followed {
  readonly method: 'GET'
  /** The file that it answers with has a tag. */
  readonly isTagged?: true
  /** Reading it is recorded in the audit log. */
  readonly auditRead?: true
  /** Makes the file from all of its pieces, where these cannot be sent as they are. Undefined if they can. */
  assemble?(command: Command, pieces: AsyncIterable<Buffer>, type: string): Promise<Buffer> | undefined
  run(ctx: Context<Reads>, call: Call): Promise<Result>
}

interface Listing {
  /** Which query parameters it takes. */
  readonly parameters?: 'list' | 'whole-list' | 'record'
  /** Or its own: they come as the input. */
  readonly query?: Fields
  /** The records that it lists, where they are not those of its own resource, and what stays unseen of them for everyone. */
  readonly of?: ListedRecords
}

interface Followed {
  /**
   * A client can wait for what comes next (`wait` seconds), or have it streamed. It takes `after`, and answers a list with
   * `cursor` and `hasMore` as its meta.
   */
  readonly isFollowed?: true
}

/** Records of another resource than that of the action. */
interface ListedRecords {
  readonly resource: Resource
  readonly hidden: readonly string[]
}

interface WriteAction<F extends Fields, P> extends ActionBase<F> {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** Parameters in the address, where the body is a file. They come with it as the input. */
  readonly query?: Fields
  /** Slow or outside work, done before the transaction begins; what it returns replaces the input. */
  prepare?(ctx: Preparation, input: InputOf<F>): Promise<P>
  run(ctx: Context, call: Call<P>, perform?: PerformWithin): Promise<Result>
}

// biome-ignore lint/suspicious/noExplicitAny: an action is typed by its input where it is written, not where it is mounted.
type Any = any

/** One thing that a client can do. CRUD is five of these; so is everything else. */
export type Action = ReadAction<Any> | WriteAction<Any, Any>

export const readAction = (action: ReadAction<Fields>): Action => action
export const writeAction = <const F extends Fields, P = InputOf<F>>(action: WriteAction<F, P>): Action => action

/** The query parameter of a write that is only tried out. */
export const DRY_RUN = 'dryRun'

/** Not what users do to their own sign-in, nor a file that is sent, unless an action says otherwise. */
export const canDryRun = ({ method, access, consumes, dryRun }: Action): boolean =>
  method !== 'GET' && (dryRun ?? (isRight(access) && !consumes))

/** The resource whose records an action answers with. */
export const answeredBy = (resource: Resource, action: Action): Resource =>
  (action.method === 'GET' ? action.of?.resource : action.creates) ?? resource

/** What an actor sees of these records, where they are not those of its own resource; otherwise `permission`. */
export function permissionAnswered(actor: Actor, action: Action, permission: Permission): Permission {
  if (action.method !== 'GET') return action.creates ? permissionFor(actor, action.creates) : permission
  const { of } = action
  if (!of) return permission
  return { can: [], hidden: [...of.hidden, ...(permissionFor(actor, of.resource).hidden ?? [])] }
}

/** Whether it takes the parameters of a list. */
export const isListing = (action: Action): boolean =>
  action.method === 'GET' && (action.parameters === 'list' || action.parameters === 'whole-list')
