import type { AnyRecord, Resource } from '../model/resource.ts'
import type { Reads } from './store.ts'

/** A record that knows when it was made. Its id and the ids of its lines are made up as it is written. */
export type NewcomerRecord = AnyRecord & { readonly createdAt: string }

/** One transaction that brings many records. */
export interface Batch {
  readonly reads: Reads
  /** Takes so many numbers of a series; returns the first. Without gaps: they are taken back if the transaction is. */
  takeNumbers(series: string, count: number): Promise<number>
  /** Which of these values some record has already, in a field where no two records share one. */
  takenAmong(resource: Resource, field: string, values: readonly string[]): Promise<ReadonlySet<string>>
  /** Written unchanged, without rules and without audit entries: the caller is responsible for both. */
  insert(resource: Resource, records: readonly NewcomerRecord[]): Promise<void>
}

/** Where records by the thousand are brought in. */
export interface BulkStore {
  /** Makes ready for many records of a resource; returns what to do when all have come. */
  prepare(resource: Resource): Promise<() => Promise<void>>
  /** One transaction: all of it is kept, or nothing. The work may be run again after a conflict. */
  write<T>(work: (batch: Batch) => Promise<T>): Promise<T>
}
