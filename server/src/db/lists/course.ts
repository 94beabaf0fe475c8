import { type Expression, sql } from 'kysely'
import type { Condition } from '../../core/lists/list-query.ts'
import { isNullable } from '../../model/traits.ts'
import type { Select } from '../engine.ts'
import { type Column, encodeValue, type Table } from '../table.ts'
import { columnAt, led, type Naming, type Part, part, partsOf, unled } from './conditions.ts'
import { type Course, type Listing, sortColumn } from './listing.ts'

const RANGES = ['eq', 'gt', 'gte', 'lt', 'lte']

/** What an index says of a row, and what only the row itself tells. */
export interface Parts {
  readonly leading: readonly Part[]
  readonly others: readonly Part[]
}

/** Whether nothing is left to be asked of a row that was found. */
export const isOneStretch = (listing: Listing, course: Course): boolean =>
  listing.scope.isWhole &&
  listing.query.words.length === 0 &&
  listing.query.conditions.every((condition) => isLeading(listing, course, condition))

const isLeading = (listing: Listing, course: Course, condition: Condition): boolean | undefined =>
  course.lead?.includes(condition) || (course.kind === 'walk' && boundsOrder(listing, condition))

/** The filters of a list on its course: only those that lead may be looked up in an index. */
export function partsOn(listing: Listing, course: Course): Parts {
  const { engine, table, query, scope } = listing
  const leading = query.conditions.filter((condition) => isLeading(listing, course, condition))
  const others = query.conditions.filter((condition) => !leading.includes(condition))
  return {
    leading:
      course.kind === 'stretch'
        ? [stretchOf(table, course.lead[0])]
        : partsOf(engine, table, { conditions: leading, words: [] }),
    others: [
      ...scope.parts,
      ...partsOf(engine, table, { conditions: others, words: query.words }, () => unled(engine)),
    ],
  }
}

/** What is asked of the column that decides the order bounds the walk. */
function boundsOrder({ table, query }: Listing, { path, operator }: Condition): boolean {
  const { name } = sortColumn(table, query)
  return RANGES.includes(operator) && (columnAt(table, path).name === name || (path === 'createdAt' && name === 'id'))
}

/** As a range: the list is ordered by this column too, or else a planner may walk all ids instead. */
function stretchOf(table: Table, { path, values: [value] }: Condition): Part {
  const { name, storage } = columnAt(table, path)
  const column = sql.ref(name)
  if (value === null) return part(`no ${name}`, [], () => sql`${column} is null`)
  const encoded = encodeValue(storage, value)
  return part(`led by ${name}`, [encoded, encoded], ([from, to]) => sql`${column} between ${from} and ${to}`)
}

/** By what the rows are put in order, and whether an index may serve for that. */
function orderOn({ engine, table, query }: Listing, course: Course): { column: Column; naming: Naming } {
  const column = course.kind === 'stretch' ? columnAt(table, course.lead[0].path) : sortColumn(table, query)
  return { column, naming: course.kind === 'gather' ? unled(engine) : led }
}

export function ordered(select: Select, listing: Listing, course: Course): Select {
  const { order } = listing.query
  const { column, naming } = orderOn(listing, course)
  const by = (name: string) => naming.of(name) as Expression<string>
  const sorted =
    column.name === 'id'
      ? select
      : select.orderBy(by(column.name), (as) => (order === 'asc' ? as.asc().nullsFirst() : as.desc().nullsLast()))
  return sorted.orderBy(by('id'), order)
}

/**
 * Where the list goes on after a position. Rows without a value sort before all others; they and the rest are separate
 * ranges, so that each is one stretch of the index.
 */
export function rangesAfter(listing: Listing, course: Course): Part[][] {
  const { after, order } = listing.query
  if (!after) return [[]]
  const { column, naming } = orderOn(listing, course)
  const title = naming.mark + column.name
  const isStretch = course.kind === 'stretch'
  const value = isStretch ? course.lead[0].values[0]! : after.value
  const sign = order === 'asc' ? '>' : '<'
  const beyond = sql.raw(sign)
  const [name, id] = [naming.of(column.name), naming.of('id')]
  const beyondId = part(`${naming.mark}id ${sign}`, [after.id], ([hole]) => sql`${id} ${beyond} ${hole}`)
  if (column.name === 'id') return [[beyondId]]
  const withoutValue = part(`no ${title}`, [], () => sql`${name} is null`)
  const withValue = part(`some ${title}`, [], () => sql`${name} is not null`)
  if (value === null) {
    const rest = [withoutValue, beyondId]
    return order === 'asc' && !isStretch ? [rest, [withValue]] : [rest]
  }
  const position = [encodeValue(column.storage, value), after.id]
  const rest = [
    part(`${title} ${sign}`, position, ([from, last]) => sql`(${name}, ${id}) ${beyond} (${from}, ${last})`),
  ]
  return order === 'desc' && isNullable(column.field) && !isStretch ? [rest, [withoutValue]] : [rest]
}
