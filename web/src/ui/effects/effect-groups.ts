import i18next from 'i18next'
import type { Effect } from '../../api/dry-run.ts'

/** Effects of one kind on records of one resource. */
export interface EffectGroup {
  readonly resource: string
  readonly action: Effect['action']
  readonly effects: readonly Effect[]
}

export const groupsOf = (effects: readonly Effect[]): EffectGroup[] =>
  [...Map.groupBy(effects, ({ resource, action }) => `${resource} ${action}`).values()].map((some) => ({
    resource: some[0]!.resource,
    action: some[0]!.action,
    effects: some,
  }))

/** The text for a figure that rises or falls in all records of a group, where the language has one: "3 reservations". */
export function ownKeyOf({ resource, effects }: EffectGroup): string | undefined {
  const keys = Object.entries(effects[0]!.changes).flatMap(([field, change]) => {
    const direction = directionOf(change)
    const isCommon = effects.every(({ changes }) => changes[field] && directionOf(changes[field]) === direction)
    return direction && isCommon ? [`effects:own.${resource}.${field}.${direction}`] : []
  })
  return keys.find((key) => i18next.exists(key, { count: 1 }))
}

function directionOf([before, after]: readonly [unknown, unknown]): 'up' | 'down' | undefined {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined
  return after > before ? 'up' : 'down'
}
