import type { Detail } from '../../model/input.ts'
import { type Message, msg } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { type Actor, mayKnow } from '../access.ts'
import { Problem, type ProblemCode, textOfProblem } from '../problem.ts'

/** A message to a client, and the resources and fields that it tells of: `projects.budget`. */
export interface Telling {
  readonly text: Message
  readonly reveals?: readonly string[]
}

/** Whether it would tell of a record or a field that the actor may not read. `asked` is the resource of the request. */
export const revealsHidden = (
  actor: Actor,
  { reveals = [] }: Pick<Telling, 'reveals'>,
  asked: Resource | undefined,
): boolean => reveals.some((path) => !mayKnow(actor, path, asked))

/** The same refusal without its numbers. */
export const redacted = <T extends Telling & { readonly code: ProblemCode; readonly details?: readonly Detail[] }>(
  actor: Actor,
  told: T,
  asked: Resource,
): T => (revealsHidden(actor, told, asked) ? { ...told, text: textOfProblem(told.code), details: [] } : told)

/** What stands in the way is always told by its code; details without a code belong to the message. */
export function redactedProblem(actor: Actor, problem: Problem, asked: Resource | undefined): Problem {
  const isHidden = revealsHidden(actor, problem, asked)
  if (!isHidden && !problem.details.some(({ reveals }) => reveals)) return problem
  const told = isHidden ? problem.details.filter(({ code }) => code !== undefined) : problem.details
  const details = told.map((detail) => redactedDetail(actor, detail, asked))
  const { code, text, omitted } = problem
  return new Problem(code, { ...(!isHidden && { text, omitted }), details })
}

function redactedDetail(actor: Actor, { reveals, ...detail }: Detail, asked: Resource | undefined): Detail {
  if (!reveals || !revealsHidden(actor, { reveals }, asked)) return detail
  const message = detail.code
    ? textOfProblem(detail.code as ProblemCode)
    : msg`This value conflicts with a field that your role may not see.`
  return { ...detail, message }
}
