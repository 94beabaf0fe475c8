import { isSystem } from '../../../../server/src/model/keys/external-ids.ts'
import type { Field, Resource } from '../../api/resources.ts'
import type { Labels } from '../../i18n/labels.ts'

const EXTERNAL_IDS = 'externalIds'

/** What a cell of a table can hold: plain values that can be written, also in groups and lines, and what finds a record. */
export function fillable(target: Resource, all: readonly Resource[]): string[] {
  const pathsOf = (fields: readonly Field[], prefix: string): string[] =>
    fields.flatMap((field) => {
      const path = prefix + field.name
      if (field.isReadOnly) return prefix === '' && (field.name === 'id' || field.isUnique) ? [path] : []
      if (field.kind === 'group' || field.kind === 'lines') return pathsOf(field.fields ?? [], `${path}.`)
      if (['map', 'json', 'externalIds'].includes(field.kind)) return []
      const referred = field.kind === 'ref' ? all.find(({ name }) => name === field.target) : undefined
      const unique = (referred?.fields ?? []).filter(({ isUnique }) => isUnique)
      return [path, ...unique.map(({ name }) => `${path}.${name}`)]
    })
  return pathsOf(target.fields, '')
}

/** With the names of what it is inside: "Item: Item code", and another system by its own name. */
export function labelOf(labels: Labels, { name, fields }: Resource, path: string): string {
  const parts = path.split('.')
  const isWhole = fields.some((field) => field.name === parts[0] && field.kind === 'group') || parts.length === 1
  if (isWhole) return labels.field(name, path)
  const inner = parts.map((part, index) => {
    const isSystem = parts[index - 1] === EXTERNAL_IDS
    return isSystem ? part : labels.field(name, parts.slice(0, index + 1).join('.'))
  })
  return inner.join(': ')
}

/** A column may hold the ids of another system, which is called like the column. */
export function externalPathFor(target: Resource, column: string): string | undefined {
  const system = column
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  const hasIds = target.fields.some(({ name, isReadOnly }) => name === EXTERNAL_IDS && !isReadOnly)
  return hasIds && isSystem(system) ? `${EXTERNAL_IDS}.${system}` : undefined
}
