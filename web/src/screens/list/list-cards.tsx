import { Group, Stack, Text } from '@mantine/core'
import { valueAt } from '../../api/resources.ts'
import { titleOf } from '../../api/titles.ts'
import { FieldCell } from '../../fields/field.tsx'
import { useLabels } from '../../i18n/locale.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { useCustomisation } from '../customisation.ts'
import type { ListColumn } from './columns.ts'
import classes from './list.module.css'
import type { ListRowsProps } from './list-table.tsx'
import { SumLines } from './sums.tsx'

const DETAILS = 5

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== ''

/** The same rows as cards, on narrow screens. */
export function ListCards({ resource, columns, rows, sums }: ListRowsProps) {
  const labels = useLabels()
  const { cells = {} } = useCustomisation(resource.name)
  const [, ...others] = columns
  const status = others.find(({ field }) => /status$/i.test(field.name))
  const amount = others.find(({ field }) => field.kind === 'money')
  const details = others.filter((column) => column !== status && column !== amount).slice(0, DETAILS)
  return (
    <>
      <ul className={classes.cards} aria-label={labels.many(resource)}>
        {rows.map((row) => {
          const cell = ({ path, field }: ListColumn) => (
            <FieldCell field={field} value={valueAt(row, path)} row={row} custom={cells[path]} />
          )
          return (
            <li key={row.id} className={classes.card} data-row={row.id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <AnchorLink href={`/${resource.path}/${row.id}`} fw={600} truncate>
                  {titleOf(resource, row)}
                </AnchorLink>
                {amount && <Text fw={500}>{cell(amount)}</Text>}
              </Group>
              <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
                <Stack gap={0} miw={0}>
                  {details
                    .filter(({ path }) => isFilled(valueAt(row, path)) && valueAt(row, path) !== titleOf(resource, row))
                    .map((column) => (
                      <Text key={column.path} size="sm" c="dimmed" component="div" truncate className={classes.detail}>
                        {labels.field(resource.name, column.path)}: <span>{cell(column)}</span>
                      </Text>
                    ))}
                </Stack>
                {status && <div className={classes.status}>{cell(status)}</div>}
              </Group>
            </li>
          )
        })}
      </ul>
      <SumLines resource={resource} columns={columns} sums={sums} />
    </>
  )
}
