import type { Condition, ListQuery } from '../../core/lists/list-query.ts'
import type { Connection, Engine } from '../engine.ts'
import type { Column, Table } from '../table.ts'
import { columnAt, isIndexed, type Part } from './conditions.ts'

/** Which rows the caller may see at all. */
export interface Scope {
  readonly parts: readonly Part[]
  /** The reader sees every record, so that stored totals apply. */
  readonly isWhole: boolean
}

/** One list request. */
export interface Listing {
  readonly engine: Engine
  readonly connection: Connection
  readonly table: Table
  readonly query: ListQuery
  readonly scope: Scope
}

/** The filter that leads to the rows: all that is asked of one column. */
export type Lead = readonly [Condition, ...Condition[]]

/** How the rows of a list are found. */
export type Course =
  /** In the order of the list, each looked at whether it belongs there; of one value only, where an index is made so. */
  | { readonly kind: 'walk'; readonly lead?: Lead }
  /** In the index of a column of which one value is asked for: there they stand in the order of the list too. */
  | { readonly kind: 'stretch'; readonly lead: Lead }
  /** All that the filter leaves, which are then put in order. */
  | { readonly kind: 'gather'; readonly lead: Lead }

export const WALK: Course = { kind: 'walk' }

export const isByCreation = ({ sort }: ListQuery) => sort === 'createdAt' || sort === 'id'

/** Ids sort by creation, so `createdAt` needs no index of its own. */
export const sortColumn = (table: Table, query: ListQuery): Column =>
  columnAt(table, isByCreation(query) ? 'id' : query.sort)

/** How one filter leads to the rows in the order of the list; undefined where no index does so. */
export function ledBy(table: Table, query: ListQuery, lead: Lead): Course | undefined {
  const [{ operator, path }, second] = lead
  if (operator !== 'eq' || second) return undefined
  // The index of every field ends with the id, so one value of it is in order of creation.
  if (isByCreation(query)) return isIndexed(columnAt(table, path)) ? { kind: 'stretch', lead } : undefined
  const { indexedWithin } = sortColumn(table, query).field.options
  return indexedWithin?.includes(path) ? { kind: 'walk', lead } : undefined
}
