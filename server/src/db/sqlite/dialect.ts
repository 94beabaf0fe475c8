import { SqliteAdapter, SqliteQueryCompiler, sql } from 'kysely'
import type { Storage } from '../../model/kinds/field-kind.ts'
import { createBuilder } from '../builder.ts'
import type { Engine } from '../engine.ts'

/** How SQL is written here. */
export const dialect = {
  builder: createBuilder(
    () => new SqliteAdapter(),
    () => new SqliteQueryCompiler(),
  ),
  columnTypes: { text: 'text', integer: 'integer', decimal: 'integer', flag: 'integer', json: 'text' },
  indexOrder: 'asc', // rows without a value always come first here
  endOfKeyTable: 'without rowid',
  noIndex: (column) => sql`+${sql.ref(column)}`, // it does not know how many rows a value leaves
  locked: (select) => select, // only one transaction writes at a time
  like: (column, storage, pattern) => sql`fold_case(${textOf(column, storage)}) like fold_case(${pattern}) escape '\\'`,
  contains: (column, word) => sql`instr(${sql.ref(column)}, ${word}) > 0`,
  daysBetween: (from, to) => sql`cast(julianday(${to}) - julianday(${from}) as integer)`,
  appendOnly: (table) =>
    ['update', 'delete'].map(
      (verb) => `create trigger "${table}_no_${verb}" before ${verb} on "${table}"
        begin select raise(abort, '${table} can only be added to'); end`,
    ),
} satisfies Partial<Engine>

function textOf(column: string, storage: Storage) {
  const name = sql.ref(column)
  if (storage === 'decimal') return sql`decimal_text(${name})`
  return storage === 'flag' ? sql`case ${name} when 1 then 'true' when 0 then 'false' end` : sql`cast(${name} as text)`
}
