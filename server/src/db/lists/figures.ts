import { type RawBuilder, sql } from 'kysely'
import type { Figure, Figures } from '../../core/lists/list-query.ts'
import { onceFor } from '../../model/memo.ts'
import { fieldsOf, type Resource, scalarsOf } from '../../model/resource.ts'
import { sumsBy } from '../counts/tallies.ts'
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

/** Each table that keeps such sums is joined by itself. */
function sumOver(
  engine: Engine,
  { name }: Table,
  { sumOf, where }: Extract<Figure, { sumOf: string }>,
  alias: string,
  tables: Tables,
  scopeOf: (resource: Resource) => readonly Part[],
): Computed {
  const sums = sumsBy(tables, name).filter(({ field }) => field === sumOf)
  const parts = sums.map(({ table, field, by, sign }, index) => {
    const one = sql.ref(`${alias}_${index}`)
    const clauses = [...partsOf(engine, table, { conditions: where, words: [] }), ...scopeOf(table.resource)]
    const grouped = groupedSum(engine, table, columnOf(field), columnOf(by), clauses)
    return {
      value: sql`${sql.lit(sign)} * coalesce(${one}."total", 0)`,
      join: sql`left join (${grouped}) as ${one} on ${one}."of" = ${sql.ref(`${name}.id`)}`,
    }
  })
  const joined = (all: readonly RawBuilder<unknown>[], between: string) => sql.join(all, sql.raw(between))
  return {
    value: sql`(${joined(
      parts.map(({ value }) => value),
      ' + ',
    )})`,
    join: joined(
      parts.map(({ join }) => join),
      ' ',
    ),
  }
}

/** The values are part of the text: the same figure occurs at several places of a statement. */
function groupedSum({ columnTypes }: Engine, { name }: Table, field: string, by: string, parts: readonly Part[]) {
  const clause = conjunction(parts.map(({ values, build }) => build(values.map((value) => sql.lit(value)))))
  const sum = sql`cast(sum(${sql.ref(field)}) as ${sql.raw(columnTypes.decimal)})`
  return sql`select ${sql.ref(by)} as "of", ${sum} as "total" from ${sql.table(name)} where ${clause} group by ${sql.ref(by)}`
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
