import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Row, valueAt } from '../../api/resources.ts'
import { titleOf } from '../../api/titles.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { useRowOpening } from '../../ui/use-row-opening.ts'
import { useCustomisation } from '../customisation.ts'
import { CardTools } from './card-tools.tsx'
import type { ListColumn } from './columns.ts'
import classes from './list.module.css'
import type { ListRowsProps } from './list-table.tsx'
import { SumLines } from './sums.tsx'

const DETAILS = 5

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** The same rows as cards, on narrow screens. */
export function ListCards(props: ListRowsProps) {
  const { resource, columns, rows, totals } = props
  const labels = useLabels()
  return (
    <>
      <CardTools {...props} />
      <ul className={classes.cards} aria-label={labels.many(resource)}>
        {rows.map((row) => (
          <ListCard key={row.id} {...props} row={row} parts={partsOf(columns)} />
        ))}
      </ul>
      {totals && <SumLines resource={resource} columns={columns} totals={totals} />}
    </>
  )
}

interface Parts {
  readonly status: ListColumn | undefined
  readonly amount: ListColumn | undefined
  /** Further amounts first: what is still owed counts for more than a date. */
  readonly details: readonly ListColumn[]
}

function partsOf([, ...others]: readonly ListColumn[]): Parts {
  const isMoney = ({ field }: ListColumn) => field.kind === 'money'
  const status = others.find(({ field }) => /status$/i.test(field.name))
  const amount = others.find(isMoney)
  const rest = others.filter((column) => column !== status && column !== amount)
  return {
    status,
    amount,
    details: [...rest.filter(isMoney), ...rest.filter((column) => !isMoney(column))].slice(0, DETAILS),
  }
}

function ListCard({ resource, selection, row, parts }: ListRowsProps & { row: Row; parts: Parts }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { cells = {}, heading } = useCustomisation(resource.name)
  const href = `/${resource.path}/${row.id}`
  const open = useRowOpening(href)
  const { status, amount, details } = parts
  const name = heading?.(row, labels) ?? titleOf(resource, row)
  const isTicked = selection?.has(row.id) ?? false
  const cell = ({ path, field }: ListColumn) => (
    <FieldCell field={field} value={valueAt(row, path)} row={row} custom={cells[path]} />
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the link in the card opens the record.
    <li className={classes.card} data-row={row.id} data-selected={isTicked || undefined} onClick={open}>
      {selection && (
        <Checkbox
          className={classes.tick}
          aria-label={t('common:selectRow', { name })}
          checked={isTicked}
          onChange={() => selection.toggle(row.id, false)}
        />
      )}
      <div className={classes.content}>
        <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
          <AnchorLink href={href} fw={600} className={classes.name}>
            {name}
          </AnchorLink>
          {amount && (
            <Text fw={500} className={classes.amount}>
              {cell(amount)}
            </Text>
          )}
        </Group>
        <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
          <Stack gap={0} miw={0}>
            {details
              .filter(({ path }) => isFilled(valueAt(row, path)) && valueAt(row, path) !== name)
              .map((column) => (
                <Text key={column.path} size="sm" c="dimmed" component="div" className={classes.detail}>
                  {labels.field(resource.name, column.path)}: <span>{cell(column)}</span>
                </Text>
              ))}
          </Stack>
          {status && <div className={classes.status}>{cell(status)}</div>}
        </Group>
      </div>
    </li>
  )
}
