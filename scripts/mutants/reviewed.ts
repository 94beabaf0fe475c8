/** A mutant that no test can kill, or need not, with the reason. */
export interface Reviewed {
  /** Below server/src. */
  readonly file: string
  /** A part of the line of code. */
  readonly code: string
  /** As the report names the change, such as `< → <=`. */
  readonly change: string
  readonly reason: string
}

export const REVIEWED: readonly Reviewed[] = []
