import type { Field, Fields } from '../../model/fields.ts'
import { type Detail, emptyOf, Faults, fieldLabel, isObject, shorten } from '../../model/input.ts'
import { Fault, hasParts, hasRows } from '../../model/kinds/field-kind.ts'
import { type Message, msg } from '../../model/message.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { canonicalJson, foldCase } from '../../model/text.ts'
import { isConcealed } from '../../model/traits.ts'
import { covers, mayRead } from '../access.ts'
import type { Action, Context } from '../action.ts'
import { refuseFaults } from '../problem.ts'
import type { Entry } from '../rules.ts'
import type { Reads } from '../store.ts'
import type { Warning } from '../warnings.ts'

// A record that was read can be sent back as a whole, so a body may carry values that no client sets. They are ignored, and the
// client is told of those that it seems to want changed. Some must be the stored ones: those that say what others mean. Ids, stamps and computed values are never told of: they may have
// moved since they were read, and no client means to set them.

/** So that an answer to a body with hundreds of lines stays readable. */
const WARNINGS_MAX = 50

/** A write of a record, and what the actor sees of it. */
interface WrittenRecord {
  readonly entry: Entry
  /** Undefined for a new record. */
  readonly before: AnyRecord | undefined
  readonly after: AnyRecord
  isSeen(path: string): boolean
}

/** A value that was ignored, and where it stands. */
interface Ignored {
  readonly field: Field
  /** As declared, `items.amount`, and as sent: `items[1].amount`. */
  readonly path: string
  readonly place: string
  readonly sent: unknown
  readonly before: unknown
  readonly after: unknown
}

/** Tells the client of the values of a body that no client sets, and refuses those that must not be ignored. */
export function warnOfIgnored(
  entry: Entry,
  { actor, permission, warn }: Context<Reads>,
  ignored: AnyRecord,
  before: AnyRecord | undefined,
  after: AnyRecord,
): void {
  const { resource } = entry
  refuseOtherValues(resource, permission, ignored, after)
  const isSeen = (path: string) => mayRead(actor, resource) && !covers(permission.hidden, path)
  for (const warning of readOnlyWarnings({ entry, before, after, isSeen }, ignored)) warn(warning)
}

/** Refuses values that must be those of the record. Letters of either case are the same. */
export function refuseOtherValues(
  resource: Resource,
  { hidden }: Permission,
  ignored: AnyRecord,
  record: AnyRecord,
): void {
  const faults = leavesOf(resource.fields, ignored, record, record, '', '').flatMap((value): Detail[] => {
    const { field, path, place, sent, after } = value
    const why = field.options.mustMatch
    if (!why || sent === null || covers(hidden, path) || isSame(field, folded(sent), folded(after ?? null))) return []
    const stored = { told: shown(after), path: `${resource.name}.${path}` }
    const message = msg`${fieldLabel(path)} must be ${stored}, not ${shown(sent)}. ${why}`
    return [{ field: place, message }]
  })
  refuseFaults(faults)
}

const folded = (value: unknown) => (typeof value === 'string' ? foldCase(value.trim()) : value)

/** Tells of each ignored value that differs from the stored one, both from before and from after the write. */
function readOnlyWarnings(written: WrittenRecord, sent: AnyRecord): Warning[] {
  const { entry, before, after } = written
  const all = leavesOf(entry.resource.fields, sent, before, after, '', '').filter((value) => isToldOf(written, value))
  const told = all.slice(0, WARNINGS_MAX).map((value) => warningOf(written, value))
  if (all.length === told.length) return told
  const message = msg`${all.length - told.length} more values of read-only fields were ignored.`
  return [...told, { code: 'READ_ONLY_IGNORED', message }]
}

function leavesOf(
  fields: Fields,
  sent: AnyRecord,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
  parent: string,
  parentPlace: string,
): Ignored[] {
  return Object.entries(sent).flatMap(([name, value]): Ignored[] => {
    const field = Object.hasOwn(fields, name) ? fields[name]! : undefined
    if (!field) return []
    const [path, place] = [parent + name, parentPlace + name]
    const [old, fresh] = [before?.[name], after?.[name]]
    if (hasParts(field) && isObject(value))
      return leavesOf(field.options.fields, value, part(old), part(fresh), `${path}.`, `${place}.`)
    if (hasRows(field) && Array.isArray(value))
      return value.flatMap((line: AnyRecord, index) => {
        const stored = (old as AnyRecord[] | undefined)?.find(({ id }) => id === line.id)
        const written = (fresh as AnyRecord[] | undefined)?.[index]
        return leavesOf(field.options.fields, line, stored, written, `${path}.`, `${place}[${index}].`)
      })
    return [{ field, path, place, sent: value, before: before ? old : emptyOf(field), after: fresh }]
  })
}

const part = (value: unknown) => (isObject(value) ? value : undefined)

const isSeenBy = ({ isSeen }: WrittenRecord, { field, path }: Ignored): boolean => !isConcealed(field) && isSeen(path)

/** Whether a value differs must not be told of a field that the actor does not see: it could be asked for by guessing. */
function isToldOf(written: WrittenRecord, value: Ignored): boolean {
  const { field, sent, before, after } = value
  const isNew = !written.before
  if (sent === null && isNew) return false // an empty field of a form
  const known = isSeenBy(written, value) ? [before, after] : isNew ? [emptyOf(field)] : []
  return !known.some((stored) => isSame(field, sent, stored ?? null))
}

function isSame({ kind, options }: Field, sent: unknown, stored: unknown): boolean {
  const accepted = sent === null ? null : kind.accept(sent, options, { mode: 'create', faults: new Faults(), path: '' })
  const values = accepted instanceof Fault ? [sent] : [sent, accepted]
  return values.some((value) => canonicalJson(value) === canonicalJson(stored))
}

function warningOf(written: WrittenRecord, value: Ignored): Warning {
  const { field, path, place, sent, after } = value
  const what = isSeenBy(written, value)
    ? msg`${place} is read-only: ${shown(sent)} was ignored, and it stays ${shown(after ?? null)}.`
    : msg`${place} is read-only: the value that was sent was ignored.`
  return { code: 'READ_ONLY_IGNORED', field: place, message: msg`${what} ${adviceFor(written.entry, field, path)}` }
}

const shown = (value: unknown): string => shorten(JSON.stringify(value))

function adviceFor({ resource, path: segment, actions }: Entry, { options }: Field, path: string): Message {
  const action = actions.find(({ sets }) => sets === path)
  if (action) return msg`Use ${addressOf(action, segment ?? resource.name)} to change it.`
  if (!options.setBy) return msg`Kontor sets it.`
  return options.setBy.includes(' ') ? msg`Use ${options.setBy} to change it.` : msg`It follows from ${options.setBy}.`
}

const addressOf = ({ method, path }: Action, segment: string): string =>
  `${method} /${segment}${path.replaceAll(/:(\w+)/g, '{$1}')}`
