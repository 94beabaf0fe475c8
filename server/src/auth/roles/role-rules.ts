import { defineRules, type Rules } from '../../core/rules.ts'
import type { Fields } from '../../model/fields.ts'
import type { Detail } from '../../model/input.ts'
import { didYouMean } from '../../model/nearest.ts'
import { fieldsOf, type Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { roles } from '../access.resources.ts'

const ALL = '*'
/** Always open: lists are sorted by them, and an id tells when its record was created. */
const OPEN = ['id', 'createdAt']

/** A role is a matrix: resource by right, with the fields that stay closed. */
export function roleRules(resources: readonly Resource[]): Rules<typeof roles> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))

  function faultsOf([name, permission]: [string, Permission]): Detail[] {
    const field = `permissions.${name}`
    const closed = (['hidden', 'readOnly'] as const).flatMap((list) =>
      (permission[list] ?? []).map((path, index) => ({ path, field: `${field}.${list}[${index}]` })),
    )
    if (name === ALL) {
      return closed.map((entry) => ({
        field: entry.field,
        message: 'Fields are closed by resource, not for all of them.',
      }))
    }
    const resource = byName.get(name)
    if (!resource) {
      return [{ field, message: `There is no resource "${name}".${didYouMean(name, [...byName.keys()])}` }]
    }
    const known = pathsOf(fieldsOf(resource)).filter((path) => !OPEN.includes(path))
    return closed
      .filter(({ path }) => !known.includes(path))
      .map((entry) => ({
        field: entry.field,
        message: `${name} has no field "${entry.path}" that could be closed.${didYouMean(entry.path, known)}`,
      }))
  }

  return defineRules(roles, {
    check: ({ permissions }) => Object.entries(permissions).flatMap(faultsOf),
    editable: ({ isShipped }) => (isShipped ? [] : ['description', 'permissions']),
    deletable: { field: 'isShipped', values: [false] },
    kept: ({ isShipped }) => (isShipped ? 'This role came with Kontor and cannot be deleted.' : undefined),
  })
}

function pathsOf(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, { options }]) =>
    options.secret ? [] : [prefix + name, ...(options.fields ? pathsOf(options.fields, `${prefix}${name}.`) : [])],
  )
}
