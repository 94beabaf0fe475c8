import { type Permission, type Permissions, RIGHTS, type Right } from '../../../../server/src/model/rights.ts'
import type { Field, Resource } from '../../api/resources.ts'

/** Stands for every resource of the business that is not named. */
export const REST = '*'
/** Each user has separate records of these, whatever the role says. */
const PERSONAL = new Set(['views'])
/** Always open: lists are sorted by them. */
const OPEN = new Set(['id', 'createdAt'])

const NOTHING: Permission = { can: [] }

export interface Rule {
  readonly permission: Permission
  /** It follows from what is said of the rest. */
  readonly isInherited: boolean
}

export function ruleFor(permissions: Permissions, resource: Resource | undefined): Rule {
  if (!resource) return { permission: permissions[REST] ?? NOTHING, isInherited: false }
  const named = permissions[resource.name]
  if (named) return { permission: named, isInherited: false }
  const rest = permissions[REST] ?? NOTHING
  const isReached = !resource.administrative || rest.can.includes('manage')
  return isReached
    ? { permission: rest, isInherited: rest.can.length > 0 }
    : { permission: NOTHING, isInherited: false }
}

export const governed = (resources: readonly Resource[]): readonly Resource[] =>
  resources.filter(({ name }) => !PERSONAL.has(name))

const ACTION_OF: Partial<Record<Right, string>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  submit: 'status',
  cancel: 'status',
  override: 'status',
  export: 'export',
}

/** Which rights mean something; of the rest everything may. */
export function rightsOf(resource: Resource | undefined): readonly Right[] {
  if (!resource) return RIGHTS
  const has = (action: string) => resource.actions.some(({ name }) => name === action)
  return RIGHTS.filter((right) => {
    if (right === 'manage') return resource.administrative
    const action = ACTION_OF[right]
    return action === undefined || has(action)
  })
}

/** A role that may change a resource can see it; without that right it can do nothing with it. */
export function withRight({ can, ...further }: Permission, right: Right): Permission {
  if (can.includes(right)) return { ...further, can: right === 'read' ? [] : can.filter((one) => one !== right) }
  return { ...further, can: RIGHTS.filter((one) => one === right || one === 'read' || can.includes(one)) }
}

/** A resource that nothing is said of needs no entry, unless the rest would open it. */
export function withRule(permissions: Permissions, name: string, permission: Permission): Permissions {
  const { [name]: _, ...others } = permissions
  const isSaid = permission.can.length > 0 || (name !== REST && others[REST] !== undefined)
  return isSaid ? { ...others, [name]: permission } : others
}

export function withoutRule(permissions: Permissions, name: string): Permissions {
  const { [name]: _, ...others } = permissions
  return others
}

export interface ClosableField {
  readonly path: string
  readonly field: Field
  readonly depth: number
}

/** Every field that can be closed, parts after the whole. */
export function closableFields({ fields }: Resource): readonly ClosableField[] {
  const within = (some: readonly Field[], prefix: string, depth: number): readonly ClosableField[] =>
    some
      .filter(({ name }) => depth > 0 || !OPEN.has(name))
      .flatMap((field) => {
        const path = prefix + field.name
        return [{ path, field, depth }, ...within(field.fields ?? [], `${path}.`, depth + 1)]
      })
  return within(fields, '', 0)
}
