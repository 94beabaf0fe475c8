import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownAmount, subtotalAt } from '../../../../../server/src/model/money.ts'
import { fieldOf, type Resource, type Row } from '../../../api/resources.ts'
import { useLabels } from '../../../i18n/locale.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { useAmountNames } from '../amount-names.ts'
import { useDocumentFormat } from '../document-format.ts'
import classes from './document.module.css'

export interface LineColumn {
  readonly name: string
  /** What it is called here, if not as the field is. */
  readonly label?: string
  readonly cell: (line: Row) => ReactNode
}

interface DocumentLinesProps {
  readonly resource: Resource
  readonly row: Row
  /** After what every document has. */
  readonly more?: readonly LineColumn[] | undefined
}

/** The lines of a document. On a narrow screen each line becomes a card. */
export function DocumentLines({ resource, row, more = [] }: DocumentLinesProps) {
  const labels = useLabels()
  const columns = [...usePlainColumns(resource, row), ...more]
  const format = useDocumentFormat(row)
  const isGross = row.pricesIncludeTax === true
  const amountName = useAmountNames(resource, isGross)
  const lines = (row.items ?? []) as readonly Row[]
  const subtotalCell = ({ name }: LineColumn, line: Row) =>
    name === 'amount' && format.money(subtotalAt(lines as readonly object[], lines.indexOf(line), isGross))
  const nameOf = ({ name, label }: LineColumn) => label ?? amountName(`items.${name}`)
  return (
    <Table className={classes.lines} aria-label={labels.field(resource.name, 'items')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{labels.field(resource.name, 'items.item')}</Table.Th>
          {columns.map((column) => (
            <Table.Th key={column.name} scope="col">
              {nameOf(column)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={line.id} data-kind={line.kind}>
            <Table.Td colSpan={isWords(line) ? columns.length + 1 : 1}>
              <Subject line={line} />
            </Table.Td>
            {!isWords(line) &&
              columns.map((column) => (
                <Table.Td key={column.name} data-label={nameOf(column)}>
                  {line.kind === 'subtotal' ? subtotalCell(column, line) : column.cell(line)}
                </Table.Td>
              ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const isWords = ({ kind }: Row) => kind === 'text' || kind === 'heading'

/** The item and more about it; or what the line says without one. */
function Subject({ line }: { line: Row }) {
  const { t } = useTranslation()
  const { kind, item, itemName, itemCode, description } = line
  if (kind === 'subtotal') return <b>{String(description ?? t('orders:kinds.subtotal'))}</b>
  if (typeof item !== 'string') return <span className={classes.words}>{String(description ?? '')}</span>
  return (
    <>
      <AnchorLink href={`/items/${item}`} fw={500} className={classes.item}>
        {String(itemName)}
      </AnchorLink>
      <span className={classes.code}>{String(itemCode)}</span>
      {typeof description === 'string' && <span className={classes.more}>{description}</span>}
    </>
  )
}

/** The columns of quantity and price, as far as the user may see them and there is anything in them. */
function usePlainColumns(resource: Resource, row: Row): readonly LineColumn[] {
  const format = useDocumentFormat(row)
  const lines = (row.items ?? []) as readonly Row[]
  const percent = (name: string) => ({
    name,
    cell: (line: Row) => (line[name] ? format.percent(Number(line[name])) : ''),
  })
  const money = (name: string) => ({ name, cell: (line: Row) => format.money(Number(line[name])) })
  const all: readonly LineColumn[] = [
    { name: 'quantity', cell: ({ quantity, uom }) => `${format.number(Number(quantity))} ${uom ?? ''}` },
    money('rate'),
    percent('discount'),
    percent('taxRate'),
    { name: 'amount', cell: (line) => format.money(shownAmount(line as object, row.pricesIncludeTax === true)) },
  ]
  const isUsed = (name: string) => (name !== 'discount' && name !== 'taxRate') || lines.some((line) => line[name])
  return all.filter(({ name }) => fieldOf(resource, `items.${name}`) && isUsed(name))
}
