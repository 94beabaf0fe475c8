import { type Detail, shorten } from '../../model/input.ts'
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
  readonly actor: Actor
  readonly permission: Permission
  readonly resource: Resource
  readonly input: AnyRecord
}

/** The refusal of a unique value, with the record that has it. The reads are those of the actor: no other record is found. */
export async function namingExisting(
  refused: RefusedWrite,
  problem: Problem,
  find: (work: (records: Reads) => Promise<AnyRecord | undefined>) => Promise<AnyRecord | undefined>,
): Promise<Problem> {
  const { actor, permission, resource, input } = refused
  const { taken, code, cause } = problem
  const value = taken?.resource === resource.name ? input[taken.field] : undefined
  if (!taken || typeof value !== 'string') return problem
  const { field } = taken
  const isSeen = mayRead(actor, resource) && ![field, 'id'].some((path) => covers(permission.hidden, path))
  const existing = isSeen ? await find((records) => records.find(resource, { [field]: value } as never)) : undefined
  const fault = takenFault(resource, field, value, existing?.id as string | undefined)
  return new Problem(code, { text: fault.message, details: [fault], cause })
}
