import type { Changes } from '../model/changes.ts'
import type { AnyRecord, Input, Resource, Row } from '../model/resource.ts'
import type { Wanted } from '../model/search/score.ts'
import type { Actor } from './access.ts'
import type { Aggregate, Aggregation } from './lists/aggregate.ts'
import type { Condition, ListQuery, Page } from './lists/list-query.ts'
import type { LookUp } from './lists/look-up.ts'

/** Reads records, under the record rules of the actor. */
export interface Reads {
  /** Throws NOT_FOUND. */
  get<R extends Resource>(resource: R, id: string): Promise<Row<R>>
  /** The same reads without the record rules of the actor: for what a rule must know, and must not tell. */
  unscoped(): Reads
  /** The first record with exactly these values; or the one with an id in another system: `externalIds.shop`. */
  find<R extends Resource>(resource: R, where: Partial<Row<R>>): Promise<Row<R> | undefined>
  list<R extends Resource>(resource: R, query: ListQuery): Promise<Page<Row<R>>>
  /** The records of these ids that exist, by id. */
  getMany<R extends Resource>(resource: R, ids: readonly string[]): Promise<ReadonlyMap<string, Row<R>>>
  /** All records whose field is one of these ids, oldest first. */
  related<R extends Resource>(resource: R, field: keyof Row<R> & string, ids: readonly string[]): Promise<Row<R>[]>
  /** Without their lines: records with one of these values, case and accents ignored, at most so many; for fields `similarBy`. */
  similar<R extends Resource>(resource: R, values: Readonly<Record<string, string>>, limit: number): Promise<Head<R>[]>
  /** The last number that was taken of a series; 0 if none was. */
  lastNumber(series: string): Promise<number>
  /** The same without their lines, where these are not needed; only those with exactly these values. */
  heads<R extends Resource>(
    resource: R,
    field: keyof Row<R> & string,
    ids: readonly string[],
    where?: Partial<Row<R>>,
  ): Promise<Head<R>[]>
  /** Records with exactly these values whose number is greater than `after`, in its order; an index must cover both. */
  beyond<R extends Resource>(
    resource: R,
    where: Partial<Row<R>>,
    field: keyof Row<R> & string,
    after: number,
    limit: number,
  ): Promise<Row<R>[]>
  /**
   * What records that name some of this resource add up to, over all resources that keep such sums of this field: what
   * customers owe. With conditions it is added up anew. Where nothing is summed, there is no entry.
   */
  sums(
    target: Resource,
    field: string,
    ids: readonly string[],
    conditions?: readonly Condition[],
  ): Promise<ReadonlyMap<string, number>>
  /** Adds up a field of the records that satisfy the conditions, by the value of another. */
  totals<R extends Resource>(
    resource: R,
    field: keyof Row<R> & string,
    by: keyof Row<R> & string,
    values: readonly string[],
    conditions: readonly Condition[],
  ): Promise<Map<string, number>>
  /** Counts records and adds up their fields, as far as the actor may see them. */
  aggregate(resource: Resource, aggregation: Aggregation): Promise<readonly Aggregate[]>
  /** Searches records, for as long as the callback runs. */
  lookUp<T>(wanted: Wanted, work: (lookUp: LookUp) => Promise<T>): Promise<T>
  /** Which of these ids name no record that may be seen. */
  missing(resource: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The records of other resources that point to this one. */
  referrers(resource: Resource, id: string): Promise<readonly Referrers[]>
  /** Which of these records others point to; what the service keeps for its own use does not count. */
  inUse(resource: Resource, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** The other systems in which records of the resource have ids, in order. */
  systems(resource: Resource): Promise<readonly string[]>
}

/** A record without its lines. */
export type Head<R extends Resource> = {
  [K in keyof Row<R> as Row<R>[K] extends readonly { id: string }[] ? never : K]: Row<R>[K]
}

export interface Referrers {
  readonly resource: string
  readonly count: number
  readonly first: readonly Referrer[]
}

export interface Referrer {
  readonly id: string
  /** The number of a record that was deleted and stays in the table, so that no client finds it by its id. */
  readonly removedNumber?: string
}

/** Reading and writing inside one transaction. */
export interface Records extends Reads {
  /** Like get, and no other transaction can change the record until this one ends. */
  lock<R extends Resource>(resource: R, id: string): Promise<Row<R>>
  insert<R extends Resource>(resource: R, values: NewRecord<R>): Promise<Row<R>>
  /**
   * Writes the whole record. One request raises its version once at most, and not for figures alone that are `unversioned`;
   * if nothing changes, nothing is written.
   */
  update<R extends Resource>(resource: R, before: Row<R>, changes: Partial<Row<R>>): Promise<Row<R>>
  /**
   * Writes fields that no client sees, in another form: neither version nor `updatedAt` changes, and there is no audit entry.
   */
  amend<R extends Resource>(resource: R, before: Row<R>, changes: Partial<Row<R>>): Promise<Row<R>>
  remove<R extends Resource>(resource: R, record: Row<R>): Promise<void>
  /** The greatest value of a number in records that are committed, on any node; 0 if there are none. */
  greatest<R extends Resource>(resource: R, field: keyof Row<R> & string): Promise<number>
  /**
   * Makes this the next number of a series if that is higher than the one that would be next, and returns the latter. The
   * series stays locked until the transaction ends.
   */
  skipTo(series: string, next: number): Promise<number>
  /** The next number of a series: without gaps, since it is taken back if the transaction is. */
  nextNumber(series: string, date: string): Promise<TakenNumber>
  /** Deletes records whose field lies before an instant, at most `limit` of them; returns how many. */
  purge<R extends Resource>(resource: R, field: keyof Row<R> & string, before: string, limit: number): Promise<number>
  /** Tells the audit log of something that is no change of a record: a sign-in, a grant. */
  note(happening: HappeningNote): void
  /** What the transaction has done to records so far, as the audit log is going to tell it. */
  changes(): readonly ChangedRecord[]
  /** Hands something to work that runs once for all requests of the transaction, right before its commit. */
  atCommit<T>(work: CommitWork<T>, item: T): void
  /** False while another transaction holds the same name; the claim ends with the transaction. */
  claim(name: string): Promise<boolean>
  /** In a transaction that is going to be rolled back: the database refuses now what it would refuse at the commit. */
  rehearse(): Promise<void>
  /**
   * A part that can fail alone: if it throws, everything that it has done is undone, also the numbers that it took, and the
   * transaction goes on. A trial is undone in any case. Meanwhile only the records that it is given may be used.
   */
  attempt<T>(work: (records: Records) => Promise<T>, isTrial?: boolean): Promise<T>
  /** The same transaction for another part of the request, such as one operation of a batch. */
  within(scope: RequestScope): Records
}

/** A record that a transaction has created, changed or deleted. */
export interface ChangedRecord {
  readonly resource: Resource
  readonly action: 'create' | 'update' | 'delete'
  /** As it is after the change, or was before it was deleted. */
  readonly record: AnyRecord
  readonly changes: Changes
}

/** A number of a series, and the latest date that an earlier one was taken for. */
export interface TakenNumber {
  readonly number: number
  readonly latestDate: string | null
}

/** Work that needs what all transactions need, and so is done once for all requests that share a transaction. */
export interface CommitWork<T> {
  run(recordsFor: (scope: RequestScope) => Records, items: readonly T[]): Promise<void>
}

export interface NamedRecord {
  readonly resource: string
  readonly id: string
}

/** What a request will need, as far as that is known beforehand: a database server gives it in one exchange. */
export interface DeclaredRecords {
  readonly locks?: readonly NamedRecord[]
  readonly reads?: readonly NamedRecord[]
  readonly claims?: readonly string[]
}

export interface HappeningNote {
  readonly action: string
  readonly resource: string
  readonly recordId: string | null
  readonly changes?: Changes
  /** Set where it is not the actor of the request: a sign-in has no actor yet. */
  readonly by?: { readonly id: string; readonly name: string; readonly credential: string }
}

/** The actor of a change, and the request. */
export interface Trace {
  readonly actor: Actor
  readonly operation: string
}

export type NewRecord<R extends Resource> = Input<R> & Partial<Row<R>>

/** Calls `cancel` when a result is no longer wanted, such as when the client has disconnected: a long read then ends early. */
export type Cancellation = (cancel: () => void) => void

/** Whose records, and when: what every read and write of one request has in common. */
export interface RequestScope {
  readonly now: string
  readonly userId: string | null
  /** True where the user may only see own records. Rules may read more than their user sees. */
  ownOnly(resource: Resource): boolean
  /** The same for the ids that the user may put into a body. */
  namesOwnOnly?(resource: Resource): boolean
  /** For the audit log; without it, it was the service itself. */
  readonly trace?: Trace
  readonly onCancel?: Cancellation | undefined
}

/** Sees every record; without a trace it is the service itself that acts. */
export const wholeScope = (now: string, trace?: Trace): RequestScope => ({
  now,
  userId: trace?.actor.userId ?? null,
  ownOnly: () => false,
  ...(trace && { trace }),
})

/** Where records are kept. The only door to the database for everything above it. */
export interface Store {
  /** Reads need no transaction of their own, so that the store may answer many requests' reads together. */
  reads(scope: RequestScope): Reads
  /** Reads that belong together see one moment: never a head with the lines of another version. */
  read<T>(scope: RequestScope, work: (records: Reads) => Promise<T>): Promise<T>
  /** Another number whenever a record that guards access has changed, on any node. */
  epoch(): Promise<number>
  /** One transaction: all of it is kept, or nothing. The work may be run again after a conflict. */
  write<T>(scope: RequestScope, work: (records: Records) => Promise<T>, declared?: DeclaredRecords): Promise<T>
}
