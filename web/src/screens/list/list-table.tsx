import { type Field, type Resource, type Row, valueAt } from '../../api/resources.ts'
import { titleOf } from '../../api/titles.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useKinds } from '../../fields/kinds-context.ts'
import { useLabels } from '../../i18n/locale.tsx'
import { type Column, DataTable, type RowSelection } from '../../ui/data-table.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { useCustomisation } from '../customisation.ts'
import type { ListColumn } from './columns.ts'
import type { ListState } from './list-state.ts'
import type { ListTotals } from './list-totals.ts'
import { Sum, useSumLabel } from './sums.tsx'

export interface ListRowsProps {
  readonly resource: Resource
  /** Missing: it cannot be sorted from here. */
  readonly state?: ListState
  readonly columns: readonly ListColumn[]
  readonly rows: readonly Row[]
  readonly selection?: RowSelection
  readonly isBusy: boolean
  /** Of all records that the list finds. */
  readonly totals?: ListTotals
}

const TEXTS: readonly Field['kind'][] = ['text', 'ref', 'list']

export function ListTable({ resource, state, columns, rows, selection, isBusy, totals = {} }: ListRowsProps) {
  const { sums = {} } = totals
  const sumLabel = useSumLabel(totals)
  const labels = useLabels()
  const kinds = useKinds()
  const { cells = {} } = useCustomisation(resource.name)
  const { sort: by = '', order } = state?.search ?? {}
  const hrefOf = ({ id }: Row) => `/${resource.path}/${id}`
  const shown = columns.map(({ path, field }, index): Column<Row> => {
    const cell = (row: Row) => <FieldCell field={field} value={valueAt(row, path)} row={row} custom={cells[path]} />
    // The first column leads to the record, for keyboards and for opening it in another tab.
    const isLink = index === 0 && field.kind !== 'ref' && !cells[path]
    return {
      id: path,
      label: labels.field(resource.name, path),
      isNumeric: kinds[field.kind].isNumeric ?? false,
      canShrink: index > 0 && TEXTS.includes(field.kind),
      isSortable: (state && field.isSortable) ?? false,
      ...(sums[path] && { foot: <Sum of={sums[path]} /> }),
      cell: isLink
        ? (row) => (
            <AnchorLink href={hrefOf(row)} fw={500} data-leads>
              {valueAt(row, path) ? cell(row) : titleOf(resource, row)}
            </AnchorLink>
          )
        : cell,
    }
  })
  return (
    <DataTable
      label={labels.many(resource)}
      columns={shown}
      rows={rows}
      sort={{ by, isDescending: order === 'desc' }}
      onSort={({ by: field, isDescending }) => state?.change({ sort: field, order: isDescending ? 'desc' : 'asc' })}
      selection={selection}
      hrefOf={hrefOf}
      nameOf={(row) => titleOf(resource, row)}
      isBusy={isBusy}
      footLabel={sumLabel}
    />
  )
}
