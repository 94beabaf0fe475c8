import { mayRead, maySee } from '../../core/access.ts'
import type { Context } from '../../core/action.ts'
import { takenFault } from '../../core/input/taken-value.ts'
import { type Comparable, equals, plainList } from '../../core/lists/list-query.ts'
import { faultsProblem } from '../../core/problem.ts'
import { shorten } from '../../model/input.ts'
import { EXTERNAL_IDS, type ExternalIds, pathOfSystem } from '../../model/keys/external-ids.ts'
import { keyFieldAt, uniqueFieldsOf } from '../../model/keys/record-key.ts'
import { bothOf, msg, recordName, recordsName } from '../../model/message.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import { foldCase } from '../../model/text.ts'
import type { TableRecord } from './cells.ts'
import { ID } from './target.ts'

type Row = Pick<TableRecord, 'id' | 'keys' | 'body'>

/** Finds the record with a unique value. */
export type Find = (path: string, value: string) => Promise<AnyRecord | undefined>

/**
 * Looks up at once what the rows of a step name. No two rows name the same record, so none is another when its row comes.
 * `texts` are the keys of the rows, as `identityText` writes them.
 */
export async function finderFor(
  { records }: Context,
  resource: Resource,
  key: readonly string[],
  texts: readonly string[],
): Promise<Find> {
  const find: Find = (path, value) => records.find(resource, { [path]: value } as never)
  const [own = ''] = key
  if (key.length > 1 || !uniqueFieldsOf(resource).has(own) || texts.length === 0) return find
  const values = texts.map((text): string => JSON.parse(text)[0])
  const page = await records.list(
    resource,
    plainList([{ path: own, operator: 'in', values }], { perPage: values.length }),
  )
  const known = new Map<string, AnyRecord | undefined>(values.map((value) => [value, undefined]))
  for (const record of page.records as readonly AnyRecord[]) known.set(foldCase(String(valueAt(record, own))), record)
  const isKnown = (path: string, value: string) => path === own && known.has(foldCase(value))
  return async (path, value) => (isKnown(path, value) ? known.get(foldCase(value)) : find(path, value))
}

/** The record that a row refers to, if there is one that the actor may read: of others the actor learns nothing. */
export async function knownRecord(
  ctx: Context,
  resource: Resource,
  key: readonly string[],
  row: Row,
  find: Find,
): Promise<AnyRecord | undefined> {
  if (!mayRead(ctx.actor, resource)) return undefined
  const found = await recordWith(ctx, resource, key, row, find)
  const seen = found && isSeen(ctx, resource, found) ? found : undefined
  if (!key.includes(ID)) await refuseOtherId(ctx, resource, row, seen, find)
  return seen
}

/** The key finds the record of a row. An id beside it is that of another database, unless it names another record here. */
async function refuseOtherId(
  ctx: Context,
  resource: Resource,
  { id }: Row,
  found: AnyRecord | undefined,
  find: Find,
): Promise<void> {
  if (id === undefined || id === found?.id) return
  const other = await find(ID, id)
  if (!other || !isSeen(ctx, resource, other)) return
  const message = msg`The id "${shorten(id)}" belongs to another ${recordName(resource)} than the key of the row. Correct one of them.`
  throw faultsProblem([{ field: ID, message }])
}

const isSeen = ({ actor }: Context, resource: Resource, record: AnyRecord): boolean =>
  maySee(actor, resource, record as { createdBy: string | null })

async function recordWith(
  { actor, permission, records }: Context,
  resource: Resource,
  key: readonly string[],
  { id, keys, body }: Row,
  find: Find,
): Promise<AnyRecord | undefined> {
  if (key.length === 1 && key[0] === ID) return id === undefined ? undefined : find(ID, id)
  const values = key.map((path) => [path, (valueAt(body, path) ?? valueAt(keys, path)) as Comparable] as const)
  if (values.every(([, value]) => value === null)) return undefined // a missing value is reported where it is needed
  const [path, value] = values[0]!
  const isUnique = key.length === 1 && keyFieldAt(resource, path)
  if (isUnique) return typeof value === 'string' ? find(path, value) : undefined
  if (values.some(([, given]) => typeof given === 'object' && given !== null)) return undefined
  const conditions = values.map(([name, given]) => ({ path: name, operator: 'eq' as const, values: [given] }))
  const own = permission.own ? [equals('createdBy', actor.userId)] : []
  const found = await records.list(resource, plainList([...conditions, ...own], { perPage: 2 }))
  if (found.records.length < 2) return found.records[0] as AnyRecord | undefined
  throw faultsProblem([
    { field: path, message: msg`More than one record of ${recordsName(resource)} has this ${bothOf(key)}.` },
  ])
}

/**
 * Refuses a value of a unique field that another record has. A dry run writes nothing, so it would be a way to ask for the
 * values of records that the actor may not read: it looks at the others only.
 */
export async function refuseTaken(
  ctx: Context,
  resource: Resource,
  values: AnyRecord,
  before: AnyRecord | undefined,
  isDryRun: boolean,
  find: Find,
): Promise<void> {
  const systems = Object.keys((values[EXTERNAL_IDS] as ExternalIds | undefined) ?? {})
  for (const name of [...uniqueFieldsOf(resource).keys(), ...systems.map(pathOfSystem)]) {
    const value = valueAt(values, name)
    if (typeof value !== 'string' || (before && valueAt(before, name) === value)) continue
    const other = await find(name, value)
    if (!other || other.id === before?.id || (isDryRun && !isSeen(ctx, resource, other))) continue
    const existing = isSeen(ctx, resource, other) ? (other.id as string) : undefined
    throw faultsProblem([takenFault(resource, name, value, existing)])
  }
}
