import { type RawBuilder, sql } from 'kysely'
import type { Figure, Figures } from '../../core/lists/list-query.ts'
import { onceFor } from '../../model/memo.ts'
import { fieldsOf, type Resource, scalarsOf } from '../../model/resource.ts'
import { sumsBy, type TableSum } from '../counts/tallies.ts'
import type { Engine } from '../engine.ts'
import { type Column, columnOf, type Table } from '../table.ts'
import { conjunction, type Part, partsOf } from './conditions.ts'
import type { Listing } from './listing.ts'

type Tables = ReadonlyMap<string, Table>

/** The computed figures of a list as columns of its rows, so that it is filtered and sorted by them like by any other. */
export function withFigures(
  listing: Listing,
  figures: Figures,
  tables: Tables,
  scopeOf: (resource: Resource) => readonly Part[],
): Listing {
  const { engine, table } = listing
  const paths = Object.keys(figures)
  const computed = Object.values(figures).map((figure, index) => {
    const alias = `figure${index}`
    return 'sumOf' in figure
      ? sumOver(engine, table, figure, alias, tables, scopeOf)
      : { value: daysIn(engine, table, figure), join: sql`` }
  })
  const columns = computed.map(({ value }, index) => sql`${value} as ${sql.ref(columnOf(paths[index]!))}`)
  const joins = sql.join(
    computed.map(({ join }) => join),
    sql` `,
  )
  const rows = sql`(select ${sql.table(table.name)}.*, ${sql.join(columns)} from ${sql.table(table.name)} ${joins})`
  return { ...listing, table: tableWith(table, paths), source: { shape: `${JSON.stringify(figures)} `, rows } }
}

interface Computed {
  readonly value: RawBuilder<unknown>
  readonly join: RawBuilder<unknown>
}

type Sum = Extract<Figure, { sumOf: string }>

/** Each table that keeps such sums is joined by itself. */
function sumOver(
  engine: Engine,
  { name }: Table,
  figure: Sum,
  alias: string,
  tables: Tables,
  scopeOf: (resource: Resource) => readonly Part[],
): Computed {
  const all = sumsBy(tables, name)
    .filter(({ field }) => field === figure.sumOf)
    .map((sum, index) => {
      const { value, join } = sumIn(engine, name, sum, figure, `${alias}_${index}`, scopeOf)
      return { value: sum.sign < 0 ? sql`-${value}` : value, join }
    })
  const joined = (parts: readonly RawBuilder<unknown>[], by: string) => sql.join(parts, sql.raw(by))
  const value = joined(
    all.map((one) => one.value),
    ' + ',
  )
  return {
    value: sql`(${value})`,
    join: joined(
      all.map((one) => one.join),
      ' ',
    ),
  }
}

/** The values are part of the text: the same figure occurs at several places of a statement. */
function sumIn(
  engine: Engine,
  name: string,
  { table: other, field, by }: TableSum,
  { where }: Sum,
  alias: string,
  scopeOf: (resource: Resource) => readonly Part[],
): Computed {
  const parts = [...partsOf(engine, other, { conditions: where, words: [] }), ...scopeOf(other.resource)]
  const clause = conjunction(parts.map(({ values, build }) => build(values.map((value) => sql.lit(value)))))
  const type = sql.raw(engine.columnTypes.decimal)
  const [of, sum] = [sql.ref(columnOf(by)), sql`cast(sum(${sql.ref(columnOf(field))}) as ${type})`]
  const grouped = sql`select ${of} as "of", ${sum} as "total" from ${sql.table(other.name)} where ${clause} group by ${of}`
  return {
    value: sql`coalesce(${sql.ref(`${alias}.total`)}, 0)`,
    join: sql`left join (${grouped}) as ${sql.ref(alias)} on ${sql.ref(`${alias}.of`)} = ${sql.ref(`${name}.id`)}`,
  }
}

function daysIn({ daysBetween }: Engine, { name }: Table, { daysSince, day }: Extract<Figure, { day: string }>) {
  const [from, to] = [sql.ref(`${name}.${columnOf(daysSince)}`), sql.lit(day)]
  return sql`case when ${from} <= ${to} then ${daysBetween(from, to)} + 1 else 0 end`
}

/** One for each set of figures, since decoders are compiled for the columns of a table. */
const tablesWith = onceFor((_: Table) => new Map<string, Table>())

function tableWith(table: Table, paths: readonly string[]): Table {
  const known = tablesWith(table)
  const key = paths.join()
  const extended = known.get(key) ?? {
    ...table,
    columns: [...table.columns, ...paths.map((path) => columnFor(table, path))],
  }
  known.set(key, extended)
  return extended
}

function columnFor({ resource }: Table, path: string): Column {
  const field = scalarsOf(fieldsOf(resource)).get(path)!
  return { name: columnOf(path), path: path.split('.'), field, storage: field.kind.storage }
}
