import type { Field, Fields } from '../../model/fields.ts'
import { isWritable } from '../../model/input.ts'
import { hasEntries, hasParts, hasRows, isScalar } from '../../model/kinds/field-kind.ts'
import { msg, recordName, recordsName } from '../../model/message.ts'
import type { Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { isMandatory, isReceived } from '../../model/traits.ts'
import { type Actor, authorise, covers, permissionFor } from '../access.ts'
import type { Action } from '../action.ts'
import { Problem } from '../problem.ts'
import type { Entry, Rules } from '../rules.ts'
import type { Mode } from './imports.resource.ts'

/** A resource that rows can be imported into. */
export interface Target {
  readonly resource: Resource
  readonly rules: Rules
  readonly create: Action
  readonly update: Action
}

/** Plain resources of the business: with the stock actions, and complete without lines. */
export function targetsAmong(entries: readonly Entry[]): Target[] {
  return entries.flatMap(({ resource, rules = {}, actions }) => {
    const create = actions.find(({ name, isStock }) => name === 'create' && isStock)
    const update = actions.find(({ name, isStock }) => name === 'update' && isStock)
    const needsLines = Object.values(resource.fields).some((field) => hasRows(field) && isMandatory(field))
    if (!create || !update || needsLines || resource.administrative || resource.personal) return []
    if (rules.changed) return [] // a refused row must leave nothing behind, but its record is written before its effects
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

/** The fields that a cell can go into, by path: plain values, parts of groups, lists of plain values. */
export function columnsFor({ resource }: Target, { hidden }: Permission): Map<string, Field> {
  const found = new Map<string, Field>()
  const gather = (fields: Fields, prefix: string) => {
    for (const [name, field] of Object.entries(fields)) {
      const path = prefix + name
      if (!isWritable(field) || !isReceived(field) || covers(hidden, path)) continue
      if (hasParts(field)) gather(field.options.fields, `${path}.`)
      else if (isScalar(field) || (hasEntries(field) && isScalar(field.options.of))) found.set(path, field)
    }
  }
  gather(resource.fields, '')
  return found
}

/** The key of a resource: its id, unique fields, or the fields of the declaration. */
export function keyFor({ resource }: Target, mapped: readonly string[]): readonly string[] {
  if (mapped.includes(ID)) return [ID]
  const unique = mapped.find((path) => resource.fields[path]?.options.unique)
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
