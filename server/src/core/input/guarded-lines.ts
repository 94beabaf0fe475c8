import type { Field, Fields } from '../../model/fields.ts'
import { Faults, isWritable, readInput, specialParts } from '../../model/input.ts'
import { hasRows } from '../../model/kinds/field-kind.ts'
import type { AnyRecord } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { covers, fieldRefusal } from '../access.ts'
import { refuseFaults } from '../problem.ts'

// A part of a line is guarded for a role that does not see it or must not change it. Lines are sent as a whole, so an
// update has to tell a guarded part that was left out from one that was set to its default.

/** The fields of an update as a role sends them: a line may leave out its guarded parts. */
export function fieldsForUpdate(fields: Fields, permission: Permission): Fields {
  if (!permission.hidden && !permission.readOnly) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const guarded = Object.entries(guardedPartsOf(permission, name, field))
      if (guarded.length === 0) return [name, field]
      const omittable = guarded.map(([part, { kind, options }]) => [
        part,
        { kind, options: { ...options, omittable: true } },
      ])
      const parts = { ...field.options.fields, ...Object.fromEntries(omittable) }
      return [name, { ...field, options: { ...field.options, fields: parts } }]
    }),
  )
}

/** Fills the guarded parts of the sent lines with their stored values; any other value is refused. */
export function withGuardedParts(
  fields: Fields,
  permission: Permission,
  before: AnyRecord,
  sent: AnyRecord,
): AnyRecord {
  if (!permission.hidden && !permission.readOnly) return sent
  const faults = new Faults()
  const result = { ...sent }
  for (const [name, field] of Object.entries(fields)) {
    const guarded = guardedPartsOf(permission, name, field)
    if (Object.keys(guarded).length === 0 || sent[name] === before[name]) continue
    const [lines, stored] = [sent[name] as AnyRecord[], before[name] as AnyRecord[]]
    const references = referencesOf(field)
    const matches = storedLinesFor(lines, stored, references)
    if (isGuarded(permission, name)) refuseOtherLines(name, matches, stored)
    result[name] = lines.map((line, index) => {
      const place = `${name}[${index}]`
      refuseGuarded(guarded, line, matches[index], place)
      const special = specialParts(field.options, line)
      return lineWithGuardedParts(guarded, references, { line, stored: matches[index], special }, place, faults)
    })
  }
  refuseFaults(faults.details, faults.omitted)
  return result
}

const isGuarded = ({ hidden, readOnly }: Permission, path: string) => covers(hidden, path) || covers(readOnly, path)

function guardedPartsOf(permission: Permission, name: string, field: Field): Fields {
  if (!hasRows(field)) return {}
  const parts = Object.entries(field.options.fields)
  return Object.fromEntries(
    parts.filter(([part, inner]) => isWritable(inner) && isGuarded(permission, `${name}.${part}`)),
  )
}

/** The parts that say what a line is about, such as its item. */
const referencesOf = ({ options }: Field): string[] =>
  Object.entries(options.fields!).flatMap(([part, inner]) => (inner.options.target ? [part] : []))

/**
 * The stored line that each sent line stands for: the line with its id, or else the first remaining line with the same
 * references. Without the second rule, a line sent without its id would reset its guarded parts.
 */
function storedLinesFor(
  lines: readonly AnyRecord[],
  stored: readonly AnyRecord[],
  references: readonly string[],
): (AnyRecord | undefined)[] {
  const remaining = new Map(stored.map((line) => [line.id, line]))
  const claim = (line: AnyRecord | undefined) => {
    remaining.delete(line?.id)
    return line
  }
  const byId = lines.map(({ id }) => claim(remaining.get(id)))
  return lines.map(
    (line, index) => byId[index] ?? claim(remaining.values().find((old) => hasSameReferences(references, line, old))),
  )
}

/** A guarded reference that was left out is the same. */
const hasSameReferences = (references: readonly string[], line: AnyRecord, stored: AnyRecord): boolean =>
  references.every((part) => !Object.hasOwn(line, part) || line[part] === stored[part])

/** Where the lines are guarded as a whole, none may be added, removed or moved. */
function refuseOtherLines(
  name: string,
  matches: readonly (AnyRecord | undefined)[],
  stored: readonly AnyRecord[],
): void {
  const isSame = matches.length === stored.length && matches.every((line, index) => line === stored[index])
  if (!isSame) throw fieldRefusal(name, 'change')
}

/** A guarded part may be sent back as it is stored; a new line must not carry it at all. */
function refuseGuarded(guarded: Fields, line: AnyRecord, stored: AnyRecord | undefined, place: string): void {
  for (const part of Object.keys(guarded)) {
    const isAsStored = stored && JSON.stringify(line[part]) === JSON.stringify(stored[part])
    if (Object.hasOwn(line, part) && !isAsStored) throw fieldRefusal(`${place}.${part}`, 'change')
  }
}

interface SentLine {
  readonly line: AnyRecord
  readonly stored: AnyRecord | undefined
  readonly special: Fields | undefined
}

/** A stored line that is about something else now takes the defaults of a new line: a price does not move to another item. */
function lineWithGuardedParts(
  guarded: Fields,
  references: readonly string[],
  { line: { id: _, ...line }, stored, special }: SentLine,
  place: string,
  faults: Faults,
): AnyRecord {
  const isKept = stored && hasSameReferences(references, line, stored)
  const values = isKept
    ? Object.fromEntries(Object.keys(guarded).map((part) => [part, stored[part]]))
    : readInput(guarded, {}, 'create', faults, `${place}.`, special)
  return { ...(stored && { id: stored.id }), ...line, ...values }
}
