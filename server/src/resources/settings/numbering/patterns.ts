import { covers, fieldRefusal } from '../../../core/access.ts'
import type { Detail } from '../../../model/input.ts'
import { msg } from '../../../model/message.ts'
import { didYouMean } from '../../../model/nearest.ts'
import type { AnyRecord, Resource } from '../../../model/resource.ts'
import type { Permission } from '../../../model/rights.ts'
import { type DocumentResource, isDocument } from '../../documents/document-type.ts'
import { isPattern } from '../../documents/numbering.ts'
import type { Settings } from '../settings.resource.ts'

/** The types of documents that have numbers. */
export const numberedIn = (catalog: readonly Resource[]): readonly DocumentResource[] =>
  catalog.filter(isDocument).filter(({ document }) => document.number !== undefined)

type Patterns = Settings['numberPatterns']
type Patterned = Pick<Settings, 'numberPatterns'>

/**
 * Patterns that are not sent stay as they are. One that an older field of the settings holds as well can be changed by either
 * name; a role that may not change that field cannot change it by the other name.
 */
export function patternsAfter(
  numbered: readonly DocumentResource[],
  permission: Permission,
  sent: Settings,
  before: Settings | undefined,
): Partial<Settings> {
  const aliases: AnyRecord = {}
  const patterns: Patterns = { ...before?.numberPatterns, ...sent.numberPatterns }
  for (const resource of numbered) {
    const { setting } = resource.document.number!
    if (!setting) continue
    const isChanged = before && patterns[resource.name] !== before.numberPatterns[resource.name]
    if (isChanged && covers(permission.readOnly, setting)) throw fieldRefusal(setting, 'change')
    const written = (sent as AnyRecord)[setting] as string
    const isAlone = written === (before as AnyRecord | undefined)?.[setting]
    if (isChanged && isAlone && isPattern(patterns[resource.name]!)) aliases[setting] = patterns[resource.name]
    else if (!isChanged) patterns[resource.name] = written
  }
  return { numberPatterns: patterns, ...aliases }
}

export function patternFaults(numbered: readonly DocumentResource[], settings: Patterned): Detail[] {
  const names = numbered.map(({ name }) => name)
  const unknown = Object.keys(settings.numberPatterns).filter((name) => !names.includes(name))
  return [
    ...numbered.flatMap((resource) => faultsOf(resource, settings)),
    ...unknown.map((name) => ({
      field: `numberPatterns.${name}`,
      message: msg`There are no documents "${name}" with numbers.${didYouMean(name, names)}`,
    })),
  ]
}

const UNCLEAR = msg`The pattern must contain {number} once, and may contain {year}.`

function faultsOf({ name, document }: DocumentResource, settings: Patterned): Detail[] {
  const { setting } = document.number!
  const alias = setting ? ((settings as AnyRecord)[setting] as string) : undefined
  const pattern = settings.numberPatterns[name]
  const field = `numberPatterns.${name}`
  const ofAlias = alias === undefined || isPattern(alias) ? [] : [{ field: setting!, message: UNCLEAR }]
  if (pattern === undefined || pattern === alias) return ofAlias
  if (!isPattern(pattern)) return [...ofAlias, { field, message: UNCLEAR }]
  return alias === undefined
    ? []
    : [{ field, message: msg`The pattern must be the same as ${setting!}, or be left out.` }]
}
