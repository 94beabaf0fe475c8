import { listed, msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import type { Actor } from '../access.ts'
import { Problem, refuseFaults } from '../problem.ts'
import type { ImportColumns } from './columns.ts'
import type { Import, Mode } from './imports.resource.ts'
import { guessedMapping, type Mapping, refuseKey, refuseMapping } from './mapping.ts'
import { authoriseImport, columnsFor, keyFor, type Target } from './target.ts'

/** The settings that a client sent for an import. */
export interface RequestedSettings {
  readonly mode: Mode
  readonly mapping?: Mapping | null
  readonly key?: readonly string[] | null
  readonly dryRun: boolean
}

/** The resolved settings, and whether they are complete enough to start. */
export type Settings = Required<Pick<Import, 'mode' | 'mapping' | 'key' | 'dryRun' | 'status'>>

export function targetNamed(targets: readonly Target[], name: string): Target {
  const target = targets.find(({ resource }) => resource.name === name)
  if (target) return target
  const names = listed(targets.map(({ resource }) => resource.name))
  refuseFaults([{ field: 'resource', message: msg`Resource must be one of ${names}.` }])
  throw new Error('Never reached.')
}

/** Settings that were sent must be valid; missing ones are guessed. If the guess is not enough, the client is asked. */
export function settingsFor(
  actor: Actor,
  target: Target,
  columns: readonly string[],
  requested: RequestedSettings,
): Settings {
  const { mode, dryRun } = requested
  const permission: Permission = authoriseImport(actor, target, mode)
  const fields = columnsFor(target, permission)
  const begun = dryRun ? ('checking' as const) : ('running' as const)
  if (!requested.mapping) {
    const mapping = guessedMapping(columns, fields, target.resource)
    const key = keyOf(target, requested, Object.values(mapping), fields)
    return { mode, dryRun, mapping, key: [...(key ?? [])], status: key ? begun : 'unmapped' }
  }
  refuseMapping(requested.mapping, columns, fields)
  const mapped = Object.values(requested.mapping)
  if (requested.key?.length) refuseKey(requested.key, mapped, fields)
  const key = requested.key?.length ? requested.key : keyFor(target, mapped)
  return { mode, dryRun, mapping: requested.mapping, key: [...key], status: begun }
}

function keyOf(target: Target, { key }: RequestedSettings, mapped: readonly string[], fields: ImportColumns) {
  try {
    if (key?.length) refuseKey(key, mapped, fields)
    return key?.length ? key : keyFor(target, mapped)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The state of an import at the start of a run. */
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
