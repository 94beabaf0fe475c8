import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../../api/resources.ts'
import { useFormat, useLabels } from '../../i18n/locale.tsx'
import type { ListColumn } from './columns.ts'
import classes from './list.module.css'
import type { ListTotals } from './list-totals.ts'

type ByCurrency = NonNullable<ListTotals['sums']>[string]

/** The sum of a column; one line for each currency. */
export function Sum({ of }: { of: ByCurrency }) {
  const format = useFormat()
  return Object.entries(of).map(([currency, amount]) => <div key={currency}>{format.money(amount, currency)}</div>)
}

interface SumsProps {
  readonly resource: Resource
  readonly columns: readonly ListColumn[]
  readonly sums: ListTotals['sums']
}

/** The sums of the shown columns, below cards. */
export function SumLines({ resource, columns, sums = {} }: SumsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return columns
    .filter(({ path }) => sums[path])
    .map(({ path }) => (
      <Group key={path} justify="space-between" className={classes.foot}>
        <Text size="sm">{t('lists:sumOf', { field: labels.field(resource.name, path) })}</Text>
        <Text size="sm" fw={600} component="div" className="numbers">
          <Sum of={sums[path]!} />
        </Text>
      </Group>
    ))
}
