import { type Expression, type SqlBool, sql } from 'kysely'
import type { Comparable, Condition, ListQuery, Operator } from '../core/list-query.ts'
import { foldCase } from '../model/fold.ts'
import type { Resource } from '../model/resource.ts'
import type { Engine } from './engine.ts'
import { firstIdAt } from './ids.ts'
import { type Column, columnOf, encodeValue, SEARCH_COLUMN, type Table } from './table.ts'

export type Clause = Expression<SqlBool>

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Everything that a row must satisfy to be in the list. */
export function clausesOf(engine: Engine, table: Table, query: ListQuery): Clause[] {
  const lead = leadOf(table, query)
  const clauses = query.conditions.flatMap((condition) =>
    condition === lead ? clauseOfLead(table, lead) : clausesOfCondition(engine, table, condition),
  )
  return [...clauses, ...query.words.map((word) => engine.contains(SEARCH_COLUMN, word))]
}

/**
 * A list in order of creation that asks for one value of an indexed field is one stretch of the index (field, id). The
 * list is then ordered by that field too, and asks for it as a range: otherwise a planner may walk all ids instead.
 */
export function leadOf(table: Table, { sort, conditions }: ListQuery): Condition | undefined {
  if (sort !== 'createdAt' && sort !== 'id') return undefined
  return conditions.find(({ path, operator }) => operator === 'eq' && isIndexed(columnAt(table, path)))
}

const isIndexed = ({ name, field: { options } }: Column) =>
  name !== 'createdAt' && Boolean(options.indexed || options.counted || options.unique)

function clauseOfLead(table: Table, { path, values: [value] }: Condition): Clause[] {
  const { name, storage } = columnAt(table, path)
  const column = sql.ref(name)
  const encoded = encodeValue(storage, value)
  return [value === null ? sql`${column} is null` : sql`${column} between ${encoded} and ${encoded}`]
}

export const conjunction = (clauses: readonly Clause[]): Clause =>
  clauses.length === 0 ? sql`1 = 1` : sql`${sql.join(clauses, sql` and `)}`

function clausesOfCondition(engine: Engine, table: Table, condition: Condition): Clause[] {
  const column = columnAt(table, condition.path)
  return [clauseOf(engine, column, condition), ...idRangeOf(table.resource, condition)]
}

export const columnAt = (table: Table, path: string): Column => {
  const name = columnOf(path)
  return table.columns.find((column) => column.name === name)!
}

function clauseOf(engine: Engine, { name, storage }: Column, { operator, values }: Condition): Clause {
  const column = sql.ref(name)
  const encode = (value: Comparable) => encodeValue(storage, value)
  const value = values[0]!
  switch (operator) {
    case 'eq':
      return value === null ? sql`${column} is null` : sql`${column} = ${encode(value)}`
    case 'ne': // a row without a value is not equal to any
      return value === null ? sql`${column} is not null` : sql`${column} is distinct from ${encode(value)}`
    case 'in': {
      const present = values.filter((candidate) => candidate !== null).map(encode)
      const among = present.length > 0 ? sql<SqlBool>`${column} in (${sql.join(present)})` : sql<SqlBool>`1 = 0`
      return values.includes(null) ? sql`(${among} or ${column} is null)` : among
    }
    case 'like':
      return engine.like(name, storage, likePattern(String(value)))
    default:
      return sql`${column} ${sql.raw(COMPARISONS[operator])} ${encode(value)}`
  }
}

/** An id begins with its creation time: what is asked of `createdAt` bounds the ids too, and these are indexed. */
function idRangeOf({ idPrefix }: Resource, { path, operator, values: [value] }: Condition): Clause[] {
  if (path !== 'createdAt' || operator === 'like' || typeof value !== 'string') return []
  const from = (ms: number) => sql.val(firstIdAt(idPrefix, Date.parse(value) + ms))
  const id = sql.ref('id')
  const ranges: { readonly [O in Operator]?: Clause[] } = {
    eq: [sql`${id} >= ${from(0)}`, sql`${id} < ${from(1)}`],
    gt: [sql`${id} >= ${from(0)}`],
    gte: [sql`${id} >= ${from(0)}`],
    lt: [sql`${id} < ${from(0)}`],
    lte: [sql`${id} < ${from(1)}`],
  }
  return ranges[operator] ?? []
}

/**
 * `%` and `_` are wildcards; a pattern without any means "contains". A backslash takes the meaning from the next
 * character. Rewritten so that both databases read it alike.
 */
export function likePattern(text: string): string {
  let pattern = ''
  let hasWildcard = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!
    const isEscape = character === '\\' && index + 1 < text.length
    const literal = isEscape ? text[++index]! : character
    const isWildcard = !isEscape && (character === '%' || character === '_')
    hasWildcard ||= isWildcard
    pattern += isWildcard || !/[\\%_]/.test(literal) ? literal : `\\${literal}`
  }
  const folded = foldCase(pattern)
  return hasWildcard ? folded : `%${folded}%`
}
