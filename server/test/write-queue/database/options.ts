import type { Query } from '../../../src/db/engine.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Database, Transaction } from './database.ts'

/** How often something goes wrong, for each statement. */
export interface FaultRates {
  readonly constraint: number
  readonly conflict: number
  readonly cut: number
}

export interface ConnectionOptions {
  readonly scheduler: Scheduler
  readonly database: Database
  readonly faults: FaultRates
  readonly hasRowLocks: boolean
  /** Replies take up to so many steps, so that several of them arrive at once. */
  readonly latency: number
  readonly trace: ((text: string) => void) | undefined
  /** Called with each transaction that is about to be committed. */
  readonly onCommit: (transaction: Transaction) => void
}

/** Of a statement or a reply, for the trace. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.message
  const { sql, table = '', parameters } = value as Partial<Query>
  return sql ? `${sql} ${table} ${JSON.stringify(parameters)}` : JSON.stringify(value)
}
