import type { Field, Fields } from '../../src/model/fields.ts'
import { fieldsOf, type Resource, summingBy } from '../../src/model/resource.ts'
import type { Permissions } from '../../src/model/rights.ts'
import { markerOf } from './planted.ts'
import { isIn, resourceOf } from './roles.ts'
import { type AnyRecord, RESOURCES, type Snapshot } from './world.ts'

/** One value in one record: where it stands, and what it is recognised by. */
interface Occurrence {
  readonly name: string
  /** Without positions: `items.rate`. */
  readonly path: string
  readonly record: AnyRecord
  readonly marker: string
}

/** Texts about other fields, which are there under their own names. */
const TOLD = 'allowedTransitions'
const LINE_ID = /\.lin_\w+/

/** Now, and before: the history of a record tells what stood there. */
function occurrencesIn(snapshot: Snapshot): Occurrence[] {
  const found: Occurrence[] = []
  const walk = (name: string, record: AnyRecord, path: string, value: unknown): void => {
    if (path === TOLD) return
    if (Array.isArray(value)) for (const one of value) walk(name, record, path, one)
    else if (typeof value === 'object' && value !== null)
      for (const [part, inner] of Object.entries(value)) walk(name, record, path ? `${path}.${part}` : part, inner)
    else {
      const marker = markerOf(value)
      if (marker !== undefined) found.push({ name, path, record, marker })
    }
  }
  for (const name of RESOURCES) for (const record of snapshot[name]!) walk(name, record, '', record)
  const creators = new Map(RESOURCES.flatMap((name) => snapshot[name]!.map(({ id, createdBy }) => [id, createdBy])))
  for (const { resource, recordId, changes } of snapshot.past) {
    const record = { id: recordId, createdBy: creators.get(recordId) ?? null }
    for (const [path, values] of Object.entries(changes ?? {}))
      walk(resource, record, path.replace(LINE_ID, ''), values)
  }
  return found
}

const fieldAt = (resource: Resource, path: string): Field[] => {
  const chain: Field[] = []
  let fields: Fields | undefined = fieldsOf(resource)
  for (const part of path.split('.')) {
    const field: Field | undefined = fields?.[part]
    if (!field) break
    chain.push(field)
    fields = field.options.fields
  }
  return chain
}

/** What a value is copied or computed from, as the declaration of its field says. */
function directSources(at: string): string[] {
  const [name = ''] = at.split('.')
  const named = (source: string) => {
    if (!source.startsWith('*.')) return [source.startsWith('.') ? name + source : source]
    return summingBy(resourceOf(name)).map((resource) => source.replace('*', resource.name))
  }
  return fieldsAt(at).flatMap(({ options }) =>
    [...(options.reveals ?? []), ...(options.hiddenWith ?? [])].flatMap(named),
  )
}

/** The same with all that these are copied or computed from. */
function sourcesOf(start: string): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (at: string) => {
    for (const source of directSources(at)) {
      if (found.has(source)) continue
      found.add(source)
      follow(source)
    }
  }
  follow(start)
  return found
}

/** By marker: why the role must not be told it. */
export type Hidden = ReadonlyMap<string, string>

/** All values that a user of a role must see nowhere. */
export function hiddenValues(snapshot: Snapshot, permissions: Permissions, userId: string): Hidden {
  const occurrences = occurrencesIn(snapshot)
  const byMarker = Map.groupBy(occurrences, ({ marker }) => marker)
  const rights = rightsOf(permissions, userId)
  const hidden = new Map<string, string>()
  for (const one of occurrences) {
    const others = byMarker.get(one.marker)!.filter((other) => other !== one && rights.isOpen(other))
    const at = pathOf(one)
    if (rights.isHidden(at)) {
      if (isComputed(one) && rights.isComputable(at)) continue
      if (!isText(one) && rights.isReachable(at)) continue
      // Of an item on one open order, as much is reserved as a delivery of that order copies.
      const elsewhere = byMarker
        .get(one.marker)!
        .map(pathOf)
        .filter((path) => path !== at && !rights.isHidden(path))
      if (!isText(one) && elsewhere.some((path) => rights.isCopiedFrom(path))) continue
      // The same text may be copied to a record that the role creates.
      if (isText(one) && rights.isCopiedFrom(at)) continue
      if (!others.some((other) => isRelated(one, other))) hidden.set(one.marker, `${at} is hidden`)
    } else if (!rights.isReadable(one) && !isComputed(one) && !rights.isCopiedFrom(at)) {
      if (rights.isSumOfReadable(one)) continue
      if (!others.some((other) => isCopy(other) || rights.isFigure(other, one)))
        hidden.set(one.marker, `${at} of ${one.record.id} cannot be read`)
    }
  }
  return hidden
}

const pathOf = ({ name, path }: Occurrence) => `${name}.${path}`

const known = new Map<string, ReadonlySet<string>>()
function sources(at: string): ReadonlySet<string> {
  if (!known.has(at)) known.set(at, sourcesOf(at))
  return known.get(at)!
}

