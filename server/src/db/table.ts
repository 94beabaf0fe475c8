import { makerOf, type Shape } from '../core/literal.ts'
import type { Field, Fields } from '../model/fields.ts'
import { hasParts, hasRows, type Storage } from '../model/kinds/field-kind.ts'
import { onceFor } from '../model/memo.ts'
import { fromScaled, toScaled } from '../model/money.ts'
import { type AnyRecord, fieldsOf, isKept, type Resource, scalarsOf, valueAt } from '../model/resource.ts'
import { fold, foldCase, jsonTextOf, sortKeyOf } from '../model/text.ts'
import { hasSortKey } from '../model/traits.ts'
import type { Values } from './engine.ts'

/** One column that holds one field, or one part of a group: `address.city` is kept in `address_city`. */
export interface Column {
  readonly name: string
  readonly path: readonly string[]
  readonly field: Field
  readonly storage: Storage
  /** The column with its sort key, if it is sorted as words are: comparisons and indexes use that one. */
  readonly sortKey?: string
}

/** How a resource is laid out in the database. All of it follows from the declaration. */
export interface Table {
  readonly resource: Resource
  readonly name: string
  readonly columns: readonly Column[]
  /** Columns that no client sees: text to search in, sort keys, and folded copies of unique fields. */
  readonly hidden: readonly HiddenColumn[]
  readonly lines: readonly LineTable[]
  /** The fields that are searched. */
  readonly searched: readonly string[]
  /** Paths of the fields whose values are tallied. */
  readonly counted: readonly string[]
  readonly summed: readonly KeptSum[]
}

/** A field that is summed per value of another. */
export interface KeptSum {
  readonly field: string
  readonly by: string
  /** How it counts in sums over several tables. */
  readonly sign: 1 | -1
}

export interface HiddenColumn {
  readonly name: string
  textOf(record: AnyRecord): string | null
}

/** The rows of one field: parent, position and id, then the line's own columns. */
export interface LineTable {
  readonly name: string
  /** The table of the records to which the lines belong. */
  readonly parent: string
  readonly fieldName: string
  readonly columns: readonly Column[]
}

export const columnOf = (path: string): string => path.replaceAll('.', '_')
export const keyColumnOf = (path: string): string => `${columnOf(path)}_key`
export const sortColumnOf = (path: string): string => `${columnOf(path)}_sort`
export const SEARCH_COLUMN = 'search_text'
/** Between the texts of different fields; no text may contain it. */
export const SEARCH_SEPARATOR = '\u001f'
export const REMOVED_COLUMN = 'removedAt'
/** A record that is written is there; removing it sets the mark. */
const removalMark: HiddenColumn = { name: REMOVED_COLUMN, textOf: () => null }

export const lineTableOf = (resource: string, field: string): string => `${resource}_${field}`

export function tableOf(resource: Resource): Table {
  const fields = fieldsOf(resource)
  const scalars = [...scalarsOf(fields)]
  // No client lists an internal resource.
  const columns = columnsOf(fields).map((column) => (resource.internal ? column : withSortKey(column)))
  return {
    resource,
    name: resource.name,
    columns,
    hidden: [
      ...hiddenColumnsOf(fields),
      ...columns.flatMap(sortKeyColumn),
      ...(resource.retained ? [removalMark] : []),
    ],
    searched: searchedIn(fields),
    counted: scalars.filter(([, { options }]) => options.counted).map(([path]) => path),
    summed: scalars.flatMap(
      ([
        field,
        {
          options: { summedBy: by, isSubtracted },
        },
      ]) => (by ? [{ field, by, sign: isSubtracted ? -1 : 1 }] : []),
    ),
    lines: Object.entries(fields).flatMap(([fieldName, field]) =>
      hasRows(field) ? [lineTable(resource.name, fieldName, field.options.fields)] : [],
    ),
  }
}

const lineTable = (parent: string, fieldName: string, fields: Fields): LineTable => ({
  name: lineTableOf(parent, fieldName),
  parent,
  fieldName,
  columns: columnsOf(fields),
})

export const lineColumnsOf = ({ columns }: LineTable): string[] => [
  'parent',
  'position',
  'id',
  ...columns.map(({ name }) => name),
]

