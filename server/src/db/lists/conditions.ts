import { type Expression, type SqlBool, sql } from 'kysely'
import type { Comparable, Condition, ListQuery, Operator } from '../../core/lists/list-query.ts'
import { systemIn } from '../../model/keys/external-ids.ts'
import type { Resource } from '../../model/resource.ts'
import { foldCase, sortKeyOf } from '../../model/text.ts'
import type { Engine, Query } from '../engine.ts'
import { EXTERNAL_IDS_TABLE } from '../external-ids.ts'
import { firstIdAt } from '../ids.ts'
import { filledUp, type Hole, holes } from '../shapes.ts'
import { type Column, columnOf, encodeValue, keyColumnOf, type LineTable, SEARCH_COLUMN, type Table } from '../table.ts'

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

/** A statement that reads, out of parts: built once for its shape. `more` are further values, such as a limit. */
export const composed = (
  engine: Engine,
  head: string,
  parts: readonly Part[],
  more: readonly unknown[],
  build: (where: Clause, more: readonly Hole[]) => { compile(): Query },
): Query => composedOf(engine, head, [parts], more, ([where], holes) => build(where!, holes))

/** The same where its conditions stand in several places. */
export function composedOf(
  { shapes }: Engine,
  head: string,
  groups: readonly (readonly Part[])[],
  more: readonly unknown[],
  build: (wheres: readonly Clause[], more: readonly Hole[]) => { compile(): Query },
): Query {
  const shape = `${head} | ${groups.map((parts) => parts.map((some) => some.shape).join(' | ')).join(' || ')}`
  const values = [...groups.flatMap((parts) => parts.flatMap((some) => some.values)), ...more]
  const filled = shapes.fill(shape, values, (hole) => {
    let next = 0
    const take = (count: number) => {
      next += count
      return holes(hole, count, next - count)
    }
    const wheres = groups.map((parts) => conjunction(parts.map((some) => some.build(take(some.values.length)))))
    return build(wheres, take(more.length))
  })
  return { ...filled, effect: 'read' }
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** How a statement names a column: so that the planner may use its indexes, or so that it cannot. */
export interface Naming {
  readonly mark: string
  of(column: string): Expression<unknown>
}
export const useIndex: Naming = { mark: '', of: (column) => sql.ref(column) }
export const noIndex = ({ noIndex: name }: Engine): Naming =>
  name ? { mark: 'no index ', of: (column) => name(column) } : useIndex

/** All conditions of a list; any index may be used for them, unless `namingOf` forbids it. */
export function partsOf(
  engine: Engine,
  table: Table,
  { conditions, words }: Pick<ListQuery, 'conditions' | 'words'>,
  namingOf: (column: string) => Naming = () => useIndex,
): Part[] {
  const [own, inLines] = apart(table, conditions)
  return [
    ...own.flatMap((condition) => {
      const system = systemIn(condition.path)
      if (system !== undefined) return [externalPart(engine, table, system, condition, namingOf('id'))]
      return [
        partOf(engine, columnAt(table, condition.path), condition, namingOf(columnOf(condition.path))),
        ...idRangeOf(table.resource, condition, namingOf('id')),
      ]
    }),
    ...[...inLines].map(([lines, some]) => linesPart(engine, lines, some, namingOf('parent'))),
    ...words.map((word) => wordPart(engine, table, word)),
  ]
}

const NO_LINES: ReadonlyMap<LineTable, Condition[]> = new Map()

/** Conditions on the record, and those on its lines. */
function apart(
  table: Table,
  conditions: readonly Condition[],
): [own: readonly Condition[], inLines: ReadonlyMap<LineTable, Condition[]>] {
  if (table.lines.length === 0) return [conditions, NO_LINES]
  const byLines = Map.groupBy(conditions, ({ path }) => linesAt(table, path))
  const own = byLines.get(undefined) ?? []
  byLines.delete(undefined)
  return [own, byLines as Map<LineTable, Condition[]>]
}

/** The lines that a path such as `items.quantity` is about. */
export const linesAt = ({ lines }: Table, path: string): LineTable | undefined =>
  lines.find(({ fieldName }) => path.startsWith(`${fieldName}.`))

export const lineColumnAt = ({ fieldName, columns }: LineTable, path: string): Column =>
  columns.find((column) => [fieldName, ...column.path].join('.') === path)!

/** Whether the record has a line that satisfies all of these conditions. */
function linesPart(engine: Engine, lines: LineTable, conditions: readonly Condition[], naming: Naming): Part {
  const columns = conditions.map(({ path }) => lineColumnAt(lines, path))
  const inner = conditions.map((condition, index) => partOf(engine, columns[index]!, condition, naming))
  const shape = `${naming.mark}line of ${lines.name} (${inner.map((one) => one.shape).join(' | ')})`
  const values = inner.flatMap((one) => one.values)
  const seen = sql.join(['parent', ...new Set(columns.map(({ name }) => name))].map((name) => sql.ref(name)))
  return part(shape, values, (all) => {
    const rest = [...all]
    const where = conjunction(inner.map((one) => one.build(rest.splice(0, one.values.length))))
    const from = sql.table(lines.name)
    if (naming === useIndex) return sql`${sql.ref('id')} in (select ${sql.ref('parent')} from ${from} where ${where})`
    // A line has an id too; without it in the subquery, `id` is that of the record.
    return sql`exists (select 1 from (select ${seen} from ${from}) as ${sql.ref('line')}
      where ${sql.ref('parent')} = ${sql.ref('id')} and ${where})`
  })
}

/** Whether another system knows the record by one of these ids; null stands for a record that it does not know. */
function externalPart(
  engine: Engine,
  { name: resource }: Table,
  system: string,
  { operator, values }: Condition,
  naming: Naming,
): Part {
  const ids = values.filter((value) => value !== null)
  const isOne = among(engine, 'value', sql.ref('value'), ids)
  const id = naming.of('id')
  const shape = `${naming.mark}external ${operator} ${values.includes(null)} ${ids.length > 0} (${isOne.shape})`
  return part(shape, [resource, system, ...isOne.values], ([of, inSystem, ...list]) => {
    const [records, isOfSystem] = [
      sql`select ${sql.ref('record')} from ${sql.table(EXTERNAL_IDS_TABLE)}`,
      sql`${sql.ref('resource')} = ${of} and ${sql.ref('system')} = ${inSystem}`,
    ]
    const isUnknown = sql`${id} not in (${records} where ${isOfSystem})`
    const hasOne = sql`${id} in (${records} where ${isOfSystem} and ${isOne.build(list)})`
    const found = ids.length === 0 ? isUnknown : values.includes(null) ? sql`(${hasOne} or ${isUnknown})` : hasOne
    return operator === 'ne' ? sql`not (${found})` : sql`${found}`
  })
}

/** A resource without searched fields matches no word. */
const wordPart = (engine: Engine, { hidden }: Table, word: string): Part =>
  hidden.some(({ name }) => name === SEARCH_COLUMN)
    ? part('word', [word], ([hole]) => engine.contains(SEARCH_COLUMN, hole!))
    : part('no word', [], () => sql`1 = 0`)

export const isIndexed = ({ name, field: { options } }: Column) =>
  name !== 'createdAt' && Boolean(options.indexed || options.counted || options.unique)

export const conjunction = (clauses: readonly Clause[]): Clause =>
  clauses.length === 0 ? sql`1 = 1` : sql`${sql.join(clauses, sql` and `)}`

/** Whether a column has one of these values. Lists are padded to few lengths, so that few statements are prepared. */
export function among(engine: Engine, title: string, column: Expression<unknown>, values: readonly unknown[]): Part {
  if (engine.anyOf) return part(`${title} any`, [values], ([list]) => engine.anyOf!(column, list!))
  if (values.length === 0) return part(`${title} never`, [], () => sql`1 = 0`)
  const some = filledUp(values)
  return part(`${title} among ${some.length}`, some, (list) => sql`${column} in (${sql.join(list)})`)
}

const orNone = ({ shape, values, build }: Part, column: Expression<unknown>): Part =>
  part(`${shape} or none`, values, (holes) => sql`(${build(holes)} or ${column} is null)`)

export const columnAt = (table: Table, path: string): Column => {
  const name = columnOf(path)
  return table.columns.find((column) => column.name === name)!
}

/** A column that values are compared with, and how they are written for it. */
export interface Operand {
  readonly name: string
  /** No two rows have the same value. */
  readonly isUnique?: true
  encode(value: Comparable): unknown
}

const EQUALITY: readonly Operator[] = ['eq', 'ne', 'in']

/** A unique text is found whatever the case of its letters; words are compared in the order in which they are sorted. */
export function operandOf(column: Column, operator: Operator, value: Comparable | undefined): Operand {
  const { name, field, storage, path } = column
  if (field.options.unique && EQUALITY.includes(operator) && value !== null)
    return { name: keyColumnOf(path.join('.')), isUnique: true, encode: (text) => textKey(foldCase, text) }
  return operator === 'like' ? { name, encode: (text) => encodeValue(storage, text) } : sortOperand(column)
}

/** What rows are sorted by. */
export const sortOperand = ({ name, sortKey, storage }: Column): Operand =>
  sortKey
    ? { name: sortKey, encode: (text) => textKey(sortKeyOf, text) }
    : { name, encode: (value) => encodeValue(storage, value) }

const textKey = (keyOf: (text: string) => string, text: Comparable) => (text === null ? null : keyOf(String(text)))

function partOf(engine: Engine, compared: Column, { operator, values }: Condition, naming: Naming): Part {
  const { name, encode } = operandOf(compared, operator, values.find((candidate) => candidate !== null) ?? null)
  const { storage } = compared
  const column = naming.of(name)
  const value = values[0]!
  const title = naming.mark + name
  const shape = `${title} ${operator}`
  switch (operator) {
    case 'eq':
      if (value === null) return part(`no ${title}`, [], () => sql`${column} is null`)
      return part(shape, [encode(value)], ([hole]) => sql`${column} = ${hole}`)
    case 'ne': // a row without a value is not equal to any
      if (value === null) return part(`some ${title}`, [], () => sql`${column} is not null`)
      return part(shape, [encode(value)], ([hole]) => sql`${column} is distinct from ${hole}`)
    case 'in': {
      const some = among(engine, title, column, values.filter((candidate) => candidate !== null).map(encode))
      return values.includes(null) ? orNone(some, column) : some
    }
    case 'like':
      return part(shape, [likePattern(String(value))], ([hole]) => engine.like(name, storage, hole!))
    default:
      return part(shape, [encode(value)], ([hole]) => sql`${column} ${sql.raw(COMPARISONS[operator])} ${hole}`)
  }
}

/** An id begins with its creation time: what is asked of `createdAt` bounds the ids too, and these are indexed. */
function idRangeOf({ idPrefix }: Resource, { path, operator, values: [value] }: Condition, naming: Naming): Part[] {
  if (path !== 'createdAt' || operator === 'like' || typeof value !== 'string') return []
  const id = naming.of('id')
  const bound = (sign: '>=' | '<', ms: number) => {
    const first = firstIdAt(idPrefix, Date.parse(value) + ms)
    return part(`${naming.mark}id ${sign}`, [first], ([hole]) => sql`${id} ${sql.raw(sign)} ${hole}`)
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
