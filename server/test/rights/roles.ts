import type { SeededRandom } from '../../src/demo/sized/seeded-random.ts'
import type { Fields } from '../../src/model/fields.ts'
import { isWritable } from '../../src/model/input.ts'
import { fieldsOf, type Resource } from '../../src/model/resource.ts'
import type { Permission, Permissions, Right } from '../../src/model/rights.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { RESOURCES } from './world.ts'

export const resourceOf = (name: string): Resource => catalog.find((resource) => resource.name === name)!

const FURTHER: readonly Right[] = ['create', 'update', 'delete', 'submit', 'cancel', 'override', 'export']
/** Always open: lists are sorted by them. */
const OPEN = ['id', 'createdAt']

/** Every path that a role can close, and those that a client can write. */
function pathsOf(fields: Fields, prefix = ''): { path: string; isWritable: boolean }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { secret, transient, fields: parts } = field.options
    if (secret || transient || OPEN.includes(prefix + name)) return []
    const inner = parts ? pathsOf(parts, `${prefix}${name}.`) : []
    const isOpen = isWritable(field)
    return [
      { path: prefix + name, isWritable: isOpen },
      ...inner.map((part) => ({ ...part, isWritable: part.isWritable && isOpen })),
    ]
  })
}

const closable = (name: string) => pathsOf(fieldsOf(resourceOf(name)))

/** A role with all kinds of gaps: resources that it cannot read or only in part, hidden and read-only fields. */
export function randomRole(random: SeededRandom): Permissions {
  const permissions: { [resource: string]: Permission } = {
    'audit-log': { can: random.percent(70) ? ['read'] : [] },
    users: { can: ['read'] },
  }
  for (const name of RESOURCES) {
    if (random.percent(12)) continue
    const can: Right[] = FURTHER.filter(() => random.percent(75))
    if (random.percent(94)) can.unshift('read')
    permissions[name] = {
      can,
      ...(random.percent(15) && { own: true }),
      ...closedFields(random, name),
    }
  }
  return permissions
}

function closedFields(random: SeededRandom, name: string): Pick<Permission, 'hidden' | 'readOnly'> {
  const all = closable(name)
  const some = (from: readonly { path: string }[], most: number) =>
    [...new Set(Array.from({ length: random.below(most + 1) }, () => random.one(from).path))].filter(
      // Without its lines, little is left of a document.
      (path) => path !== 'items' || random.percent(20),
    )
  const hidden = random.percent(75) ? some(all, 4) : []
  const readOnly = random.percent(50)
    ? some(
        all.filter((one) => one.isWritable),
        3,
      )
    : []
  return { ...(hidden.length > 0 && { hidden }), ...(readOnly.length > 0 && { readOnly }) }
}

/** Whether a path is closed by a list of paths, as itself or as a part. */
export const isIn = (paths: readonly string[] | undefined, path: string): boolean =>
  paths?.some((closed) => path === closed || path.startsWith(`${closed}.`)) ?? false
