import type { Comparable, Condition } from './list-query.ts'

/** A query over many records: their number, and sums of some of their fields. */
export interface Aggregation {
  readonly conditions: readonly Condition[]
  /** The words that a list was searched for. */
  readonly words?: readonly string[]
  /** The fields that are added up. */
  readonly sums: readonly string[]
  /** One result for each value of this field; without it, one for all records. */
  readonly by?: string
  /** Only this many values: those with the largest first sum. */
  readonly most?: number
}

export interface Aggregate {
  /** The value of the grouping field; null for all records. */
  readonly value: Comparable
  readonly count: number
  /** In the order of the request. Exact. */
  readonly sums: readonly number[]
}
