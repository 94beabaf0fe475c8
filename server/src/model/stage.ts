/**
 * How far a record with a status has come. `draft`: it is still being written. `open`: it counts, and something is left to be
 * done. `done`: it has run its course. `stopped`: it was called off, and counts no more.
 */
export type Stage = 'draft' | 'open' | 'done' | 'stopped'

/** What each status means, in the order in which they are offered; the first is that of a new record. */
export type Stages = { readonly [status: string]: Stage }
