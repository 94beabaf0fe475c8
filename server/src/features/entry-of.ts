import { type Behaviour, entryWith } from '../core/entry.ts'
import type { Entry } from '../core/rules.ts'
import type { Resource } from '../model/resource.ts'
import { features } from './features.ts'

/** A resource with all actions that it has for free, and its own. */
export const entryOf = (resource: Resource, behaviour: Behaviour = {}): Entry =>
  entryWith(
    features.flatMap(({ actionsFor = [] }) => actionsFor),
    resource,
    behaviour,
  )
