import { msg, untold } from '../../model/message.ts'
import { defineProblems, Problem, type ProblemCode } from '../problem.ts'

export const { BATCH_FAILED, NOT_BATCHABLE } = defineProblems({
  BATCH_FAILED: [422, msg`An operation of the batch was refused, so nothing was done.`],
  NOT_BATCHABLE: [422, msg`An operation cannot be part of a batch. Send it as a request of its own.`],
})

/** The refusal of a batch: the position of the operation, and why it was refused, as the client may know it. */
export function failedAt(index: number, { code, text: message, details, omitted }: Problem): Problem {
  const text = untold(message) // redacted already, for the resource of the operation
  const place = { field: `operations[${index}]`, index, message: text }
  if (code === NOT_BATCHABLE) return new Problem(code, { text, details: [place] })
  return new Problem(BATCH_FAILED, {
    text: msg`Operation ${index} of the batch was refused, so nothing was done: ${text}`,
    details: [{ ...place, code, details }],
    omitted,
  })
}

/** Why the operation was refused that has made a batch fail; of another problem, the problem itself. */
export function innerRefusal(problem: Problem): Problem {
  const [{ code, message } = {}] = problem.details
  return problem.code === BATCH_FAILED ? new Problem(code as ProblemCode, { text: message! }) : problem
}
