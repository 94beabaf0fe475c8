import type { Changes } from '../../model/changes.ts'
import type { Field, Fields } from '../../model/fields.ts'
import { isWritable } from '../../model/input.ts'
import { type AnyRecord, isKept, type Resource } from '../../model/resource.ts'
import { covers } from '../access.ts'

type Change = [path: string, pair: readonly [unknown, unknown]]

const SIZE_MAX = 16_384
const SECRET = '[secret]'
/** Stands for what did not fit. */
export const MORE = '…'

/** What differs between two states of a record; undefined stands for none. */
export function changesBetween(
  resource: Resource,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
): Changes {
  return capped([...differences(resource.fields, before, after, '')])
}

function* differences(
  fields: Fields,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
  prefix: string,
): Generator<Change> {
  for (const [name, field] of Object.entries(fields)) {
    if (!isKept(field) || field.options.untold) continue
    const [old, fresh] = [before?.[name] ?? null, after?.[name] ?? null]
    if (isSame(old, fresh)) continue
    yield* differencesIn(field, old, fresh, prefix + name)
  }
}

/** Most values are plain, and writing them out to compare would cost more than all the rest. */
const isSame = (old: unknown, fresh: unknown): boolean =>
  old === fresh || (isStructure(old) && isStructure(fresh) && JSON.stringify(old) === JSON.stringify(fresh))

const isStructure = (value: unknown): value is object => typeof value === 'object' && value !== null

function* differencesIn({ kind, options }: Field, old: unknown, fresh: unknown, path: string): Generator<Change> {
  if (options.secret) yield [path, [old === null ? null : SECRET, fresh === null ? null : SECRET]]
  else if (kind === 'group') yield* differences(options.fields!, old as AnyRecord, fresh as AnyRecord, `${path}.`)
  else if (kind === 'lines') yield* lineDifferences(options.fields!, old as Lines, fresh as Lines, path)
  else yield [path, [old, fresh]]
}

type Lines = readonly AnyRecord[] | null

/** Of a line that came or went, only what a client sent: the rest follows from it. */
function* lineDifferences(fields: Fields, old: Lines, fresh: Lines, path: string): Generator<Change> {
  const byId = (lines: Lines) => new Map((lines ?? []).map((line) => [line.id as string, line]))
  const [known, kept] = [byId(old), byId(fresh)]
  const sent = Object.fromEntries(Object.entries(fields).filter(([, field]) => isWritable(field)))
  for (const id of new Set([...known.keys(), ...kept.keys()])) {
    const [before, after] = [known.get(id), kept.get(id)]
    yield* differences(before && after ? fields : sent, before, after, `${path}.${id}.`)
  }
}

/** A long document must not make the log grow without bounds. */
function capped(changes: readonly Change[]): Changes {
  const all = Object.fromEntries(changes)
  if (JSON.stringify(all).length <= SIZE_MAX) return all
  let size = 0
  const fitting = changes.filter(([path, pair]) => {
    size += path.length + JSON.stringify(pair).length + 4
    return size <= SIZE_MAX
  })
  const left = changes.length - fitting.length
  return Object.fromEntries(left === 0 ? fitting : [...fitting, [MORE, [null, `${left} more`]]])
}

const LINE_ID = /\.lin_\w+/

/** Without what a role does not see. */
export function visibleChanges(changes: Changes, hidden: readonly string[] | undefined): Changes {
  if (!hidden?.length) return changes
  return Object.fromEntries(Object.entries(changes).filter(([path]) => !covers(hidden, path.replace(LINE_ID, ''))))
}
