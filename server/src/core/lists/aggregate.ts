import type { Comparable, Condition } from './list-query.ts'

/** What is asked of many records at once: how many there are, and what some of their fields come to. */
export interface Aggregation {
  readonly conditions: readonly Condition[]
  /** The fields that are added up. */
  readonly sums: readonly string[]
  /** One answer for each value of this field; without it, one for all records together. */
  readonly by?: string
  /** Only so many values: those that have most of the first sum. */
  readonly most?: number
}

export interface Aggregate {
  /** Of the field that was asked by; null for all records together. */
  readonly value: Comparable
  readonly count: number
  /** In the order in which they were asked for. Exact. */
  readonly sums: readonly number[]
}
