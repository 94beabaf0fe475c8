import { type Detail, shorten } from '../../model/input.ts'
import { EXTERNAL_IDS, type ExternalIds, pathOfSystem } from '../../model/keys/external-ids.ts'
import { fieldName, msg, recordName } from '../../model/message.ts'
import type { AnyRecord, Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { type Actor, covers, mayRead } from '../access.ts'
import { Problem } from '../problem.ts'
import type { Reads } from '../store.ts'

/** A unique value that is in use; by which record is told if the actor may read it. */
export const takenFault = (resource: Resource, field: string, value: string, existingId?: string): Detail => ({
  field,
  message: existingId
    ? msg`${fieldName(field)} "${shorten(value)}" is already used by ${recordName(resource)} ${existingId}.`
    : msg`${fieldName(field)} "${shorten(value)}" is already used by another ${recordName(resource)}.`,
  ...(existingId && { existingId }),
})

/** A write that was refused for a unique value. */
export interface RefusedWrite {
  /** The record that was to be changed; empty for a new one. */
  readonly id: string
  readonly actor: Actor
  readonly permission: Permission
  readonly resource: Resource
  readonly input: AnyRecord
}

type Find = (work: (records: Reads) => Promise<AnyRecord | undefined>) => Promise<AnyRecord | undefined>

/** The refusal of a unique value, with the record that has it. The reads are those of the actor: no other record is found. */
export async function namingExisting(refused: RefusedWrite, problem: Problem, find: Find): Promise<Problem> {
  const { actor, permission, resource, input } = refused
  const { taken, code, cause } = problem
  if (taken?.field === EXTERNAL_IDS) return namingExternal(refused, problem, find)
  const value = taken?.resource === resource.name ? input[taken.field] : undefined
  if (!taken || typeof value !== 'string') return problem
  const { field } = taken
  const isSeen = mayRead(actor, resource) && ![field, 'id'].some((path) => covers(permission.hidden, path))
  const existing = isSeen ? await find((records) => records.find(resource, { [field]: value } as never)) : undefined
  const fault = takenFault(resource, field, value, existing?.id as string | undefined)
  return new Problem(code, { text: fault.message, details: [fault], cause })
}

/** The database does not say which of the ids is in use. */
async function namingExternal(refused: RefusedWrite, problem: Problem, find: Find): Promise<Problem> {
  const { actor, permission, resource, id } = refused
  const ids = Object.entries((refused.input[EXTERNAL_IDS] as ExternalIds | undefined) ?? {})
  const isSeen = mayRead(actor, resource) && ![EXTERNAL_IDS, 'id'].some((path) => covers(permission.hidden, path))
  for (const [system, value] of ids) {
    const path = pathOfSystem(system)
    const existing = isSeen ? await find((records) => records.find(resource, { [path]: value } as never)) : undefined
    if (existing?.id === id || (!existing && ids.length > 1)) continue
    const fault = takenFault(resource, path, value, existing?.id as string | undefined)
    return new Problem(problem.code, { text: fault.message, details: [fault], cause: problem.cause })
  }
  return problem
}
