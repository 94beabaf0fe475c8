import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Reads } from './store.ts'

/** A record with its time of creation. Its id and the ids of its lines are generated when it is written. */
export type NewcomerRecord = AnyRecord & { readonly createdAt: string }

/** One transaction that inserts many records. */
export interface Batch {
  readonly reads: Reads
  /** Takes that many numbers of a series; returns the first. Without gaps: a rollback returns them. */
  takeNumbers(series: string, count: number): Promise<number>
  /** Which of these values are already used, in a unique field. */
  takenAmong(resource: Resource, field: string, values: readonly string[]): Promise<ReadonlySet<string>>
  /** Written unchanged, without rules and without audit entries: the caller is responsible for both. */
  insert(resource: Resource, records: readonly NewcomerRecord[]): Promise<void>
}

/** Inserts thousands of records. */
export interface BulkStore {
  /** Prepares for many records of a resource; returns what to do when all are inserted. */
  prepare(resource: Resource): Promise<() => Promise<void>>
  /** One transaction: all or nothing. The work may run again after a conflict. */
  write<T>(work: (batch: Batch) => Promise<T>): Promise<T>
}
