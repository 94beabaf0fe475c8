import { type Expression, sql } from 'kysely'
import type { Condition } from '../../core/lists/list-query.ts'
import type { Field } from '../../model/fields.ts'
import { isNullable } from '../../model/traits.ts'
import type { Select } from '../engine.ts'
import { columnOf, type Table } from '../table.ts'
import {
  columnAt,
  type Naming,
  noIndex,
  type Operand,
  operandOf,
  type Part,
  part,
  partsOf,
  sortOperand,
  useIndex,
} from './conditions.ts'
import { type AccessPath, type Listing, sortColumn } from './listing.ts'

const RANGES = ['eq', 'gt', 'gte', 'lt', 'lte']

/** Conditions that the index answers, and conditions that need the row itself. */
export interface Parts {
  readonly leading: readonly Part[]
  readonly others: readonly Part[]
}

/** Whether every row of the index range belongs to the list. */
export const isSingleRange = (listing: Listing, path: AccessPath): boolean =>
  listing.scope.isWhole &&
  listing.query.words.length === 0 &&
  listing.query.conditions.every((condition) => isLeading(listing, path, condition))

const isLeading = (listing: Listing, path: AccessPath, condition: Condition): boolean | undefined =>
  path.lead?.includes(condition) || (path.kind === 'indexScan' && boundsOrder(listing, condition))

/** The filters of a list on its access path: only the leading ones may use an index. */
export function partsOn(listing: Listing, path: AccessPath): Parts {
  const { engine, table, query, scope } = listing
  const leading = query.conditions.filter((condition) => isLeading(listing, path, condition))
  const others = query.conditions.filter((condition) => !leading.includes(condition))
  return {
    leading:
      path.kind === 'indexRange'
        ? [rangeOf(table, path.lead[0])]
        : partsOf(engine, table, { conditions: leading, words: [] }),
    others: [
      ...scope.parts,
      ...partsOf(engine, table, { conditions: others, words: query.words }, () => noIndex(engine)),
    ],
  }
}

/** A condition on the sort column limits the scan. */
function boundsOrder({ table, query }: Listing, { path, operator }: Condition): boolean {
  const { name } = sortColumn(table, query)
  return RANGES.includes(operator) && (columnOf(path) === name || (path === 'createdAt' && name === 'id'))
}

/** Written as a range: the list is ordered by this column too; otherwise a planner may scan all ids instead. */
function rangeOf(table: Table, { path, values: [value] }: Condition): Part {
  const { name, encode } = operandOf(columnAt(table, path), 'eq', value)
  const column = sql.ref(name)
  if (value === null || value === undefined) return part(`no ${name}`, [], () => sql`${column} is null`)
  const encoded = encode(value)
  return part(`range of ${name}`, [encoded, encoded], ([from, to]) => sql`${column} between ${from} and ${to}`)
}

interface Order extends Operand {
  readonly field: Field
  readonly naming: Naming
}

/** The column that orders the rows, and whether an index may be used for it. */
function orderOn({ engine, table, query }: Listing, path: AccessPath): Order {
  const naming = path.kind === 'sort' ? noIndex(engine) : useIndex
  if (path.kind === 'indexRange') {
    const [{ path: lead, values }] = path.lead
    const column = columnAt(table, lead)
    return { ...operandOf(column, 'eq', values[0]), field: column.field, naming }
  }
  const column = sortColumn(table, query)
  return { ...sortOperand(column), field: column.field, naming }
}

export function ordered(select: Select, listing: Listing, path: AccessPath): Select {
  const { order } = listing.query
  const { name, naming, isUnique } = orderOn(listing, path)
  if (isUnique) return select // one row at most
  const by = (column: string) => naming.of(column) as Expression<string>
  const sorted =
    name === 'id'
      ? select
      : select.orderBy(by(name), (as) => (order === 'asc' ? as.asc().nullsFirst() : as.desc().nullsLast()))
  return sorted.orderBy(by('id'), order)
}

/**
 * The rows after a position. Rows without a value sort before all others; they and the rest are separate conditions, so
 * that each is one index range.
 */
export function rangesAfter(listing: Listing, path: AccessPath): Part[][] {
  const { after, order } = listing.query
  if (!after) return [[]]
  const { name: column, field, naming, encode } = orderOn(listing, path)
  const title = naming.mark + column
  const isRange = path.kind === 'indexRange'
  const value = isRange ? path.lead[0].values[0]! : after.value
  const sign = order === 'asc' ? '>' : '<'
  const beyond = sql.raw(sign)
  const [name, id] = [naming.of(column), naming.of('id')]
  const beyondId = part(`${naming.mark}id ${sign}`, [after.id], ([hole]) => sql`${id} ${beyond} ${hole}`)
  if (column === 'id') return [[beyondId]]
  const withoutValue = part(`no ${title}`, [], () => sql`${name} is null`)
  const withValue = part(`some ${title}`, [], () => sql`${name} is not null`)
  if (value === null) {
    const rest = [withoutValue, beyondId]
    return order === 'asc' && !isRange ? [rest, [withValue]] : [rest]
  }
  const position = [encode(value), after.id]
  const rest = [
    part(`${title} ${sign}`, position, ([from, last]) => sql`(${name}, ${id}) ${beyond} (${from}, ${last})`),
  ]
  return order === 'desc' && isNullable(field) && !isRange ? [rest, [withoutValue]] : [rest]
}