function columnsOf(fields: Fields, parents: readonly string[] = []): Column[] {
  return Object.entries(fields).flatMap(([name, field]): Column[] => {
    const path = [...parents, name]
    if (!isKept(field) || hasRows(field)) return []
    if (hasParts(field)) return columnsOf(field.options.fields, path)
    return [{ name: path.join('_'), path, field, storage: field.kind.storage }]
  })
}

const withSortKey = (column: Column): Column =>
  hasSortKey(column.field) ? { ...column, sortKey: sortColumnOf(column.name) } : column

function sortKeyColumn({ sortKey, path }: Column): HiddenColumn[] {
  if (!sortKey) return []
  const name = path.join('.')
  return [{ name: sortKey, textOf: (record) => folded(record, name, sortKeyOf) }]
}

function folded(record: AnyRecord, path: string, fold: (text: string) => string): string | null {
  const text = valueAt(record, path) as string | null
  return text === null ? null : fold(text)
}

const searchedIn = (fields: Fields): string[] =>
  [...scalarsOf(fields)].filter(([, { options }]) => options.search).map(([path]) => path)

function hiddenColumnsOf(fields: Fields): HiddenColumn[] {
  const scalars = [...scalarsOf(fields)]
  const textAt = (record: AnyRecord, path: string) => valueAt(record, path) as string | null
  const keys = scalars
    .filter(([, { options }]) => options.unique)
    .map(([path]) => ({
      name: keyColumnOf(path),
      textOf: (record: AnyRecord) => folded(record, path, foldCase),
    }))
  const searched = searchedIn(fields)
  if (searched.length === 0) return keys
  const textOf = (record: AnyRecord) => fold(searched.map((path) => textAt(record, path) ?? '').join(SEARCH_SEPARATOR))
  return [...keys, { name: SEARCH_COLUMN, textOf }]
}

export const encodeRow = (columns: readonly Column[], record: AnyRecord): unknown[] =>
  columns.map(({ path, storage }) =>
    encodeValue(storage, path.length === 1 ? record[path[0]!] : valueAt(record, path.join('.'))),
  )

export function encodeValue(storage: Storage, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (storage === 'decimal') return toScaled(value as number)
  return storage === 'json' ? jsonTextOf(value) : value
}

const plain = (value: unknown): unknown => value
/** How what is kept is read back. Empty lists and objects are by far the most common ones. */
const readers: { readonly [S in Storage]: (value: never) => unknown } = {
  text: plain,
  integer: plain,
  decimal: fromScaled,
  flag: Boolean,
  json: (value: string) => (value === '[]' ? [] : value === '{}' ? {} : JSON.parse(value)),
}

export const decodeValue = (storage: Storage, value: unknown): unknown =>
  value === null ? null : readers[storage](value as never)

type Decoder = (row: Values, from: number) => AnyRecord

/** The record, or the line, whose columns begin at a place of the row. */
export const decodeRow = (columns: readonly Column[], row: Values, from = 0): AnyRecord => decoderOf(columns)(row, from)

const decoderOf = onceFor((columns: readonly Column[]) => {
  const shape = columns.reduce<Shape>(
    (whole, { path, storage }, index) => placed(whole, path, decoded(storage, `row[from + ${index}]`)),
    {},
  )
  return makerOf<Decoder>(['row', 'from'], shape, readers)
})

const decoded = (storage: Storage, value: string): string =>
  readers[storage] === plain ? value : `${value} === null ? null : ${storage}(${value})`

function placed(shape: Shape, [name = '', ...inner]: readonly string[], source: string): Shape {
  return { ...shape, [name]: inner.length > 0 ? placed((shape[name] ?? {}) as Shape, inner, source) : source }
}

/** The values of a record in the order of its columns. */
export const rowOf = ({ columns, hidden }: Table, record: AnyRecord): unknown[] => [
  ...encodeRow(columns, record),
  ...hidden.map(({ textOf }) => textOf(record)),
]

const stampsOf = onceFor(({ columns }: Table) => {
  const indexOf = (wanted: string) => columns.findIndex(({ name }) => name === wanted)
  return { updatedAt: indexOf('updatedAt'), version: indexOf('version') }
})

/** The row with the time of the change and the version of the record. */
export function stampedRow(table: Table, row: readonly unknown[], { updatedAt, version }: AnyRecord): unknown[] {
  const stamps = stampsOf(table)
  const stamped = [...row]
  stamped[stamps.updatedAt] = updatedAt
  stamped[stamps.version] = version
  return stamped
}
