import { PostgresAdapter, PostgresQueryCompiler, sql } from 'kysely'
import { DECIMAL_SCALE } from '../../model/money.ts'
import { createBuilder } from '../builder.ts'
import type { Engine } from '../engine.ts'

const CLAIM_SQL =
  'select name, pg_try_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as names (name)'
const CLAIM = {
  sql: CLAIM_SQL,
  name: 'claim',
  many: { sql: CLAIM_SQL, name: 'claim' },
  effect: 'read',
  table: 'claims of names', // a lock that belongs to no table
  rows: 'all',
} as const

/** How SQL is written here. */
export const dialect = {
  builder: createBuilder(
    () => new PostgresAdapter(),
    () => new PostgresQueryCompiler(),
  ),
  columnTypes: {
    text: 'text collate "C"', // bytes decide the order, as in the embedded database
    integer: 'bigint',
    decimal: 'bigint',
    flag: 'boolean',
    json: 'text collate "C"',
  },
  indexOrder: 'asc nulls first',
  endOfKeyTable: '', // it keeps rows and key apart in any case
  amongIds: (column) => sql`${sql.ref(column)} = any(${[]})`,
  anyOf: (column, list) => sql`${column} = any(${list})`,
  locked: (select) => select.forNoKeyUpdate(), // it does not block rows that only refer to this one
  /** SKIP LOCKED, not NOWAIT: an error would abort the transaction of all requests that share it. */
  lockTexts: (select, key = 'id') => ({
    ifFree: `with free as (${select} for no key update skip locked) select *, true from free
      union all select *, false from (${select}) as held where "${key}" not in (select "${key}" from free)`,
    waiting: `select *, true from (${select} order by "${key}" for no key update) as locked`,
  }),
  like(column, storage, pattern) {
    const name = sql.ref(column)
    const text =
      storage === 'decimal' ? sql`trim_scale(${name} / ${sql.lit(DECIMAL_SCALE)}.0)::text` : sql`${name}::text`
    return sql`translate(normalize(lower(${text} collate "und-x-icu")), 'ς', 'σ') like ${pattern} escape '\\'`
  },
  contains: (column, word) => sql`strpos(${sql.ref(column)}, ${word}) > 0`,
  daysBetween: (from, to) => sql`(${to}::date - ${from}::date)`,
  claim: (name) => ({ ...CLAIM, keys: [name], parameters: [[name]] }),
  appendOnly: (table) => [
    `create function "refuse ${table}"() returns trigger language plpgsql
      as 'begin raise exception ''${table} can only be added to''; end'`,
    `create trigger "${table}_append_only" before update or delete or truncate on "${table}"
      for each statement execute function "refuse ${table}"()`,
  ],
} satisfies Partial<Engine>
