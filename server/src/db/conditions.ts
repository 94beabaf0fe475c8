import { type Expression, type SqlBool, sql } from 'kysely'
import type { Comparable, Condition, ListQuery, Operator } from '../core/lists/list-query.ts'
import { foldCase } from '../model/fold.ts'
import type { Resource } from '../model/resource.ts'
import type { Engine, Query } from './engine.ts'
import { firstIdAt } from './ids.ts'
import { type Hole, holes } from './shapes.ts'
import { type Column, columnOf, encodeValue, SEARCH_COLUMN, type Table } from './table.ts'

export type Clause = Expression<SqlBool>

/** A clause that knows its shape: it need not be built again where only its values differ. */
export interface Part {
  readonly shape: string
  readonly values: readonly unknown[]
  build(holes: readonly Hole[]): Clause
}

export const part = (shape: string, values: readonly unknown[], build: Part['build']): Part => ({
  shape,
  values,
  build,
})

/** Built with its values, for a statement that is not worth keeping. */
export const built = ({ values, build }: Part): Clause => build(values.map((value) => sql`${value}`))

/** A statement out of parts: built once for its shape. `more` are further values, such as a limit. */
export function composed(
  { shapes }: Engine,
  head: string,
  parts: readonly Part[],
  more: readonly unknown[],
  build: (where: Clause, more: readonly Hole[]) => { compile(): Query },
): Query {
  const shape = `${head} | ${parts.map((some) => some.shape).join(' | ')}`
  const values = [...parts.flatMap((some) => some.values), ...more]
  return shapes.fill(shape, values, (hole) => {
    let next = 0
    const take = (count: number) => {
      next += count
      return holes(hole, count, next - count)
    }
    const clauses = parts.map((some) => some.build(take(some.values.length)))
    return build(conjunction(clauses), take(more.length))
  })
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** Everything that a row must satisfy to be in the list. */
export function partsOf(engine: Engine, table: Table, query: ListQuery): Part[] {
  const lead = leadOf(table, query)
  const parts = query.conditions.flatMap((condition) =>
    condition === lead ? partOfLead(table, lead) : partsOfCondition(engine, table, condition),
  )
  const words = query.words.map((word) => part('word', [word], ([hole]) => engine.contains(SEARCH_COLUMN, hole!)))
  return [...parts, ...words]
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

function partOfLead(table: Table, { path, values: [value] }: Condition): Part[] {
  const { name, storage } = columnAt(table, path)
  const column = sql.ref(name)
  if (value === null) return [part(`no ${name}`, [], () => sql`${column} is null`)]
  const encoded = encodeValue(storage, value)
  return [part(`led by ${name}`, [encoded, encoded], ([from, to]) => sql`${column} between ${from} and ${to}`)]
}

export const conjunction = (clauses: readonly Clause[]): Clause =>
  clauses.length === 0 ? sql`1 = 1` : sql`${sql.join(clauses, sql` and `)}`

function partsOfCondition(engine: Engine, table: Table, condition: Condition): Part[] {
  const column = columnAt(table, condition.path)
  return [partOf(engine, column, condition), ...idRangeOf(table.resource, condition)]
}

export const columnAt = (table: Table, path: string): Column => {
  const name = columnOf(path)
  return table.columns.find((column) => column.name === name)!
}

function partOf(engine: Engine, { name, storage }: Column, { operator, values }: Condition): Part {
  const column = sql.ref(name)
  const encode = (value: Comparable) => encodeValue(storage, value)
  const value = values[0]!
  const shape = `${name} ${operator}`
  switch (operator) {
    case 'eq':
      if (value === null) return part(`no ${name}`, [], () => sql`${column} is null`)
      return part(shape, [encode(value)], ([hole]) => sql`${column} = ${hole}`)
    case 'ne': // a row without a value is not equal to any
      if (value === null) return part(`some ${name}`, [], () => sql`${column} is not null`)
      return part(shape, [encode(value)], ([hole]) => sql`${column} is distinct from ${hole}`)
    case 'in':
      return partOfList(name, values.includes(null), values.filter((candidate) => candidate !== null).map(encode))
    case 'like':
      return part(shape, [likePattern(String(value))], ([hole]) => engine.like(name, storage, hole!))
    default:
      return part(shape, [encode(value)], ([hole]) => sql`${column} ${sql.raw(COMPARISONS[operator])} ${hole}`)
  }
}

function partOfList(name: string, orNone: boolean, values: readonly unknown[]): Part {
  const column = sql.ref(name)
  return part(`${name} in ${values.length} ${orNone}`, values, (some) => {
    const among = some.length > 0 ? sql<SqlBool>`${column} in (${sql.join(some)})` : sql<SqlBool>`1 = 0`
    return orNone ? sql`(${among} or ${column} is null)` : among
  })
}

/** An id begins with its creation time: what is asked of `createdAt` bounds the ids too, and these are indexed. */
function idRangeOf({ idPrefix }: Resource, { path, operator, values: [value] }: Condition): Part[] {
  if (path !== 'createdAt' || operator === 'like' || typeof value !== 'string') return []
  const id = sql.ref('id')
  const bound = (sign: '>=' | '<', ms: number) => {
    const first = firstIdAt(idPrefix, Date.parse(value) + ms)
    return part(`id ${sign}`, [first], ([hole]) => sql`${id} ${sql.raw(sign)} ${hole}`)
  }
  const ranges: { readonly [O in Operator]?: () => Part[] } = {
    eq: () => [bound('>=', 0), bound('<', 1)],
    gt: () => [bound('>=', 0)],
    gte: () => [bound('>=', 0)],
    lt: () => [bound('<', 0)],
    lte: () => [bound('<', 1)],
  }
  return ranges[operator]?.() ?? []
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
