import type { Changes } from '../../model/changes.ts'
import type { Field, Fields } from '../../model/fields.ts'
import { isWritable } from '../../model/input.ts'
import { hasParts, hasRows } from '../../model/kinds/field-kind.ts'
import { onceFor } from '../../model/memo.ts'
import { type AnyRecord, isKept, type Resource } from '../../model/resource.ts'
import { JsonText } from '../../model/text.ts'
import { covers } from '../access.ts'

type Change = [path: string, pair: readonly [unknown, unknown]]

const SIZE_MAX = 16_384
const SECRET = '[secret]'
/** Marks changes that did not fit. */
export const MORE = '…'

/** The differences between two states of a record, as stored; undefined if there are none. */
export function changesBetween(
  resource: Resource,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
): JsonText | undefined {
  const changes: Change[] = []
  compare(auditedOf(resource.fields), before, after, '', changes)
  return changes.length === 0 ? undefined : written(changes)
}

type AuditedFields = readonly (readonly [name: string, field: Field])[]

const isAudited = (field: Field) => isKept(field) && !field.options.unaudited && !field.options.internal
const auditedOf = onceFor(
  (fields: Fields): AuditedFields => Object.entries(fields).filter(([, field]) => isAudited(field)),
)
const sentOf = onceFor((fields: Fields): AuditedFields => auditedOf(fields).filter(([, field]) => isWritable(field)))

function compare(
  audited: AuditedFields,
  before: AnyRecord | null | undefined,
  after: AnyRecord | null | undefined,
  prefix: string,
  changes: Change[],
): void {
  for (const [name, field] of audited) {
    const [old, fresh] = [before?.[name] ?? null, after?.[name] ?? null]
    if (!isSame(old, fresh)) addChange(field, old, fresh, prefix + name, changes)
  }
}

/** Most values are plain, and serializing them to compare would cost more than all the rest. */
const isSame = (old: unknown, fresh: unknown): boolean =>
  old === fresh || (isStructure(old) && isStructure(fresh) && JSON.stringify(old) === JSON.stringify(fresh))

const isStructure = (value: unknown): value is object => typeof value === 'object' && value !== null

function addChange(field: Field, old: unknown, fresh: unknown, path: string, changes: Change[]): void {
  if (field.options.secret) changes.push([path, [old === null ? null : SECRET, fresh === null ? null : SECRET]])
  else if (hasParts(field))
    compare(auditedOf(field.options.fields), old as AnyRecord, fresh as AnyRecord, `${path}.`, changes)
  else if (hasRows(field)) compareLines(field.options.fields, old as Lines, fresh as Lines, path, changes)
  else changes.push([path, [old, fresh]])
}

type Lines = readonly AnyRecord[] | null

/** Of a line that was added or removed, only fields that a client sends: the rest is derived. */
function compareLines(fields: Fields, old: Lines, fresh: Lines, path: string, changes: Change[]): void {
  const compareLine = (before: AnyRecord | undefined, after: AnyRecord | undefined) => {
    const audited = before && after ? auditedOf(fields) : sentOf(fields)
    compare(audited, before, after, `${path}.${(before ?? after)!.id}.`, changes)
  }
  const known = new Map(old?.map((line) => [line.id, line]))
  const kept = known.size > 0 && fresh ? new Map(fresh.map((line) => [line.id, line])) : undefined
  for (const [id, line] of known) compareLine(line, kept?.get(id))
  for (const line of fresh ?? []) if (!known.has(line.id)) compareLine(undefined, line)
}

/** Most values are plain: converting each by JSON.stringify would cost more than all the rest. */
const textOf = (value: unknown): string =>
  value === null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value)

/** Paths are made of declared names and our own ids, which need no escaping. */
const entryOf = ([path, [old, fresh]]: Change): string => `"${path}":[${textOf(old)},${textOf(fresh)}]`

/** Built as text: an object with so many distinct property names would be slow. Limited in size. */
function written(changes: readonly Change[]): JsonText {
  let size = 0
  const parts: string[] = []
  for (const part of changes.map(entryOf)) {
    size += part.length + 1
    if (size <= SIZE_MAX) parts.push(part)
  }
  const left = changes.length - parts.length
  if (left > 0) parts.push(`${JSON.stringify(MORE)}:${JSON.stringify([null, `${left} more`])}`)
  return new JsonText(`{${parts.join()}}`)
}

const LINE_ID = /\.lin_\w+/

/** Fields that are internal; entries that older versions have written name them. */
const internalIn = onceFor((fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { options }]) =>
    options.internal ? [name] : internalIn(options.fields ?? NO_FIELDS).map((part) => `${name}.${part}`),
  ),
)
const NO_FIELDS: Fields = {}

/** Without fields that are hidden from the role, and those that no client knows. */
export function visibleChanges({ fields }: Resource, changes: Changes, hidden: readonly string[] = []): Changes {
  const internal = internalIn(fields)
  if (hidden.length === 0 && internal.length === 0) return changes
  const isShown = (path: string) => !covers(hidden, path) && !internal.includes(path)
  return Object.fromEntries(Object.entries(changes).filter(([path]) => isShown(path.replace(LINE_ID, ''))))
}

/** The same; undefined for an update of hidden fields alone, which must not tell that they have changed. */
export function toldChanges(
  resource: Resource,
  action: string,
  changes: Changes,
  hidden: readonly string[] | undefined,
): Changes | undefined {
  const visible = visibleChanges(resource, changes, hidden)
  return action === 'update' && Object.keys(visible).length === 0 ? undefined : visible
}

/** The fields of a record that have changed, without the ids of lines. */
export const changedFieldsOf = (changes: Changes): string[] => [
  ...new Set(
    Object.keys(changes)
      .filter((path) => path !== MORE)
      .map((path) => path.replace(LINE_ID, '')),
  ),
]
