/** A list query, parsed and checked; see parse-list.ts for how a URL becomes one. */
export interface ListQuery {
  readonly perPage: number
  readonly sort: string
  readonly order: 'asc' | 'desc'
  /** Offset mode: which page. Absent in cursor mode. */
  readonly page?: number
  /** Cursor mode: the row after which the page begins. */
  readonly after?: Position
  readonly words: readonly string[]
  readonly conditions: readonly Condition[]
  readonly withTotal: boolean
  /** How the computed numbers that it names follow from kept values, by path. */
  readonly figures?: Figures
}

export type Figures = { readonly [path: string]: Figure }

/** A computed number in terms of kept values, so that a database can compute it too. */
export type Figure =
  /** The days from a date of the record to this day, both of them counted; 0 if that date is still to come. */
  | { readonly daysSince: string; readonly day: string }
  /** A sum over records that name the record, of all resources that keep sums of this field by such records. */
  | { readonly sumOf: string; readonly where: readonly Condition[] }

/** A list query made by the server itself: newest first and uncounted by default. */
export const plainList = (conditions: readonly Condition[] = [], more: Partial<ListQuery> = {}): ListQuery => ({
  page: 1,
  perPage: 100,
  sort: 'createdAt',
  order: 'desc',
  words: [],
  withTotal: false,
  conditions,
  ...more,
})

/** The position of a row in a sorted list: its sort value, then its id. */
export interface Position {
  readonly value: Comparable
  readonly id: string
  /** Of an export: the other systems that had a column when it began. */
  readonly systems?: readonly string[]
}

export type Comparable = string | number | boolean | null

export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'like'] as const
export type Operator = (typeof OPERATORS)[number]

export interface Condition {
  readonly path: string
  readonly operator: Operator
  /** One value, except for `in`. */
  readonly values: readonly Comparable[]
}

export const equals = (path: string, value: Comparable): Condition => ({ path, operator: 'eq', values: [value] })

export interface Page<T> {
  readonly records: readonly T[]
  readonly hasMore: boolean
  readonly total?: number
}
