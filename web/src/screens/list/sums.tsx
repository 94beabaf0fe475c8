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

/** "Total of 61 records, without 1 cancelled": what a sum is of, on the screen and on paper. */
export function useSumLabel({ summed }: ListTotals): string {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  if (!summed) return t('common:sum')
  const { count, leftOut } = summed
  const total = t('lists:sumOf', { count, number: format.number(count) })
  const others = Object.entries(leftOut)
    .filter(([, left]) => left > 0)
    .map(([status, left]) => t('lists:leftOut', { number: format.number(left), status: labels.choice(status) }))
  if (others.length === 0) return total
  const listed = new Intl.ListFormat(format.language, { type: 'conjunction' }).format(others)
  return t('lists:sumWithout', { total, others: listed })
}

interface SumsProps {
  readonly resource: Resource
  readonly columns: readonly ListColumn[]
  readonly totals: ListTotals
}

/** The sums of the shown columns, below cards. */
export function SumLines({ resource, columns, totals }: SumsProps) {
  const labels = useLabels()
  const label = useSumLabel(totals)
  const { sums = {} } = totals
  const summed = columns.filter(({ path }) => sums[path])
  if (summed.length === 0) return null
  return (
    <div className={classes.foot}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {summed.map(({ path }) => (
        <Group key={path} justify="space-between">
          <Text size="sm">{labels.field(resource.name, path)}</Text>
          <Text size="sm" fw={600} component="div" className="numbers">
            <Sum of={sums[path]!} />
          </Text>
        </Group>
      ))}
    </div>
  )
}
