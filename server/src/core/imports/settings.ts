import type { Field } from '../../model/fields.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import type { Actor } from '../access.ts'
import { Problem, refuseFaults } from '../problem.ts'
import type { Import, Mode } from './imports.resource.ts'
import { guessedMapping, type Mapping, refuseKey, refuseMapping } from './mapping.ts'
import { authoriseImport, columnsFor, keyFor, type Target } from './target.ts'

/** What a client said about how rows become records. */
export interface Wishes {
  readonly mode: Mode
  readonly mapping?: Mapping | null
  readonly key?: readonly string[] | null
  readonly dryRun: boolean
}

/** How they will, and whether that is known well enough to begin. */
export type Settings = Required<Pick<Import, 'mode' | 'mapping' | 'key' | 'dryRun' | 'status'>>

export function targetNamed(targets: readonly Target[], name: string): Target {
  const target = targets.find(({ resource }) => resource.name === name)
  if (target) return target
  const names = targets.map(({ resource }) => resource.name).join(', ')
  refuseFaults([{ field: 'resource', message: `Resource must be one of ${names}.` }])
  throw new Error('Never reached.')
}

/** What is sent must be right; what is not sent is guessed, and if the guess is not enough the client is asked. */
export function settingsFor(actor: Actor, target: Target, columns: readonly string[], wishes: Wishes): Settings {
  const { mode, dryRun } = wishes
  const permission: Permission = authoriseImport(actor, target, mode)
  const fields = columnsFor(target, permission)
  const begun = dryRun ? ('checking' as const) : ('running' as const)
  if (!wishes.mapping) {
    const mapping = guessedMapping(columns, fields, target.resource)
    const key = keyOf(target, wishes, Object.values(mapping), fields)
    return { mode, dryRun, mapping, key: [...(key ?? [])], status: key ? begun : 'unmapped' }
  }
  refuseMapping(wishes.mapping, columns, fields)
  const mapped = Object.values(wishes.mapping)
  if (wishes.key?.length) refuseKey(wishes.key, mapped, fields)
  const key = wishes.key?.length ? wishes.key : keyFor(target, mapped)
  return { mode, dryRun, mapping: wishes.mapping, key: [...key], status: begun }
}

function keyOf(target: Target, { key }: Wishes, mapped: readonly string[], fields: ReadonlyMap<string, Field>) {
  try {
    if (key?.length) refuseKey(key, mapped, fields)
    return key?.length ? key : keyFor(target, mapped)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Where an import begins, again or for the first time. */
export const atTheStart = (now: string, { status }: Settings): AnyRecord => ({
  processed: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  failed: 0,
  errors: [],
  problem: null,
  startedAt: status === 'unmapped' ? null : now,
  finishedAt: null,
})
