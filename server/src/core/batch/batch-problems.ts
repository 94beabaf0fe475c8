import { msg } from '../../model/message.ts'
import { defineProblems, Problem } from '../problem.ts'

export const { BATCH_FAILED, NOT_BATCHABLE } = defineProblems({
  BATCH_FAILED: [422, msg`An operation of the batch was refused, so nothing was done.`],
  NOT_BATCHABLE: [422, msg`An operation cannot be part of a batch. Send it as a request of its own.`],
})

export const placeOf = (index: number): string => `operations[${index}]`

/** The refusal of a batch: the position of the operation, and why it was refused as if it had been asked for alone. */
export function failedAt(index: number, { code, text, details }: Problem): Problem {
  if (code === NOT_BATCHABLE) return new Problem(code, { details: [{ field: placeOf(index), index, message: text }] })
  return new Problem(BATCH_FAILED, {
    text: msg`Operation ${index} of the batch was refused, so nothing was done: ${text}`,
    details: [{ field: placeOf(index), index, code, message: text, details }],
  })
}
