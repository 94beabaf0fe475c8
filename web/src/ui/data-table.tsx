import { type Checkbox, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'
import { useRowOpening } from './use-row-opening.ts'

export interface Column<T> {
  readonly id: string
  readonly label: string
  readonly isNumeric?: boolean
  readonly isSortable?: boolean
  /** A text that is cut off with dots where there is not enough room for all columns. */
  readonly canShrink?: boolean
  readonly cell: (row: T) => ReactNode
  /** What the last row shows below the column. */
  readonly foot?: ReactNode
}

export interface Sort {
  readonly by: string
  readonly isDescending: boolean
}

export interface RowSelection {
  has(id: string): boolean
  toggle(id: string, isRange: boolean): void
  togglePage(): void
  /** What is ticked. Tables without a selection load nothing of it. */
  readonly Box: typeof Checkbox
}

interface DataTableProps<T extends { readonly id: string }> {
  /** What a screen reader calls it. */
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly sort?: Sort
  readonly onSort?: (sort: Sort) => void
  readonly selection?: RowSelection
  /** A click anywhere on the row goes there. */
  readonly hrefOf?: (row: T) => string
  readonly nameOf: (row: T) => string
  readonly isBusy?: boolean
  /** What the figures of the last row are. */
  readonly footLabel?: string
}

/** Rows that the server has sorted and cut to pages. */
export function DataTable<T extends { readonly id: string }>(props: DataTableProps<T>) {
  const { label, columns, rows, sort, onSort, selection, isBusy, footLabel } = props
  return (
    <div className={classes.frame} data-busy={isBusy || undefined}>
      <Table
        className={classes.table}
        horizontalSpacing={8}
        highlightOnHover
        aria-label={label}
        aria-busy={isBusy ?? false}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectPage ids={rows.map(({ id }) => id)} selection={selection} />}
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <DataRow key={row.id} row={row} {...props} />
          ))}
        </Table.Tbody>
        {columns.some(({ foot }) => foot) && (
          <Foot columns={columns} hasTicks={selection !== undefined} label={footLabel} />
        )}
      </Table>
    </div>
  )
}

interface FootProps<T> {
  readonly columns: readonly Column<T>[]
  readonly hasTicks: boolean
  readonly label: string | undefined
}

/** What the figures are stands in the columns before the first of them. */
function Foot<T>({ columns, hasTicks, label }: FootProps<T>) {
  const { t } = useTranslation()
  const before = columns.findIndex(({ foot }) => foot)
  return (
    <Table.Tfoot>
      <Table.Tr>
        {hasTicks && <Table.Td className={classes.tick} />}
        {before > 0 && <Table.Td colSpan={before}>{label ?? t('common:sum')}</Table.Td>}
        {columns.slice(before).map(({ id, isNumeric, foot }) => (
          <Table.Td key={id} data-numeric={isNumeric || undefined}>
            {foot}
          </Table.Td>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  )
}

function SelectPage({ ids, selection }: { ids: readonly string[]; selection: RowSelection }) {
  const { t } = useTranslation()
  const { Box } = selection
  const ticked = ids.filter((id) => selection.has(id)).length
  return (
    <Table.Th className={classes.tick}>
      <Box
        size="xs"
        aria-label={t('common:selectPage')}
        checked={ids.length > 0 && ticked === ids.length}
        indeterminate={ticked > 0 && ticked < ids.length}
        onChange={selection.togglePage}
      />
    </Table.Th>
  )
}

interface HeaderProps<T> extends Pick<DataTableProps<T & { id: string }>, 'sort' | 'onSort'> {
  readonly column: Column<T>
}

function Header<T>({ column: { id, label, isNumeric, isSortable }, sort, onSort }: HeaderProps<T>) {
  const isSorted = sort?.by === id
  const direction = !isSorted ? 'none' : sort.isDescending ? 'descending' : 'ascending'
  const Icon = !isSorted ? IconArrowsSort : sort.isDescending ? IconArrowDown : IconArrowUp
  return (
    <Table.Th scope="col" data-numeric={isNumeric || undefined} aria-sort={isSortable ? direction : undefined}>
      {isSortable ? (
        <UnstyledButton
          className={classes.sort}
          data-numeric={isNumeric || undefined}
          onClick={() => onSort?.({ by: id, isDescending: isSorted && !sort.isDescending })}
        >
          {label}
          <Icon size={14} aria-hidden className={isSorted ? undefined : classes.idle} />
        </UnstyledButton>
      ) : (
        label
      )}
    </Table.Th>
  )
}

function DataRow<T extends { readonly id: string }>({
  row,
  columns,
  selection,
  hrefOf,
  nameOf,
}: DataTableProps<T> & { row: T }) {
  const { t } = useTranslation()
  const href = hrefOf?.(row)
  const isTicked = selection?.has(row.id) ?? false
  const open = useRowOpening(href)
  return (
    <Table.Tr
      className={classes.row}
      data-row={row.id}
      data-selected={isTicked || undefined}
      data-opens={href !== undefined || undefined}
      onClick={open}
      onAuxClick={open}
    >
      {selection && (
        <Table.Td className={classes.tick}>
          <selection.Box
            size="xs"
            aria-label={t('common:selectRow', { name: nameOf(row) })}
            checked={isTicked}
            onChange={(event) =>
              selection.toggle(row.id, (event.nativeEvent as unknown as globalThis.MouseEvent).shiftKey)
            }
          />
        </Table.Td>
      )}
      {columns.map(({ id, isNumeric, canShrink, cell }) => (
        <Table.Td key={id} data-numeric={isNumeric || undefined}>
          {canShrink ? (
            <div className={classes.shrinking}>
              <div className={classes.text}>{cell(row)}</div>
            </div>
          ) : (
            cell(row)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
