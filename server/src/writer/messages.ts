import type { Command, Reply } from '../core/command.ts'
import { Problem, type ProblemCode } from '../core/problem.ts'
import type { Detail } from '../model/input.ts'

/** What is asked of whoever writes. */
export type Request =
  | { readonly kind: 'commit'; readonly id: number; readonly command: Command }
  /** Somebody has something to write himself … */
  | { readonly kind: 'take-pen' }
  /** … and is done. */
  | { readonly kind: 'give-pen' }
  | { readonly kind: 'close' }

export type Answer =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly kind: 'refusal'; readonly id: number; readonly refusal: Refusal }
  | { readonly kind: 'failure'; readonly id: number; readonly error: Error }
  | { readonly kind: 'pen' }

/** A problem as plain data: a class does not survive the way from one thread to another. */
interface Refusal {
  readonly code: ProblemCode
  readonly message: string
  readonly details: readonly Detail[]
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

export const refusalOf = ({ code, message, details, retryAfterSeconds, cause }: Problem): Refusal => ({
  code,
  message,
  details,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  ...(cause instanceof Error && { cause }),
})

export const problemOf = ({ code, ...rest }: Refusal): Problem => new Problem(code, rest)
