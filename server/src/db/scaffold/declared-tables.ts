import type { Field } from '../../model/fields.ts'
import type { Resource } from '../../model/resource.ts'
import { isNullable, isSortable } from '../../model/traits.ts'
import { type ColumnSpec, optional, required } from '../schema-change.ts'
import {
  type Column,
  columnOf,
  keyColumnOf,
  type LineTable,
  lineColumnsOf,
  REMOVED_COLUMN,
  SEARCH_COLUMN,
  type Table,
  tableOf,
} from '../table.ts'

/** A column that holds a field, as a migration would write it. */
export interface DeclaredColumn {
  readonly name: string
  readonly path: string
  readonly field: Field
  readonly spec: ColumnSpec
  readonly isIndexed: boolean
  /** The column of its sort key, which is indexed in its place. */
  readonly sortKey?: string
}

/** A table as the declarations ask for it. */
export interface DeclaredTable {
  readonly name: string
  /** Of a line table: whose lines it holds. */
  readonly lines?: { readonly resource: string; readonly field: string }
  /** Those of the fields. */
  readonly columns: readonly DeclaredColumn[]
  /** Those that every such table has, and those that no client sees. */
  readonly others: { readonly [column: string]: ColumnSpec }
  /** Indexes of several columns. */
  readonly indexedWithin: readonly (readonly [lead: string, column: string])[]
  readonly isSearched: boolean
  readonly isRetained: boolean
  /** Whether the number of records per value is kept. */
  readonly isCounted: boolean
}

/** Each table after those to which it points, as far as that is possible. */
export const declaredTables = (resources: readonly Resource[]): DeclaredTable[] =>
  inOrder(
    resources
      .map(tableOf)
      .map((table) => [recordTable(table), ...table.lines.map((lines) => lineTable(table.resource, lines))]),
  ).flat()

function recordTable({ resource, name, columns, hidden }: Table): DeclaredTable {
  const own = columns.filter(({ path }) => Object.hasOwn(resource.fields, path[0]!)).map(declared)
  const common = columns.filter((column) => !own.some((one) => one.name === column.name))
  return {
    name,
    columns: own,
    others: {
      ...Object.fromEntries(common.map((column) => [column.name, specOf(column)])),
      ...Object.fromEntries(own.filter(isUnique).map(({ path, spec }) => [keyColumnOf(path), keySpecOf(spec)])),
      ...Object.fromEntries(own.flatMap(({ sortKey, spec }) => (sortKey ? [[sortKey, keySpecOf(spec)]] : []))),
      ...(hidden.some((column) => column.name === SEARCH_COLUMN) && { [SEARCH_COLUMN]: required.text }),
      ...(resource.retained && { [REMOVED_COLUMN]: optional.text }),
    },
    indexedWithin: own.flatMap(({ name, sortKey = name, field }) =>
      (field.options.indexedWithin ?? []).map((lead) => [indexedColumn(columns, columnOf(lead)), sortKey] as const),
    ),
    isSearched: hidden.some((column) => column.name === SEARCH_COLUMN),
    isRetained: resource.retained !== undefined,
    isCounted: !resource.internal,
  }
}

function lineTable(resource: Resource, lines: LineTable): DeclaredTable {
  const columns = lines.columns.map(declared)
  const common = lineColumnsOf({ ...lines, columns: [] })
  return {
    name: lines.name,
    lines: { resource: resource.name, field: lines.fieldName },
    columns,
    others: Object.fromEntries(
      common.map((name) => [name, name === 'position' ? required.integer : required.text] as const),
    ),
    indexedWithin: [],
    isSearched: false,
    isRetained: false,
    isCounted: false,
  }
}

const declared = (column: Column): DeclaredColumn => ({
  name: column.name,
  path: column.path.join('.'),
  field: column.field,
  spec: specOf(column),
  isIndexed: isSortable(column.field) || column.field.options.target !== undefined,
  ...(column.sortKey && { sortKey: column.sortKey }),
})

const indexedColumn = (columns: readonly Column[], name: string): string =>
  columns.find((column) => column.name === name)?.sortKey ?? name

const specOf = ({ storage, field }: Column): ColumnSpec => ({
  storage,
  isRequired: !isNullable(field),
  ...(field.options.target && { references: field.options.target }),
})

export const isUnique = ({ field }: Pick<DeclaredColumn, 'field'>): boolean => field.options.unique === true

/** A folded copy is a text, and empty where the value is. */
const keySpecOf = ({ isRequired }: ColumnSpec): ColumnSpec => (isRequired ? required.text : optional.text)

/** A resource with its lines: those that point to no resource which is still to come. */
function inOrder(groups: readonly DeclaredTable[][]): DeclaredTable[][] {
  const placed: DeclaredTable[][] = []
  for (let rest = [...groups]; rest.length > 0; rest = rest.filter((group) => !placed.includes(group))) {
    const isToCome = (name: string) => rest.some(([table]) => table!.name === name)
    const ready = rest.filter((group) => targetsOf(group).every((name) => name === group[0]!.name || !isToCome(name)))
    placed.push(...(ready.length > 0 ? ready : rest.slice(0, 1))) // they point to each other: any may come first
  }
  return placed
}

const targetsOf = (tables: readonly DeclaredTable[]): string[] =>
  tables.flatMap(({ columns }) => columns.flatMap(({ spec }) => spec.references ?? []))
