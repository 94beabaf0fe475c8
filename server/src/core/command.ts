import type { Detail } from '../model/input.ts'
import type { RecordKey } from '../model/keys/record-key.ts'
import type { Include } from '../model/permitted.ts'
import type { AnyRecord } from '../model/resource.ts'
import type { Permission } from '../model/rights.ts'
import type { Actor } from './access.ts'
import type { ListQuery, Position } from './lists/list-query.ts'
import type { Effect } from './reply/effects.ts'
import type { Cancellation } from './store.ts'

export interface IdempotencyKey {
  readonly key: string
  /** A digest of method, address and body: the same key must come with the same request. */
  readonly fingerprint: string
}

/** One request to do something, checked and ready to run. Plain data: it may be carried out in another thread. */
export interface Command {
  readonly resource: string
  readonly action: string
  readonly actor: Actor
  /** Set once the actor was authorised. It belongs to the actor: a command with another actor must not keep it. */
  readonly permission?: Permission
  readonly id: string
  /** Instead of the id, where the address names a unique field. */
  readonly key?: RecordKey
  readonly input: AnyRecord
  /** Values that the client sent for fields that no client sets; it is told of those that differ. */
  readonly ignored?: AnyRecord
  /** What is wrong with the fields of the input: the command is refused once its references are checked as well. */
  readonly faults?: readonly Detail[]
  /** How many more there are. */
  readonly omittedFaults?: number
  readonly list?: ListQuery
  readonly select?: readonly string[]
  /** What each record is answered with beside its fields. */
  readonly include?: readonly Include[]
  /** The references whose records are answered beside the ids. */
  readonly expand?: readonly string[]
  /** From If-Match: the versions that the client is willing to change. */
  readonly versions?: readonly number[]
  /** From `If-Match: *` and `If-None-Match: *`, where the address names a unique field. */
  readonly mustExist?: true
  readonly mustBeNew?: true
  readonly idempotency?: IdempotencyKey
  /** All of it happens, and is rolled back. */
  readonly dryRun?: true
  /** Of a dry run: what was rolled back while it was prepared. */
  readonly effects?: readonly Effect[]
}

/** What goes back to the client. Plain data too. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Instead of a body, where the answer is not JSON. */
  readonly file?: Buffer
  /** The file goes on: what follows is asked for by the same command, with a list that begins after here. */
  readonly next?: Position
  readonly paging?: Paging
  /** Of an action that is followed. */
  readonly followed?: FollowedReply
}

export interface FollowedReply {
  readonly isEmpty: boolean
  /** Where the next reply begins. */
  readonly cursor: string
  readonly hasMore: boolean
}

export interface Paging {
  readonly page?: number
  readonly totalPages?: number
  readonly total?: number
  readonly nextCursor: string | null
}

/** Carries out a command that has been prepared: all that happens inside its transaction. */
export interface Writer {
  commit(command: Command): Promise<Reply>
}

export interface Executor {
  execute(command: Command, onCancel?: Cancellation): Promise<Reply>
}
