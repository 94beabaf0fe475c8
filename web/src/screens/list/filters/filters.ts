import type { Field, Resource } from '../../../api/resources.ts'
import type { Search } from '../../../ui/search-text.ts'
import { type Changes, isFilter } from '../list-state.ts'

/** The conditions on one field, by operator: `{gte: '10', lte: '20'}`. */
export type Conditions = Readonly<Record<string, string>>

const WORD = /^([\w.]+?)(?:\[(\w+)\])?$/

/** All filters in an address, by the path of their field. */
export function filtersIn(search: Search): ReadonlyMap<string, Conditions> {
  const found = new Map<string, Conditions>()
  for (const [word, value] of Object.entries(search)) {
    const [, path, operator = 'eq'] = WORD.exec(word) ?? []
    if (path && isFilter(word)) found.set(path, { ...found.get(path), [operator]: value })
  }
  return found
}

/** The changes of an address that put these conditions in the place of whatever was there. */
export function filterChanges(search: Search, path: string, conditions: Conditions): Changes {
  const before = Object.keys(search).filter((word) => WORD.exec(word)?.[1] === path)
  const cleared = Object.fromEntries(before.map((word) => [word, undefined]))
  const after = Object.entries(conditions).map(([operator, value]) => [wordFor(path, operator), value])
  return { ...cleared, ...Object.fromEntries(after) }
}

const wordFor = (path: string, operator: string) => (operator === 'eq' ? path : `${path}[${operator}]`)

export interface FilterField {
  readonly path: string
  readonly field: Field
}

/** The fields that the filter editor offers, in the order of the declaration: those of the record, not of its lines. */
export const filterFieldsOf = (resource: Resource): readonly FilterField[] =>
  filterableIn(resource.fields.filter(({ kind }) => kind !== 'lines'))

const filterableIn = (fields: readonly Field[], prefix = ''): readonly FilterField[] =>
  fields.flatMap((field) => {
    const path = prefix + field.name
    return [...(field.isFilterable ? [{ path, field }] : []), ...filterableIn(field.fields ?? [], `${path}.`)]
  })

/** A comma inside a value is written `\,`. */
export const splitValues = (text: string): readonly string[] =>
  text.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','))

export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(',', '\\,')).join(',')

/** One value needs no list. */
export const oneOf = (values: readonly string[]): Conditions =>
  values.length === 0 ? {} : values.length === 1 ? { eq: values[0]! } : { in: joinValues(values) }

export const valuesIn = ({ eq, in: several }: Conditions): readonly string[] =>
  several ? splitValues(several) : eq === undefined ? [] : [eq]
