import type { ProblemCode } from '../../core/problem.ts'
import type { Rules } from '../../core/rules.ts'
import type { Message, MessageValue } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'

/** How a type of document refuses what cannot be taken. */
export interface Refusals {
  readonly tooMuch: ProblemCode
  readonly nothingLeft: ProblemCode
  /** Said when all has been taken, with the names of the documents that took it, as far as the client may see them. */
  allTaken(original: MessageValue, names: readonly string[]): Message
}

/** The rules of a document, and what else its type says about documents that are made from others. */
export interface DocumentRules<R extends Resource = Resource> extends Rules<R> {
  /** How it refuses to take what its original does not have. */
  readonly refusals?: Refusals
}

// biome-ignore lint/suspicious/noExplicitAny: the rules of all types of documents stand side by side.
type AnyRules = DocumentRules<any>

/** Types of documents refer to each other in circles, so that each finds the rules of the others by their declaration. */
const known = new WeakMap<Resource, AnyRules>()

export function keepRules<R extends Resource>(resource: R, rules: DocumentRules<R>): DocumentRules<R> {
  known.set(resource, rules)
  return rules
}

export const rulesOf = (resource: Resource): AnyRules => known.get(resource)!
