import { INCLUDES, type Include } from '../../model/permitted.ts'
import type { Action } from '../action.ts'
import type { Pair } from '../lists/parse-list.ts'
import { Problem } from '../problem.ts'

export const INCLUDE = 'include'

/** Whether it answers with records of its own resource, so that `include` can be asked of it. */
export const takesInclude = (action: Action): boolean =>
  action.method === 'GET' && (action.parameters === 'record' || (action.parameters === 'list' && !action.of))

/** Takes `include` out of the query. Where an action does not take it, it stays in, to be refused like any unknown parameter. */
export function takeIncludes(action: Action, pairs: readonly Pair[]): { include: Include[]; rest: readonly Pair[] } {
  const isAsked = takesInclude(action) && pairs.some(([name]) => name === INCLUDE)
  if (!isAsked) return { include: [], rest: pairs }
  const names = pairs.filter(([name]) => name === INCLUDE).flatMap(([, value]) => value.split(','))
  const unknown = names.find((name) => !(INCLUDES as readonly string[]).includes(name))
  if (unknown !== undefined) throw unknownInclude(unknown)
  return { include: [...new Set(names)] as Include[], rest: pairs.filter(([name]) => name !== INCLUDE) }
}

function unknownInclude(name: string): Problem {
  const message = `${INCLUDE} contains "${name.slice(0, 100)}"; allowed: ${INCLUDES.join(', ')}.`
  return new Problem('INVALID_PARAMETER', { message, details: [{ field: INCLUDE, message }] })
}
