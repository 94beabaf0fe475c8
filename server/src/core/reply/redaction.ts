import type { Detail } from '../../model/input.ts'
import type { Resource } from '../../model/resource.ts'
import { type Actor, mayKnow } from '../access.ts'
import { messageOfProblem, Problem, type ProblemCode } from '../problem.ts'

/** A message to a client, and the resources and fields that it tells of: `projects.budget`. */
export interface Telling {
  readonly message: string
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
): T => (revealsHidden(actor, told, asked) ? { ...told, message: messageOfProblem(told.code), details: [] } : told)

export function redactedProblem(actor: Actor, problem: Problem, asked: Resource | undefined): Problem {
  if (revealsHidden(actor, problem, asked)) return new Problem(problem.code)
  if (!problem.details.some(({ reveals }) => reveals)) return problem
  const details = problem.details.map((detail) => redactedDetail(actor, detail, asked))
  const { code, message } = problem
  return new Problem(code, { message, details })
}

const redactedDetail = (actor: Actor, { reveals, ...detail }: Detail, asked: Resource | undefined): Detail =>
  reveals && revealsHidden(actor, { reveals }, asked)
    ? { ...detail, message: 'This value conflicts with a field that your role may not see.' }
    : detail
