import type { Detail } from '../../model/input.ts'
import { type Message, msg, pathsIn } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import { type Actor, mayKnow } from '../access.ts'
import { Problem, type ProblemCode, textOfProblem } from '../problem.ts'

/** A message to a client, and what it tells of beyond its values: `projects` or `projects.budget`. */
export interface Telling {
  readonly text: Message
  readonly reveals?: readonly string[] | undefined
}

/** Whether it would tell of a record or a field that the actor may not read. `asked` is the resource of the request. */
export const revealsHidden = (actor: Actor, { text, reveals = [] }: Telling, asked: Resource | undefined): boolean =>
  [...reveals, ...pathsIn(text)].some((path) => !mayKnow(actor, path, asked))

/** The same refusal without its numbers. */
export const redacted = <T extends Telling & { readonly code: ProblemCode; readonly details?: readonly Detail[] }>(
  actor: Actor,
  told: T,
  asked: Resource,
): T => (revealsHidden(actor, told, asked) ? { ...told, text: textOfProblem(told.code), details: [] } : told)

/** What stands in the way is always told by its code; details without a code belong to the message. */
export function redactedProblem(actor: Actor, problem: Problem, asked: Resource | undefined): Problem {
  const isHidden = revealsHidden(actor, problem, asked)
  const told = isHidden ? problem.details.filter(({ code }) => code !== undefined) : problem.details
  const details = told.map((detail) => redactedDetail(actor, detail, asked))
  if (!isHidden && details.every((detail, index) => detail === told[index])) return problem
  const { code, text, omitted } = problem
  return new Problem(code, { ...(!isHidden && { text, omitted }), details })
}

function redactedDetail(actor: Actor, told: Detail, asked: Resource | undefined): Detail {
  const { reveals, ...detail } = told
  if (!revealsHidden(actor, { text: detail.message, reveals }, asked)) return reveals ? detail : told
  const message = detail.code
    ? textOfProblem(detail.code as ProblemCode)
    : msg`This value conflicts with a field that your role may not see.`
  return { ...detail, message }
}
