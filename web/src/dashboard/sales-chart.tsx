import { AreaChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/locale.tsx'
import type { Period } from './period.ts'
import type { Sales } from './reports.ts'

interface SalesChartProps {
  readonly sales: Sales
  readonly interval: Period['interval']
  readonly height: number
}

export function SalesChart({ sales: { periods }, interval, height }: SalesChartProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const short = new Intl.DateTimeFormat(format.locale, {
    timeZone: 'UTC',
    month: 'short',
    ...(interval !== 'month' && { day: 'numeric' }),
  })
  const named = (day: string) => short.format(new Date(`${day}T00:00:00Z`))
  const series = (['invoiced', 'collected'] as const).filter((name) => periods.some((one) => one[name] !== undefined))
  return (
    <figure style={{ margin: 0 }}>
      <AreaChart
        h={height}
        data={periods.map((period) => ({ ...period, name: named(period.from) }))}
        dataKey="name"
        series={series.map((name) => ({ name, label: t(`dashboard:${name}`), color: COLOURS[name] }))}
        curveType="monotone"
        withDots={false}
        withLegend
        legendProps={{ verticalAlign: 'top', height: 36 }}
        valueFormatter={format.compactMoney}
        gridAxis="x"
        tickLine="none"
        fillOpacity={0.18}
        strokeWidth={2}
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
      {/* The same for who cannot see it. */}
      <VisuallyHidden component="figcaption">
        {periods
          .map(({ from, invoiced, collected }) =>
            [named(from), ...[invoiced, collected].flatMap((sum) => (sum === undefined ? [] : format.money(sum)))].join(
              ' ',
            ),
          )
          .join('; ')}
      </VisuallyHidden>
    </figure>
  )
}

const COLOURS = { invoiced: 'brand.6', collected: 'teal.6' }
