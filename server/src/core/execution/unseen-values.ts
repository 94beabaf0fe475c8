import { randomUUID } from 'node:crypto'
import { EXTERNAL_IDS, type ExternalIds, pathOfSystem, systemIn } from '../../model/keys/external-ids.ts'
import { uniqueFieldsOf } from '../../model/keys/record-key.ts'
import { type AnyRecord, type Resource, valueAt } from '../../model/resource.ts'
import { mayRead, maySee, permissionOn } from '../access.ts'
import { Problem } from '../problem.ts'
import type { Reads, Records, RequestScope } from '../store.ts'
import { refusedInput, type Step } from './step.ts'

/** A record that the actor may not read, and the path of its unique value that the actor has sent. */
export interface UnseenValue {
  readonly resource: Resource
  readonly id: string
  readonly path: string
}

const allRecords = (scope: RequestScope): RequestScope => ({
  ...scope,
  ownOnly: () => false,
  namesOwnOnly: () => false,
})

type Read = <T>(scope: RequestScope, work: (records: Reads) => Promise<T>) => Promise<T>

/**
 * The unique values in a refused body that records have which the actor may not read, without those that are known. A dry run
 * leaves no trace: its refusal would be a way to ask for the values of such records.
 */
export async function unseenValues(
  outer: Step,
  problem: unknown,
  known: readonly UnseenValue[],
  read: Read,
): Promise<UnseenValue[]> {
  const step = outer.within?.step ?? outer
  const { actor, id } = step.command
  const { resource } = step.entry
  if (!(problem instanceof Problem) || !problem.taken) return []
  if (mayRead(actor, resource) && !permissionOn(actor.permissions, resource).own) return []
  const input = refusedInput(step.command)
  const systems = Object.keys((input[EXTERNAL_IDS] as ExternalIds | null | undefined) ?? {})
  const isKnown = (path: string, found: AnyRecord) => known.some((one) => one.id === found.id && one.path === path)
  return read(allRecords(step.scope), async (records) => {
    const values: UnseenValue[] = []
    for (const path of [...uniqueFieldsOf(resource).keys(), ...systems.map(pathOfSystem)]) {
      const value = valueAt(input, path)
      if (typeof value !== 'string') continue
      const found = (await records.find(resource, { [path]: value } as never)) as AnyRecord | undefined
      if (!found || found.id === id || isKnown(path, found)) continue
      if (!maySee(actor, resource, found as { createdBy: string | null }))
        values.push({ resource, id: found.id as string, path })
    }
    return values
  })
}

/** Takes the value away from the record, in a transaction that is rolled back. */
export async function moveAway(records: Records, scope: RequestScope, { resource, id, path }: UnseenValue) {
  const all = records.within(allRecords(scope))
  const record = (await all.lock(resource, id)) as AnyRecord
  const { [systemIn(path) ?? '']: _, ...others } = (record[EXTERNAL_IDS] ?? {}) as ExternalIds
  const changes = systemIn(path) === undefined ? { [path]: randomUUID() } : { [EXTERNAL_IDS]: others }
  await all.update(resource, record as never, changes as never)
}
