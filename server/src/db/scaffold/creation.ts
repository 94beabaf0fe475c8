import type { ColumnSpec } from '../schema-change.ts'
import { quoted } from './code.ts'
import { type DeclaredColumn, type DeclaredTable, isUnique } from './declared-tables.ts'
import { call, codeOf, note, type Step } from './steps.ts'

/** Creates a table. `existing` are the tables that are there by then. */
export function creationOf(table: DeclaredTable, existing: ReadonlySet<string>): Step[] {
  const { name, lines, columns } = table
  const isChecked = ({ spec }: DeclaredColumn) => spec.references === undefined || existing.has(spec.references)
  const specs = columns.map((column) => [column.name, codeOf(isChecked(column) ? column.spec : bare(column.spec))])
  const options = optionsOf(table)
  const given = Object.keys(options).length > 0 ? [options] : []
  const subject = lines ? [lines.resource, lines.field] : [name]
  return [
    {
      word: lines ? 'createLines' : 'createRecords',
      args: [...subject.map(quoted), Object.fromEntries(specs), ...given],
    },
    ...table.indexedWithin.map((names) => call('createIndex', name, ...names)),
    ...columns
      .filter((column) => !isChecked(column))
      .map(({ name: column, spec: { references } }) =>
        note(`${name}.${column} points to ${references}, which is created later: the database does not check it.`),
      ),
  ]
}

const bare = ({ storage, isRequired }: ColumnSpec): ColumnSpec => ({ storage, isRequired })

function optionsOf({ columns, isSearched, isRetained }: DeclaredTable) {
  const names = (some: readonly DeclaredColumn[]) => some.map(({ name }) => quoted(name))
  const unique = names(columns.filter(isUnique))
  const indexed = names(columns.filter((column) => column.isIndexed && !isUnique(column)))
  const sorted = names(columns.filter(({ sortKey }) => sortKey))
  return {
    ...(unique.length > 0 && { unique }),
    ...(indexed.length > 0 && { indexed }),
    ...(sorted.length > 0 && { sorted }),
    ...(isSearched && { searched: 'true' }),
    ...(isRetained && { retained: 'true' }),
  }
}
