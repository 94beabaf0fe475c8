import type { Query, Values } from '../engine.ts'

/** What the write queue needs of a database: one transaction after another, on one connection. */
export interface Lane {
  /** How long a batch may take in requests before it is committed. */
  readonly maxHoldMs: number
  /** Whether other processes write meanwhile, so that rows must be locked and may have been changed since they were read. */
  readonly hasRivals: boolean
  begin(): Promise<void>
  run(query: Query): Promise<readonly Values[]>
  /** Carries out writes in their order. */
  flush(writes: readonly Query[]): Promise<void>
  savepoint(action: 'set' | 'release' | 'undo'): Promise<void>
  /**
   * Carries out the last writes and commits. Resolves once the commit is durable. Throws OutcomeUnknown if the commit had
   * begun and its result cannot be learnt in time; after any other error nothing was committed.
   */
  commit(writes: readonly Query[]): Promise<void>
  /** Ends a transaction that has failed. Never throws. */
  rollback(): Promise<void>
  /** The transaction has ended. */
  release(): void
  /** Why a transaction failed: `conflict` passes when it is repeated, `unavailable` does not soon. */
  verdictOn(error: unknown): 'conflict' | 'unavailable' | undefined
}

/** More writes wait than can be carried out soon. Nothing of this one was done. */
export class Overloaded extends Error {
  constructor() {
    super('Too many writes are waiting.')
  }
}

/** The commit did not happen, and cannot happen any more: the requests may run again. */
export class RolledBack extends Error {
  constructor(cause: unknown) {
    super('The transaction was rolled back.', { cause })
  }
}
