import type { RawBuilder } from 'kysely'
import type { Condition, ListQuery } from '../../core/lists/list-query.ts'
import { systemIn } from '../../model/keys/external-ids.ts'
import type { Connection, Engine, Select } from '../engine.ts'
import type { Column, Table } from '../table.ts'
import { columnAt, isIndexed, linesAt, type Part } from './conditions.ts'

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
  /** Where the rows come from, if not from the table alone; `shape` tells it apart from others. */
  readonly source?: { readonly shape: string; readonly rows: RawBuilder<unknown> }
}

/** Selects from the rows of a list. */
export const rowsFrom = ({ engine: { builder }, table, source }: Listing): Select =>
  source ? builder.selectFrom(source.rows.as(table.name)) : builder.selectFrom(table.name)

/** The filter that the index is searched by: all conditions on one column. */
export type Lead = readonly [Condition, ...Condition[]]

/** How the rows of a list are found, and in which order. */
export type AccessPath =
  /** Scans the index of the sort column and checks each row; only one value of the lead if the index begins with it. */
  | { readonly kind: 'indexScan'; readonly lead?: Lead }
  /** One value of an indexed column: its rows are in the order of the list. */
  | { readonly kind: 'indexRange'; readonly lead: Lead }
  /** All rows that match the lead, sorted afterwards. */
  | { readonly kind: 'sort'; readonly lead: Lead }

export const INDEX_SCAN: AccessPath = { kind: 'indexScan' }

export const isByCreation = ({ sort }: ListQuery) => sort === 'createdAt' || sort === 'id'

/** Ids sort by creation, so `createdAt` needs no index of its own. */
export const sortColumn = (table: Table, query: ListQuery): Column =>
  columnAt(table, isByCreation(query) ? 'id' : query.sort)

/** The access path by which one filter finds the rows in the order of the list; undefined if no index does so. */
export function pathLedBy(table: Table, query: ListQuery, lead: Lead): AccessPath | undefined {
  const [{ operator, path }, second] = lead
  if (operator !== 'eq' || second || linesAt(table, path) || systemIn(path) !== undefined) return undefined
  // The index of every field ends with the id, so one value of it is in order of creation.
  if (isByCreation(query)) return isIndexed(columnAt(table, path)) ? { kind: 'indexRange', lead } : undefined
  const { indexedWithin } = sortColumn(table, query).field.options
  return indexedWithin?.includes(path) ? { kind: 'indexScan', lead } : undefined
}
