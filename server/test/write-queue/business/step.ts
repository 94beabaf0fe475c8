import type { Declared } from '../../../src/db/engine.ts'
import type { Queries } from './queries.ts'
import type { Run } from './run.ts'

/** A part of a request: what it does, and which row it could declare beforehand. */
export interface Step {
  /** Steps of one kind do not run at once. */
  readonly kind: string
  readonly run: (run: Run) => Promise<void>
  readonly declares?: (queries: Queries) => Declared
}

/** Few rows, so that requests meet. */
export const KEYS = {
  items: ['anvil', 'bolt', 'chain'],
  docs: ['doc-1', 'doc-2'],
  series: ['orders', 'invoices'],
  meters: ['meter-1', 'meter-2'],
  codes: ['red', 'green'],
  touches: ['left', 'right'],
  replies: ['key-1', 'key-2'],
  heads: ['head-1', 'head-2'],
} as const

export const lockOf = (table: string, key: string) => (queries: Queries) => ({ query: queries.lock(table, key), key })
