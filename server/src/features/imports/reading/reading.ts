import { covers } from '../../../core/access.ts'
import { type CellFormat, isScalar } from '../../../model/kinds/field-kind.ts'
import { fieldsOf, type Resource } from '../../../model/resource.ts'
import type { Permission } from '../../../model/rights.ts'
import { choiceTexts, headingsOf } from '../../../texts/headings.ts'
import type { TableReading } from '../cells.ts'
import type { ImportColumns } from '../columns.ts'
import type { Import } from '../imports.resource.ts'
import type { RowIdentity } from '../repeated-rows.ts'

interface Table extends Pick<Import, 'mapping' | 'key' | 'decimalSeparator' | 'delimiter'> {
  readonly columns: readonly string[]
}

/** Imports from before the separator was stored have that of their delimiter. */
const formatOf = ({ decimalSeparator, delimiter }: Table): CellFormat => ({
  hasDecimalCommas: (decimalSeparator ?? (delimiter === ';' ? ',' : '.')) === ',',
  choiceNames: choiceTexts,
})

/** How the rows of an import are read. */
export function readingOf(
  table: Table,
  resource: Resource,
  { hidden }: Permission,
  fields: ImportColumns,
): TableReading {
  const mapping = table.mapping ?? {}
  const known = fieldsOf(resource)
  const compared = Object.entries(known).filter(
    ([name, field]) => isScalar(field) && field.options.mustMatch && !covers(hidden, name),
  )
  const mustMatch = table.columns.flatMap((column) => {
    if (Object.hasOwn(mapping, column)) return []
    const found = compared.find(([name]) => name === column || headingsOf(name).includes(column))
    return found ? [[column, found] as const] : []
  })
  return {
    columns: table.columns,
    mapping,
    fields,
    format: formatOf(table),
    mustMatch: new Map(mustMatch),
    isField: (name) => Object.hasOwn(known, name),
  }
}

/** What tells the records of its rows apart. */
export const identityOf = (table: Table, resource: Resource, fields: ImportColumns): RowIdentity => ({
  resource,
  columns: table.columns,
  mapping: table.mapping ?? {},
  key: table.key,
  fields,
  format: formatOf(table),
})