/** The same value may stand where this one comes from, or where both come from. */
const isRelated = (one: Occurrence, other: Occurrence) =>
  sources(pathOf(one)).has(pathOf(other)) ||
  [...sources(pathOf(one))].some((source) => sources(pathOf(other)).has(source))

const isComputed = ({ name, path }: Occurrence) =>
  fieldAt(resourceOf(name), path).some(({ options }) => options.computed)

const isText = ({ name, path }: Occurrence) => fieldAt(resourceOf(name), path).at(-1)?.kind.name === 'text'

/** A record keeps copies as its own; what is computed when it is read, or declared to reveal others, is no such copy. */
const isCopy = ({ name, path }: Occurrence) =>
  fieldAt(resourceOf(name), path).every(({ options }) => !options.computed && !options.reveals)

/** All paths of all resources. */
const everyPath = RESOURCES.flatMap((name) => {
  const gather = (fields: Fields, prefix: string): string[] =>
    Object.entries(fields).flatMap(([part, { options }]) => [
      prefix + part,
      ...(options.fields ? gather(options.fields, `${prefix + part}.`) : []),
    ])
  return gather(fieldsOf(resourceOf(name)), `${name}.`)
})

/** What the role itself says, without what follows from it. */
function rightsOf(permissions: Permissions, userId: string) {
  const closed = RESOURCES.flatMap((name) => (permissions[name]?.hidden ?? []).map((path) => `${name}.${path}`))
  const isHidden = (at: string) => isIn(closed, at)
  const canRead = (name: string) => permissions[name]?.can.includes('read') === true
  const isOpenPath = (at: string) => !isHidden(at) && ![...sources(at)].some(isHidden)
  const isKept = (at: string) => fieldsAt(at).every(({ options }) => !options.computed && !options.reveals)
  const copies = everyPath.filter((at) => isKept(at) && canRead(at.split('.')[0]!) && isOpenPath(at))
  const isReadable = ({ name, record }: Pick<Occurrence, 'name' | 'record'>) =>
    canRead(name) && (!permissions[name]!.own || record.createdBy === userId)
  return {
    isHidden,
    isReadable,
    isOpen: (one: Occurrence) => isReadable(one) && isOpenPath(pathOf(one)),
    /** A document that the role creates or reads may have a copy, whatever the role may read of the original. */
    isCopiedFrom: (at: string) =>
      copies.some((copy) => sources(copy).has(at) || [...sources(at)].some((source) => sources(copy).has(source))),
    /** A role that sees all that a figure is computed from can compute it. */
    isComputable: (at: string) =>
      directSources(at).every((source) => canRead(source.split('.')[0]!) && isOpenPath(source)),
    /** A source may come to the same value: after all that is reserved was delivered, the stock is what was available. */
    isReachable: (at: string) =>
      directSources(at).some((source) => canRead(source.split('.')[0]!) && isOpenPath(source)),
    /** What was paid on an own invoice is the sum of own payments, which a report tells. */
    isSumOfReadable: ({ name, path, record: { createdBy } }: Occurrence) => {
      const from = directSources(`${name}.${path}`)
      const isSeen = (source: string) =>
        isOpenPath(source) && isReadable({ name: source.split('.')[0]!, record: { createdBy } })
      return from.length > 0 && from.every(isSeen)
    },
    /**
     * Figures of what the role may read, such as what a customer owes. A role limited to own records still sees the figures
     * of all of them.
     */
    isFigure(other: Occurrence, one: Occurrence) {
      const from = [...sources(pathOf(other))].map((source) => source.split('.')[0]!)
      return (
        from.length > 0 &&
        from.every(canRead) &&
        fieldsAt(pathOf(other)).at(-1)!.kind.structure === 'value' &&
        (!from.includes(one.name) || canRead(one.name))
      )
    },
  }
}

const fieldsAt = (at: string): Field[] => {
  const [name, ...path] = at.split('.')
  return fieldAt(resourceOf(name!), path.join('.'))
}

/** Hidden and read-only values that a client could write, of each record. */
export function guardedValues(snapshot: Snapshot, permissions: Permissions): Map<string, unknown> {
  const values = new Map<string, unknown>()
  for (const name of RESOURCES) {
    const { hidden = [], readOnly = [] } = permissions[name] ?? {}
    for (const path of [...hidden, ...readOnly]) {
      const chain = fieldAt(resourceOf(name), path)
      if (chain.some(({ options }) => options.readOnly || options.computed)) continue
      for (const record of snapshot[name]!) addGuarded(values, `${name} ${record.id} ${path}`, record, path.split('.'))
    }
  }
  return values
}

/** A line that gets another item gets other terms, too: then it is compared no longer. */
function addGuarded(values: Map<string, unknown>, key: string, record: AnyRecord, [name, part]: string[]): void {
  const value = record[name!]
  if (part === undefined) return void (Array.isArray(value) && value[0]?.id ? undefined : values.set(key, value))
  if (!Array.isArray(value)) return void values.set(key, value?.[part])
  for (const line of value) values.set(`${key} ${line.id} ${line.item}`, line[part])
}
