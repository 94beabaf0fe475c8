import type { Records, Store } from '../../core/store.ts'
import type { Fields } from '../../model/fields.ts'
import type { Resource } from '../../model/resource.ts'

/**
 * The rank of each resource, by name: in this order every request locks records, so that no two requests wait for each other. A
 * record is locked after those that it refers to: a document after the one that it is made from. Last comes what many documents
 * share: their parties, and then what their lines name. Records of one resource are locked in the order of their ids.
 */
export function lockRanks(resources: readonly Resource[]): ReadonlyMap<string, number> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  const documents = resources.flatMap(({ document, fields }) => (document ? [{ ...document, fields }] : []))
  const parties = new Set(documents.map(({ party }) => party.resource))
  const named = documents.flatMap(({ fields }) => targetsOf(fields.items?.options.fields ?? {}))
  const goods = new Set(named.filter((name) => !byName.get(name)?.document))
  const groupOf = (name: string) => (goods.has(name) ? 2 : parties.has(name) ? 1 : 0)
  const depths = new Map<string, number>()
  function depthOf({ name, fields, lockedAfter }: Resource, path: readonly string[] = []): number {
    if (path.includes(name)) return -1 // of two that refer to each other, `lockedAfter` says which is the later one
    const isEarlier = (other: string) => other !== name && byName.has(other) && groupOf(other) === groupOf(name)
    const earlier = (lockedAfter ?? targetsOf(fields)).filter(isEarlier)
    const depth =
      depths.get(name) ?? Math.max(0, ...earlier.map((one) => 1 + depthOf(byName.get(one)!, [...path, name])))
    depths.set(name, depth)
    return depth
  }
  const order = resources
    .map((resource) => ({ name: resource.name, group: groupOf(resource.name), depth: depthOf(resource) }))
    .sort((a, b) => a.group - b.group || a.depth - b.depth || (a.name < b.name ? -1 : 1))
  return new Map(order.map(({ name }, rank) => [name, rank]))
}

const targetsOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap(({ options: { computed, target, fields: parts } }) => {
    if (computed) return []
    return target ? [target] : targetsOf(parts ?? {})
  })

interface Locked {
  readonly name: string
  readonly id: string
}

/** Tests run with it, also in the servers that they start. */
export const checksLocks = (): boolean => process.env.KONTOR_TEST_LOCKS === '1'

/** The same store, in which a lock out of its rank is an error. */
export function withCheckedLocks(store: Store, resources: readonly Resource[]): Store {
  const ranks = lockRanks(resources)
  const isBefore = (one: Locked, other: Locked) =>
    one.name === other.name ? one.id < other.id : ranks.get(one.name)! < ranks.get(other.name)!

  /** An attempt is a part of its own, such as one of several operations: it begins anew with what it locks. */
  function checked(records: Records, known: ReadonlySet<string> = new Set()): Records {
    const held = new Set(known)
    let latest: Locked | undefined
    return {
      ...records,
      async lock(resource, id) {
        const lock = { name: resource.name, id }
        if (held.has(`${lock.name} ${id}`)) return records.lock(resource, id)
        if (latest && isBefore(lock, latest)) throw outOfOrder(lock, latest)
        const record = await records.lock(resource, id)
        held.add(`${lock.name} ${id}`)
        latest = lock
        return record
      },
      /** No other request can wait for a record that only this one knows. */
      async insert(resource, values) {
        const record = await records.insert(resource, values)
        held.add(`${resource.name} ${(record as { readonly id: string }).id}`)
        return record
      },
      within: (scope) => checked(records.within(scope), held),
      attempt: (work, isTrial) => records.attempt((inner) => work(checked(inner, held)), isTrial),
    }
  }
  return {
    ...store,
    write: (scope, work, declared) => store.write(scope, (records) => work(checked(records)), declared),
  }
}

const outOfOrder = (lock: Locked, latest: Locked) =>
  new Error(
    `${lock.name} ${lock.id} is locked after ${latest.name} ${latest.id}, but comes before: see lockRanks in db/records/lock-order.ts.`,
  )
