import { type Detail, fieldLabel, shorten } from '../../model/input.ts'
import { keyFieldAt, keyNamesOf, type RecordKey } from '../../model/keys/record-key.ts'
import { listed, msg, recordsName } from '../../model/message.ts'
import { type Resource, resourceNamed } from '../../model/resource.ts'
import { isPlainText } from '../../model/text.ts'
import { type Actor, covers, mayRead, permissionFor } from '../access.ts'
import { findByKey } from '../by-key/record-key.ts'
import type { Reads } from '../store.ts'

/** A place in a body that names a record: by its id, or by an object with one of its unique fields. */
export interface Reference {
  readonly target: string
  readonly path: string
  readonly id: string
  /** Writes the id into the body. */
  put(id: string | null): void
}

/** What is needed to find the records that a body names. */
export interface Reader {
  readonly actor: Actor
  readonly records: Reads
}

/** Each reference by a key, `{ "itemCode": "BOLT-M8" }`, becomes the id of that record; one that cannot be found, null. */
export async function putIds(reader: Reader, references: readonly Reference[]): Promise<Detail[]> {
  const faults: Detail[] = []
  const idOf = finder(reader)
  await Promise.all(
    references.map(async (reference) => {
      const id = await idOf(reference)
      if (typeof id !== 'string') faults.push(id)
      reference.put(typeof id === 'string' ? id : null)
    }),
  )
  return faults
}

/** Many lines may name the same record: it is looked up once. */
function finder({ actor, records }: Reader): (reference: Reference) => Promise<string | Detail> {
  const known = new Map<string, Promise<string | undefined>>()
  return async (reference) => {
    const { target, path } = reference
    const resource = resourceNamed(target)!
    const [[field, value] = ['', '']] = Object.entries(reference.id as unknown as Record<string, string>)
    const key = { field, value: value.trim() }
    if (!keyFieldAt(resource, field)) return unknownKey(path, resource, field)
    const name = `${target} ${field} ${key.value}`
    const found = known.get(name) ?? visibleId(actor, records, resource, key)
    known.set(name, found)
    return (await found) ?? missingFault(reference, `${field} ${key.value}`)
  }
}

/** Only of a record that the actor may read, by a field that the actor sees: otherwise a key could be guessed. */
async function visibleId(
  actor: Actor,
  records: Reads,
  resource: Resource,
  key: RecordKey,
): Promise<string | undefined> {
  const isSeen = mayRead(actor, resource) && !covers(permissionFor(actor, resource).hidden, key.field)
  if (!isSeen || !isPlainText(key.value)) return undefined
  const found = await findByKey(records, resource, key)
  if (!found) return undefined
  const id = found.id as string
  return (await records.missing(resource.name, [id])).has(id) ? undefined : id
}

const unknownKey = (path: string, resource: Resource, field: string): Detail => ({
  field: path,
  message: msg`${fieldLabel(path)} cannot be given by "${shorten(field)}": send an id, or an object with one of ${listed(keyNamesOf(resource))}.`,
})

/** A record that a body names is not there, or not for this actor. */
export const missingFault = ({ path, target }: Pick<Reference, 'path' | 'target'>, named: string): Detail => ({
  field: path,
  message: msg`${fieldLabel(path)} does not exist: there is no "${shorten(named)}" in ${recordsName({ name: target })}.`,
})
