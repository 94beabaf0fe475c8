import { type Actor, authorise, permissionFor } from '../../core/access.ts'
import type { Action } from '../../core/action.ts'
import { Problem } from '../../core/problem.ts'
import type { Entry, Rules } from '../../core/rules.ts'
import { isWritable } from '../../model/input.ts'
import { keyFieldAt } from '../../model/keys/record-key.ts'
import { msg, recordName, recordsName } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { columnsOf, type ImportColumns } from './columns.ts'
import type { Mode } from './imports.resource.ts'

/** A resource that rows can be imported into. */
export interface Target {
  readonly resource: Resource
  readonly rules: Rules
  readonly create: Action
  readonly update: Action
}

/** Resources of the business with the stock actions. */
export function targetsAmong(entries: readonly Entry[]): Target[] {
  return entries.flatMap(({ resource, rules = {}, actions }) => {
    const create = actions.find(({ name, isStock }) => name === 'create' && isStock)
    const update = actions.find(({ name, isStock }) => name === 'update' && isStock)
    if (!create || !update || resource.administrative || resource.personal) return []
    return [{ resource, rules, create, update }]
  })
}

const READ = { method: 'GET', access: 'read' } as const

/** Throws the refusal that one such record would get. To update a record, it must be found first. */
export function authoriseImport(actor: Actor, { resource, create, update }: Target, mode: Mode): Permission {
  if (mode !== 'update') authorise(actor, resource, create)
  if (mode !== 'insert') authorise(actor, resource, update)
  if (mode !== 'insert') authorise(actor, resource, READ)
  return permissionFor(actor, resource)
}

export const columnsFor = ({ resource }: Target, permission: Permission): ImportColumns =>
  columnsOf(resource, permission)

/** The key of a resource: its id, a unique field, or the fields of the declaration. A field that rows can set comes first. */
export function keyFor({ resource }: Target, mapped: readonly string[]): readonly string[] {
  if (mapped.includes(ID)) return [ID]
  const keys = mapped.filter((path) => keyFieldAt(resource, path))
  const [unique = keys[0]] = keys.filter((path) => isWritable(keyFieldAt(resource, path)!))
  if (unique !== undefined) return [unique]
  const known = resource.key?.filter((path) => mapped.includes(path)) ?? []
  if (known.length > 0) return known
  throw new Problem('VALIDATION_ERROR', {
    text: msg`The key that identifies the ${recordName(resource)} of a row is missing.`,
    details: [
      {
        field: 'key',
        message: msg`Map a column that identifies ${recordsName(resource)}, or name such fields as key.`,
      },
    ],
  })
}

export const ID = 'id'
