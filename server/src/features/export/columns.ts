import { covers } from '../../core/access.ts'
import { isSelected } from '../../core/reply/reply.ts'
import { type Field, type Fields, text } from '../../model/fields.ts'
import { EXTERNAL_IDS, type ExternalIds, pathOfSystem } from '../../model/keys/external-ids.ts'
import { own } from '../../model/keys/own.ts'
import { hasEntries, hasParts, hasRows, type SheetFormat } from '../../model/kinds/field-kind.ts'
import { externalId } from '../../model/kinds/structures/external-ids.ts'
import { keyOfReference, type ReferenceKey } from '../../model/references.ts'
import { type AnyRecord, fieldsOf, type Resource, valueAt } from '../../model/resource.ts'
import { isReceived } from '../../model/traits.ts'
import { type XlsxCell, XlsxDate } from '../xlsx/cell.ts'
import { type Cell, jsonCell } from './csv.ts'

/** One column of a table of records: a plain field, a part of a group, or a part of a line. */
export interface Column {
  readonly name: string
  readonly field: Field
  /** Of the record that the value is the id of: the unique field that is shown in its place. */
  readonly key?: ReferenceKey
  /** `line` is the line of the row, if each line has a row. */
  valueIn(record: AnyRecord, line?: AnyRecord): unknown
}

export interface TableLayout {
  readonly columns: readonly Column[]
  /** The fields of the record that they are made of. */
  readonly fields: readonly string[]
  /** The field whose lines have a row each. */
  readonly lines?: string
}

interface LayoutOptions {
  readonly select?: readonly string[] | undefined
  readonly isForPeople?: boolean
  /** The other systems that have a column. */
  readonly systems?: readonly string[]
}

/**
 * How records are laid out as a table. Lines are shown as their number, unless the field is asked for by its name: then each
 * line has a row. What a program rather than a person would read, such as a list of objects, is there if it is asked for.
 */
export function layoutOf(
  resource: Resource,
  hidden: readonly string[] = [],
  { select, isForPeople = false, systems = [] }: LayoutOptions = {},
): TableLayout {
  const shown = Object.entries(fieldsOf(resource)).filter(
    ([name, field]) =>
      isReceived(field) &&
      !(isForPeople && BOOKKEEPING.includes(name)) &&
      !field.options.shownOnce &&
      !covers(hidden, name) &&
      (select ? isSelected(select, name) : !isForPrograms(field)),
  )
  const lines = select && shown.find(([, field]) => hasRows(field))?.[0]
  const isShown = (path: string) => !covers(hidden, path) && isSelected(select, path)
  const columns = shown.flatMap(([name, field]) =>
    name === lines
      ? lineColumns(name, field.options.fields!, isShown)
      : name === EXTERNAL_IDS
        ? externalColumns(systems, isShown)
        : columnsOf(name, field, isShown, (record) => record[name]),
  )
  const whole = select ? columns.flatMap((column) => withKeys(resource, select, column)) : columns
  return { columns: whole, fields: shown.map(([name]) => name), ...(lines && { lines }) }
}

const externalColumns = (systems: readonly string[], isShown: IsShown): Column[] =>
  systems
    .filter((system) => isShown(pathOfSystem(system)))
    .map((system) => ({
      name: pathOfSystem(system),
      field: externalId,
      valueIn: (record) => own(record[EXTERNAL_IDS] as ExternalIds, system),
    }))

/** The unique fields of another record that are selected, beside its id or in its place. */
function withKeys(resource: Resource, select: readonly string[], column: Column): Column[] {
  const { name } = column
  const keys = select.flatMap((path) => (path.startsWith(`${name}.`) ? (keyOfReference(resource, path) ?? []) : []))
  if (keys.length === 0) return [column]
  const isAsked = select.some((path) => path === name || name.startsWith(`${path}.`))
  return [...(isAsked ? [column] : []), ...keys.map((key) => ({ ...column, name: `${name}.${key.key}`, key }))]
}

/** What people do not read. */
const BOOKKEEPING = ['id', 'version']

const isForPrograms = (field: Field) => hasEntries(field) && hasParts(field.options.of)

type Source = (record: AnyRecord, line?: AnyRecord) => unknown

type IsShown = (path: string) => boolean

function columnsOf(path: string, field: Field, isShown: IsShown, source: Source): Column[] {
  if (!hasParts(field)) return [{ name: path, field, valueIn: source }]
  return visibleParts(path, field.options.fields, isShown).flatMap(([name, part]) =>
    columnsOf(`${path}.${name}`, part, isShown, (record, line) => (source(record, line) as AnyRecord | null)?.[name]),
  )
}

const lineColumns = (path: string, fields: Fields, isShown: IsShown): Column[] => [
  { name: `${path}.id`, field: text(), valueIn: (_record, line) => line?.id },
  ...visibleParts(path, fields, isShown).flatMap(([name, part]) =>
    columnsOf(`${path}.${name}`, part, isShown, (_record, line) => line?.[name]),
  ),
]

const visibleParts = (path: string, fields: Fields, isShown: IsShown) =>
  Object.entries(fields).filter(([name, part]) => isReceived(part) && isShown(`${path}.${name}`))

/** A cell of CSV. */
export function csvCell({ kind, options }: Field, value: unknown, sheet?: SheetFormat): Cell {
  const cell = sheet ? kind.toSheet(value, options, sheet) : kind.toCell(value, options)
  return typeof cell === 'object' && cell !== null ? jsonCell(cell) : (cell as Cell)
}

/** A cell of a workbook. */
export function xlsxCell({ kind, options }: Field, value: unknown, sheet: SheetFormat): XlsxCell {
  const cell = kind.toSheet(value, options, sheet)
  const isPlain = typeof cell !== 'object' || cell === null || cell instanceof XlsxDate
  return isPlain ? (cell as XlsxCell) : JSON.stringify(cell)
}

/** The record once, or once for each of its lines. */
export function linesOf({ lines }: TableLayout, record: AnyRecord): readonly (AnyRecord | undefined)[] {
  const parts = lines === undefined ? [] : (record[lines] as AnyRecord[])
  return parts.length > 0 ? parts : [undefined]
}

/** Records that the rows name, by resource and id. */
export type Referred = ReadonlyMap<string, AnyRecord>
export const referredName = (target: string, id: unknown): string => `${target} ${id}`

/** A row for the record, or one for each of its lines. A field without a value has an empty cell. */
export const rowsOf = <T>(
  layout: TableLayout,
  record: AnyRecord,
  referred: Referred,
  cellOf: (field: Field, value: unknown) => T,
): (T | string | null)[][] =>
  linesOf(layout, record).map((line) =>
    layout.columns.map(({ field, key, valueIn }) => {
      const value = valueIn(record, line)
      if (key) return keyIn(referred, key, value)
      return value === null || value === undefined ? null : cellOf(field, value)
    }),
  )

/** The unique field of a record that is named by its id; null if the actor does not see it. */
export function keyIn(referred: Referred, { reference, key }: ReferenceKey, id: unknown): string | null {
  const named = referred.get(referredName(reference.target.name, id))
  return named ? ((valueAt(named, key) as string | null | undefined) ?? null) : null
}
