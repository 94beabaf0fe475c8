import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/locale.tsx'
import { Panel } from '../screens/record/panel.tsx'
import { ColumnChart } from '../ui/charts/column-chart.tsx'
import type { Period } from './period.ts'
import { type Sales, salesQuery } from './reports.ts'

const HEIGHT = 240
const COLOURS = { invoiced: 'var(--mantine-color-brand-6)', collected: 'var(--mantine-color-teal-6)' }

/** What was invoiced and what was paid, over the period. */
export function SalesPanel({ period }: { period: Period }) {
  const { t } = useTranslation()
  const { data } = useQuery(salesQuery(period))
  const title = t('dashboard:sales')
  return <Panel title={title}>{data ? <SalesChart title={title} sales={data} /> : <Skeleton h={HEIGHT} />}</Panel>
}

interface SalesChartProps {
  readonly title: string
  readonly sales: Sales
}

/** The interval is that of the figures: those of the period before are shown until the new ones have come. */
function SalesChart({ title, sales: { periods, interval } }: SalesChartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const short = new Intl.DateTimeFormat(format.locale, {
    timeZone: 'UTC',
    month: 'short',
    ...(interval !== 'month' && { day: 'numeric' }),
  })
  // Figures that the user may not read are in no period.
  const names = (['invoiced', 'collected'] as const).filter((name) => periods.some((one) => one[name] !== undefined))
  // An axis without a figure would have made-up marks.
  if (!periods.some((period) => names.some((name) => period[name])))
    return (
      <Text size="sm" c="dimmed">
        {t('dashboard:noSales')}
      </Text>
    )
  return (
    <ColumnChart
      title={title}
      height={HEIGHT}
      series={names.map((name) => ({ name, label: t(`dashboard:${name}`), colour: COLOURS[name] }))}
      columns={periods.map((period) => ({
        key: period.from,
        name: short.format(new Date(`${period.from}T00:00:00Z`)),
        values: Object.fromEntries(names.map((name) => [name, period[name] ?? 0])),
        ...(names.some((name) => period[name]) && { href: listOf(period) }),
      }))}
      format={format.money}
      formatShort={format.compactMoney}
    />
  )
}

/** The invoices of a period; the payments where the user does not see what was invoiced. */
const listOf = ({ from, to, query }: Sales['periods'][number]) =>
  query ? `/invoices?${query}` : `/payments?paymentDate[gte]=${from}&paymentDate[lte]=${to}`
