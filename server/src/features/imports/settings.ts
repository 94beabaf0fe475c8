import type { Actor } from '../../core/access.ts'
import { Problem, refuseFaults } from '../../core/problem.ts'
import { listed, msg } from '../../model/message.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import type { ImportColumns } from './columns.ts'
import type { Import, Mode } from './imports.resource.ts'
import { bodyMapping, guessedMapping, ignoredBy, type Mapping, refuseKey, refuseMapping } from './mapping.ts'
import { authoriseImport, columnsFor, keyFor, type Target } from './target.ts'

/** The settings that a client sent for an import. */
export interface RequestedSettings {
  readonly mode: Mode
  readonly mapping?: Mapping | null
  readonly key?: readonly string[] | null
  readonly decimalSeparator?: Import['decimalSeparator']
  readonly dryRun: boolean
}

/** What the settings of an import are made for. */
export interface SettingsTable extends Pick<Import, 'format' | 'delimiter'> {
  readonly columns: readonly string[]
}

/** The resolved settings, and whether they are complete enough to start. */
export type Settings = Required<
  Pick<Import, 'mode' | 'mapping' | 'key' | 'decimalSeparator' | 'ignored' | 'dryRun' | 'status'>
>

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
  table: SettingsTable,
  requested: RequestedSettings,
): Settings {
  const { mode, dryRun } = requested
  const { columns } = table
  const isBody = table.format === 'ndjson'
  const permission: Permission = authoriseImport(actor, target, mode)
  const fields = columnsFor(target, permission)
  const decimalSeparator = requested.decimalSeparator ?? separatorOf(actor, table)
  const begun = dryRun ? ('checking' as const) : ('running' as const)
  const common = { mode, dryRun, decimalSeparator }
  const ignored = (mapping: Mapping) => ignoredBy(mapping, columns, fields, target.resource)
  if (!requested.mapping) {
    const mapping = (isBody ? bodyMapping : guessedMapping)(columns, fields, target.resource)
    const key = keyOf(target, requested, Object.values(mapping), fields)
    return { ...common, mapping, key: [...(key ?? [])], ignored: ignored(mapping), status: key ? begun : 'unmapped' }
  }
  const { mapping } = requested
  refuseMapping(mapping, columns, fields, isBody)
  const mapped = Object.values(mapping)
  if (requested.key?.length) refuseKey(requested.key, mapped, fields)
  const key = requested.key?.length ? requested.key : keyFor(target, mapped)
  return { ...common, mapping, key: [...key], ignored: ignored(mapping), status: begun }
}

/** Tables with semicolons come from a spreadsheet that writes commas before decimals, those with commas from another one. */
function separatorOf({ language }: Actor, { format, delimiter }: SettingsTable): '.' | ',' {
  if (format === 'ndjson' || (format === 'csv' && delimiter === ',')) return '.'
  if (format === 'csv' && delimiter === ';') return ','
  return new Intl.NumberFormat(language).format(1.5).includes(',') ? ',' : '.'
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
  changes: [],
  problem: null,
  startedAt: status === 'unmapped' ? null : now,
  finishedAt: null,
  holder: null,
})
