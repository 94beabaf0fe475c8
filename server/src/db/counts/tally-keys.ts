import type { ListQuery } from '../../core/lists/list-query.ts'
import type { Table } from '../table.ts'

export const TALLIES = 'tallies'
export const ALL = ''

/** How often something has happened to the records of a table. These only grow, so that nobody misses a change. */
export const CHANGES_MARK = '#'
export const WRITES = `${CHANGES_MARK}writes`
export const ARRIVALS_AND_DEPARTURES = `${CHANGES_MARK}arrivals and departures`
export const changesOf = (path: string) => `${CHANGES_MARK}changes of ${path}`

export const sumKeyOf = (field: string, by: string, value: unknown) => `sum of ${field} by ${keyOf(by, value)}`
export const keyOf = (path: string, value: unknown) => `${path}=${JSON.stringify(value)}`

/** Among the tallies of all tables. */
export const tallyNameOf = (table: string, key: string) => `${table} ${key}`

/** What a list asks for, in whatever order. */
export type Asked = Pick<ListQuery, 'conditions' | 'words'>

/** The key whose tally is the list's total; undefined where the rows must be counted. */
export function tallyKeyOf({ resource, counted }: Table, { conditions, words }: Asked): string | undefined {
  if (resource.internal || words.length > 0 || conditions.length > 1) return undefined
  const [condition] = conditions
  if (!condition) return ALL
  const { path, operator, values } = condition
  return operator === 'eq' && counted.includes(path) ? keyOf(path, values[0]) : undefined
}

/** A list that asks for counted fields only does not mind what becomes of the others, if whoever asks sees them all. */
export function changesThatMatter({ counted }: Table, { conditions, words }: Asked, isWhole: boolean): string[] {
  const paths = conditions.map(({ path }) => path)
  if (!isWhole || words.length > 0 || !paths.every((path) => counted.includes(path))) return [WRITES]
  return [ARRIVALS_AND_DEPARTURES, ...paths.map(changesOf)]
}
