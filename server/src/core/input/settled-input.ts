import type { Fields } from '../../model/fields.ts'
import { type Detail, fieldLabel, isObject, shorten } from '../../model/input.ts'
import { keyFieldAt, keyNamesOf, type RecordKey } from '../../model/keys.ts'
import { listed, msg } from '../../model/message.ts'
import { type AnyRecord, type Resource, resourceNamed } from '../../model/resource.ts'
import { isPlainText } from '../../model/text.ts'
import { type Actor, covers, mayRead, permissionFor } from '../access.ts'
import { findByKey } from '../by-key/record-key.ts'
import { refuseFaults } from '../problem.ts'
import type { Reads } from '../store.ts'
import { type AcceptedInput, missingFault, missingReferences, type Reference, referencesIn } from './accept-input.ts'

/** What is needed to find the records that a body names. */
export interface Reader {
  readonly actor: Actor
  readonly records: Reads
}

/** The input with ids in the place of keys. Refused for all its faults at once, and for records that do not exist. */
export async function settledInput(
  reader: Reader,
  fields: Fields,
  { input, faults = [] }: AcceptedInput,
): Promise<AnyRecord> {
  const { settled, faults: unknown } = await withIds(reader, fields, input)
  refuseFaults([...faults, ...unknown, ...(await missingReferences(reader.records, fields, settled))])
  return settled
}

/** A reference by a key, `{ "itemCode": "BOLT-M8" }`, becomes the id of that record; one that cannot be found, null. */
async function withIds(
  reader: Reader,
  fields: Fields,
  input: AnyRecord,
): Promise<{ settled: AnyRecord; faults: Detail[] }> {
  const named = referencesIn(fields, input).filter(({ id }) => isObject(id))
  if (named.length === 0) return { settled: input, faults: [] }
  const settled = structuredClone(input)
  const faults: Detail[] = []
  const idOf = finder(reader)
  await Promise.all(
    referencesIn(fields, settled)
      .filter(({ id }) => isObject(id))
      .map(async (reference) => {
        const id = await idOf(reference)
        if (typeof id !== 'string') faults.push(id)
        reference.put(typeof id === 'string' ? id : null)
      }),
  )
  return { settled, faults }
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
