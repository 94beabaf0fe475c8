import type { Detail } from '../../model/input.ts'
import type { Message } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { Problem, type ProblemCode } from '../problem.ts'

/** A problem as plain data: an instance of a class cannot be sent to another thread. */
export interface PlainProblem {
  readonly code: ProblemCode
  readonly text: Message
  readonly details: readonly Detail[]
  readonly omitted: number
  readonly retryAfterSeconds?: number
  readonly data?: AnyRecord
  readonly cause?: unknown
}

export const plainProblem = (problem: Problem): PlainProblem => {
  const { code, text, details, omitted, retryAfterSeconds, data, cause } = problem
  return {
    code,
    text,
    details,
    omitted,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(data && { data }),
    ...(cause instanceof Error && { cause }),
  }
}

export const problemFromPlain = ({ code, ...rest }: PlainProblem): Problem => new Problem(code, rest)
