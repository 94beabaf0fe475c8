import type { Operation } from './history.ts'

/** What must be in a backup: all that was acknowledged before it began, and nothing that was sent after it had ended. */
export function asOfBackup(operation: Operation, begin: number, end: number): Operation {
  const { invokedAt, endedAt = Number.POSITIVE_INFINITY, outcome } = operation
  if (invokedAt > end) return { ...operation, outcome: 'fail' }
  if (outcome === 'fail' || (outcome === 'ok' && endedAt < begin)) return { ...operation }
  return { ...operation, outcome: 'unknown', written: [] }
}
