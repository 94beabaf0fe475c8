import type { Detail } from '../../model/input.ts'
import { type Actor, covers } from '../access.ts'
import { messageOfProblem, Problem, type ProblemCode } from '../problem.ts'

/** A message to a client, and the fields whose values it reveals: `customers.creditLimit`. */
export interface Telling {
  readonly message: string
  readonly reveals?: readonly string[]
}

/** Whether it would reveal a field that is hidden from the actor's role, or a record that it cannot read. */
export function revealsHidden({ permissions }: Actor, { reveals = [] }: Pick<Telling, 'reveals'>): boolean {
  return reveals.some((path) => {
    const [resource = '', ...field] = path.split('.')
    const permission = permissions[resource] ?? permissions['*']
    return !permission?.can.includes('read') || covers(permission.hidden, field.join('.'))
  })
}

/** The same refusal without its numbers. */
export const redacted = <T extends Telling & { readonly code: ProblemCode; readonly details?: readonly Detail[] }>(
  actor: Actor,
  told: T,
): T => (revealsHidden(actor, told) ? { ...told, message: messageOfProblem(told.code), details: [] } : told)

export const redactedProblem = (actor: Actor, problem: Problem): Problem =>
  revealsHidden(actor, problem) ? new Problem(problem.code) : problem
