import type { Command, Reply } from '../../core/command.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { WriteStats } from '../../db/write-queue/write-stats.ts'
import type { Detail } from '../../model/input.ts'
import type { Message } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'

/** A message to the writer. Every message has a number, and an answer carries the number of its request. */
export type Request =
  | { readonly kind: 'commit'; readonly id: number; readonly command: Command; readonly trace?: string }
  | { readonly kind: 'acquire-lock'; readonly id: number }
  /** `id` is that of the request which acquired the lock. */
  | { readonly kind: 'release-lock'; readonly id: number }
  | { readonly kind: 'stats'; readonly id: number }
  | { readonly kind: 'close' }

export type Answer =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly kind: 'refusal'; readonly id: number; readonly refusal: Refusal }
  | { readonly kind: 'failure'; readonly id: number; readonly error: Error }
  | { readonly kind: 'lock-acquired'; readonly id: number }
  | { readonly kind: 'stats'; readonly id: number; readonly stats: WriteStats }

/** A problem as plain data: an instance of a class cannot be sent to another thread. */
interface Refusal {
  readonly code: ProblemCode
  readonly text: Message
  readonly details: readonly Detail[]
  readonly retryAfterSeconds?: number
  readonly data?: AnyRecord
  readonly cause?: unknown
}

export const refusalOf = ({ code, text, details, retryAfterSeconds, data, cause }: Problem): Refusal => ({
  code,
  text,
  details,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  ...(data && { data }),
  ...(cause instanceof Error && { cause }),
})

export const problemOf = ({ code, ...rest }: Refusal): Problem => new Problem(code, rest)
