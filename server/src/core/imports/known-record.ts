import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import type { Context } from '../action.ts'
import { type Comparable, plainList } from '../lists/list-query.ts'
import { faultsProblem } from '../problem.ts'
import { ID } from './target.ts'

interface Row {
  readonly id: string | undefined
  readonly body: AnyRecord
}

/** The record that a row refers to, if there is one. */
export async function knownRecord(
  { records }: Context,
  resource: Resource,
  key: readonly string[],
  { id, body }: Row,
): Promise<AnyRecord | undefined> {
  if (key.length === 1 && key[0] === ID) return id === undefined ? undefined : records.find(resource, { id } as never)
  const values = key.map((path) => [path, valueAt(body, path) as Comparable] as const)
  if (values.every(([, value]) => value === null)) return undefined // a missing value is reported where it is needed
  const [path, value] = values[0]!
  const isUnique = key.length === 1 && resource.fields[path]?.options.unique
  if (isUnique) return typeof value === 'string' ? records.find(resource, { [path]: value } as never) : undefined
  if (values.some(([, given]) => typeof given === 'object' && given !== null)) return undefined
  const conditions = values.map(([name, given]) => ({ path: name, operator: 'eq' as const, values: [given] }))
  const found = await records.list(resource, plainList(conditions, { perPage: 2 }))
  if (found.records.length < 2) return found.records[0] as AnyRecord | undefined
  throw faultsProblem([
    { field: path, message: `More than one record of ${resource.name} has this ${key.join(' and ')}.` },
  ])
}

/** Refuses a value of a unique field that another record has. The key of the row is known to be free. */
export async function refuseTaken(
  { records }: Context,
  resource: Resource,
  key: readonly string[],
  values: AnyRecord,
  before: AnyRecord | undefined,
): Promise<void> {
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = values[name]
    const isKnown = key.length === 1 && key[0] === name
    if (!field.options.unique || isKnown || typeof value !== 'string') continue
    const other = await records.find(resource, { [name]: value } as never)
    if (other && other.id !== before?.id)
      throw faultsProblem([{ field: name, message: `Another record of ${resource.name} already has this ${name}.` }])
  }
}
