import { Group, SimpleGrid, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCoins,
  IconPackageOff,
  IconReceipt,
  IconShoppingCart,
  IconTrendingDown,
  IconTrendingUp,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/locale.tsx'
import { FigureCard } from './figure-card.tsx'
import type { Period } from './period.ts'
import type { Sum, Summary } from './reports.ts'

/** The lists that the figures are made of, in the words of the API. */
const LISTS = {
  revenue: ({ from, to }: Period) =>
    `/invoices?status[in]=unpaid,partially_paid,paid&invoiceDate[gte]=${from}&invoiceDate[lte]=${to}`,
  unpaid: '/invoices?outstanding[gt]=0',
  overdue: '/invoices?isOverdue=true',
  openOrders: '/sales-orders?status[in]=submitted,on_hold&invoiceStatus[ne]=invoiced',
  lowStock: '/items?isLowStock=true',
}

/** While nothing is known yet, all cards are there and empty; then those that the user may see. */
export function KeyFigures({ summary, period }: { summary: Summary | undefined; period: Period }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isShown = (name: keyof Summary) => !summary || summary[name] !== undefined
  const money = (sum: Sum | undefined) => sum && format.money(sum.amount)
  const count = (key: string, sum: Sum | undefined) => sum && t(`dashboard:${key}`, { count: sum.count })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 5 }} spacing="md">
      {isShown('revenue') && (
        <FigureCard
          name={t('dashboard:revenue')}
          figure={money(summary?.revenue)}
          detail={<Change now={summary?.revenue} before={summary?.previousRevenue} />}
          href={LISTS.revenue(period)}
          icon={IconCoins}
        />
      )}
      {isShown('unpaid') && (
        <FigureCard
          name={t('dashboard:unpaid')}
          figure={money(summary?.unpaid)}
          detail={count('invoices', summary?.unpaid)}
          href={LISTS.unpaid}
          icon={IconReceipt}
          colour="orange"
        />
      )}
      {isShown('overdue') && (
        <FigureCard
          name={t('dashboard:overdue')}
          figure={money(summary?.overdue)}
          detail={count('invoices', summary?.overdue)}
          href={LISTS.overdue}
          icon={IconAlertTriangle}
          colour="red"
        />
      )}
      {isShown('openOrders') && (
        <FigureCard
          name={t('dashboard:openOrders')}
          figure={summary?.openOrders && format.number(summary.openOrders.count)}
          detail={money(summary?.openOrders)}
          href={LISTS.openOrders}
          icon={IconShoppingCart}
        />
      )}
      {isShown('lowStock') && (
        <FigureCard
          name={t('dashboard:lowStock')}
          figure={summary?.lowStock && format.number(summary.lowStock.count)}
          detail={t('dashboard:belowReorderLevel')}
          href={LISTS.lowStock}
          icon={IconPackageOff}
          colour="orange"
        />
      )}
    </SimpleGrid>
  )
}

/** Against the same number of days before; nothing is said where there was nothing to compare with. */
function Change({ now, before }: { now: Sum | undefined; before: Sum | undefined }): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (!now || !before) return null
  if (before.amount === 0) return t('dashboard:nothingBefore')
  const percent = Math.round(((now.amount - before.amount) / before.amount) * 1000) / 10
  const isUp = percent >= 0
  const Sign = isUp ? IconTrendingUp : IconTrendingDown
  return (
    <Group gap={4} wrap="nowrap">
      <Sign size={16} stroke={1.8} aria-hidden color={`var(--mantine-color-${isUp ? 'teal' : 'red'}-6)`} />
      <Text span fw={600} size="sm" className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {isUp && '+'}
        {format.percent(percent)}
      </Text>
      <Text span size="sm" truncate>
        {t('dashboard:againstBefore')}
      </Text>
    </Group>
  )
}
