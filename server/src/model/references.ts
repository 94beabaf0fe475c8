import type { Fields } from './fields.ts'
import { keyFieldAt } from './keys/record-key.ts'
import { hasParts, hasRows } from './kinds/field-kind.ts'
import { onceFor } from './memo.ts'
import { fieldsOf, type Resource, resourceNamed } from './resource.ts'
import { isReceived } from './traits.ts'

/** The name under which a record, a group or a line carries the records that its ids name. No field has this name. */
export const EXPANDED = 'expanded'
/** So many references can be expanded in one request. */
export const EXPAND_MAX = 3

/** A field that holds the id of another record, inside groups or lines: `items.item`. */
export interface Reference {
  readonly path: string
  /** The groups and lines around it. */
  readonly parents: readonly string[]
  readonly name: string
  readonly target: Resource
}

/** The references that clients see, by path. */
export const referencesOf = onceFor(
  (resource: Resource): ReadonlyMap<string, Reference> =>
    new Map(referencesIn(fieldsOf(resource)).map((reference) => [reference.path, reference])),
)

export const referencesIn = (fields: Fields, parents: readonly string[] = []): Reference[] =>
  Object.entries(fields).flatMap(([name, field]): Reference[] => {
    if (!isReceived(field)) return []
    const path = [...parents, name]
    if (hasParts(field) || hasRows(field)) return referencesIn(field.options.fields, path)
    const target = resourceNamed(field.options.target ?? '')
    return target && !target.internal ? [{ path: path.join('.'), parents, name, target }] : []
  })

/** A unique field of the record that a reference names: `items.item.itemCode`. */
export interface ReferenceKey {
  readonly reference: Reference
  readonly key: string
}

export function keyOfReference(resource: Resource, path: string): ReferenceKey | undefined {
  for (const reference of referencesOf(resource).values()) {
    const key = path.startsWith(`${reference.path}.`) ? path.slice(reference.path.length + 1) : ''
    if (keyFieldAt(reference.target, key)) return { reference, key }
  }
  return undefined
}
