import { listed, msg } from '../../model/message.ts'
import { didYouMean } from '../../model/nearest.ts'
import { EXPAND_MAX, referencesOf } from '../../model/references.ts'
import type { Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { refuseHidden } from '../access.ts'
import type { Action } from '../action.ts'
import { invalid, namesIn, type Pair, shown } from './parameters.ts'
import { takesInclude } from './parse-list.ts'

export const EXPAND = 'expand'

/** Whether `expand` can be asked of it: it answers with records that name others. */
export const takesExpand = (resource: Resource, action: Action): boolean =>
  takesInclude(action) && referencesOf(resource).size > 0

/** Takes `expand` out of the query. An action that does not take it leaves it in: it is refused as an unknown parameter. */
export function takeExpand(
  resource: Resource,
  action: Action,
  permission: Permission,
  pairs: readonly Pair[],
): { expand: readonly string[]; rest: readonly Pair[] } {
  const isAsked = pairs.some(([name]) => name === EXPAND) && takesExpand(resource, action)
  if (!isAsked) return { expand: [], rest: pairs }
  const sent = pairs.filter(([name]) => name === EXPAND).flatMap(([, value]) => namesIn(value))
  const expand = [...new Set(sent)]
  const known = [...referencesOf(resource).keys()]
  const unknown = expand.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known)
    throw invalid(EXPAND, msg`expand contains ${shown(unknown)}.${hint} These can be expanded: ${listed(known)}.`)
  }
  if (expand.length > EXPAND_MAX) throw invalid(EXPAND, msg`expand takes at most ${EXPAND_MAX} references.`)
  refuseHidden(permission, expand)
  return { expand, rest: pairs.filter(([name]) => name !== EXPAND) }
}
