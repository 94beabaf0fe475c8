import { covers } from '../../core/access.ts'
import type { Pair } from '../../core/lists/parameters.ts'
import { sortableOf } from '../../core/lists/parse-list.ts'
import { isObject } from '../../model/input.ts'
import { type AnyRecord, isStamp, type Resource } from '../../model/resource.ts'
import type { Permission } from '../../model/rights.ts'
import { plainPair } from '../parse-request.ts'

/** Arguments as parameters of an address. What is undefined is left out. */
export const pairsOf = (values: AnyRecord): Pair[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => plainPair([name, textOf(value)]))

/** `{ status: ["a", "b"], total: { gte: 5 } }` as `status[in]=a,b&total[gte]=5`. */
export const filterPairs = (filters: AnyRecord): Pair[] =>
  Object.entries(filters).flatMap(([name, value]) => {
    if (Array.isArray(value)) return pairsOf({ [`${name}[in]`]: value })
    if (!isObject(value)) return pairsOf({ [name]: value })
    return pairsOf(Object.fromEntries(Object.entries(value).map(([operator, one]) => [`${name}[${operator}]`, one])))
  })

/** A comma inside an entry of a list does not separate entries. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((entry) => textOf(entry).replaceAll(',', '\\,')).join(',')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** What lists are sorted by is what records are told apart by: names, numbers, statuses, dates and amounts. */
export function fieldsThatMatter(resource: Resource, { hidden }: Permission): string[] {
  const { title, hit } = resource
  const names = [title, hit?.name, hit?.code, ...sortableOf(resource).filter((path) => !isStamp(path)), 'version']
  return [...new Set(names)].filter((name): name is string => name !== undefined && !covers(hidden, name))
}
