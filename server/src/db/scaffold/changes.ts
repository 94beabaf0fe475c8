import type { ColumnDescription, Engine, TableDescription } from '../engine.ts'
import { type ColumnSpec, indexNameOf, optional } from '../schema-change.ts'
import { encodeValue, keyColumnOf, REMOVED_COLUMN, SEARCH_COLUMN } from '../table.ts'
import { quoted } from './code.ts'
import { type DeclaredColumn, type DeclaredTable, isUnique } from './declared-tables.ts'
import { addColumn, call, codeOf, note, type Step } from './steps.ts'

/** Changes a table that is there already. What would change or remove values is left to the author. */
export function changesOf(engine: Engine, table: DeclaredTable, found: TableDescription): Step[] {
  const { columns: kept, indexes } = found
  const has = (name: string) => kept.some((column) => column.name === name)
  const added = table.columns.filter(({ name }) => !has(name))
  const usable = table.columns.filter((column) => has(column.name) || initialValue(column))
  const madeUnique = table.columns.filter((column) => isUnique(column) && !has(keyColumnOf(column.name)))
  return [
    ...added.map((column) => additionOf(table, column)),
    ...madeUnique.flatMap((column) => uniquenessOf(table, column, added.includes(column))),
    ...(table.isRetained && !has(REMOVED_COLUMN) ? [addColumn(table.name, REMOVED_COLUMN, optional.text)] : []),
    ...(table.isSearched && !has(SEARCH_COLUMN) ? [note(`${table.name} has no column ${SEARCH_COLUMN} yet.`)] : []),
    ...sortKeysOf(
      table,
      usable.filter(({ sortKey }) => sortKey && !has(sortKey)),
    ),
    ...usable.flatMap((column) => indexesOf(table, column, found)),
    ...table.indexedWithin
      .filter((names) => !indexes.includes(indexNameOf(table.name, ...names)))
      .map((names) => call('createIndex', table.name, ...names)),
    ...filling(table, added),
    ...kept.flatMap((column) => conflictOf(engine, table, column)),
  ]
}

/** What existing records hold in a new column, as code; empty for no value. Undefined: the declaration does not say. */
function initialValue({ field, spec }: DeclaredColumn): readonly string[] | undefined {
  if (field.options.default === undefined) return spec.isRequired ? undefined : []
  const value = encodeValue(spec.storage, field.options.default)
  return [typeof value === 'string' ? quoted(value) : String(value)]
}

function additionOf({ name: table }: DeclaredTable, column: DeclaredColumn): Step {
  const value = initialValue(column)
  if (value) return addColumn(table, column.name, column.spec, ...value)
  const example = `schema.addColumn(${quoted(table)}, ${quoted(column.name)}, ${codeOf(column.spec)}, value)`
  return note(`${table}.${column.name} is new and has no default. Choose a value for existing records: ${example}.`)
}

function uniquenessOf({ name: table }: DeclaredTable, column: DeclaredColumn, isNew: boolean): Step[] {
  const key = keyColumnOf(column.name)
  if (isNew && !column.spec.isRequired)
    return [addColumn(table, key, optional.text), call('createUniqueIndex', table, column.name)]
  return [note(`${table}.${column.name} must be unique: ${key} needs a folded copy of its value in existing records.`)]
}

/** With their indexes. */
const sortKeysOf = ({ name: table }: DeclaredTable, columns: readonly DeclaredColumn[]): Step[] =>
  columns.length === 0 ? [] : [call('addSortKeys', table, ...columns.map(({ name }) => name))]

/** A field that is counted has an index, so one without it has not been counted yet either. */
function indexesOf(table: DeclaredTable, column: DeclaredColumn, { columns, indexes }: TableDescription): Step[] {
  const { name, path, spec, field, isIndexed, sortKey } = column
  const hasIndexOf = (one: string) => indexes.includes(indexNameOf(table.name, one))
  if (!isIndexed || hasIndexOf(sortKey ?? name)) return []
  if (table.lines) return [call('createLineIndex', table.lines.resource, table.lines.field, name)]
  const isCountedAnew = field.options.counted && table.isCounted && !hasIndexOf(name)
  const isIndexedWithKey = sortKey !== undefined && !columns.some((one) => one.name === sortKey)
  return [
    ...(isIndexedWithKey ? [] : [call('createIndex', table.name, sortKey ?? name)]),
    ...(isCountedAnew ? [{ word: 'countValues', args: [quoted(table.name), quoted(path), codeOf(spec)] }] : []),
  ]
}

/** What is kept of other records beside the column itself. */
const filling = ({ name: table }: DeclaredTable, added: readonly DeclaredColumn[]): Step[] =>
  added.flatMap(({ name, field: { options } }) => [
    ...(options.search ? [note(`${table}.${name} is searched: raise VERSION in db/search/rebuild.ts.`)] : []),
    ...(options.summedBy && options.default
      ? [note(`${table}.${name} is summed by ${options.summedBy}: the sums of existing records are missing.`)]
      : []),
  ])

function conflictOf(engine: Engine, table: DeclaredTable, column: ColumnDescription): Step[] {
  const place = `${table.name}.${column.name}`
  const spec = table.columns.find(({ name }) => name === column.name)?.spec ?? table.others[column.name]
  if (!spec) return [note(`${place} is no longer declared.`)]
  const kept = described(column.type, column.isRequired)
  const wanted = described(typeOf(engine, spec), spec.isRequired)
  return kept === wanted ? [] : [note(`${place} is ${kept} in the database and ${wanted} in the declaration.`)]
}

const described = (type: string, isRequired: boolean) => `${type} (${isRequired ? 'required' : 'optional'})`

/** Without what follows the name of the type, such as a collation. */
const typeOf = ({ columnTypes }: Engine, { storage }: ColumnSpec): string => columnTypes[storage].split(' ')[0]!
