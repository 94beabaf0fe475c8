import { Group, Text } from '@mantine/core'
import {
  type Icon,
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
import classes from './dashboard.module.css'
import { FigureCard } from './figure-card.tsx'
import type { PeriodName } from './period.ts'
import type { Revenue, Sum, Summary } from './reports.ts'

interface Card {
  /** Left out where the user may not see it. */
  readonly sum: Partial<Sum> | undefined
  readonly name: string
  readonly figure: string | undefined
  readonly detail: ReactNode
  /** The list that the figure counts. */
  readonly list: string
  readonly icon: Icon
  readonly colour?: string
}

interface KeyFiguresProps {
  readonly summary: Summary | undefined
  readonly period: PeriodName
}

/** While nothing is known yet, all cards are there and empty; then those that the user may see. */
export function KeyFigures({ summary, period }: KeyFiguresProps) {
  const cards = useCards(period, summary).filter(({ sum }) => !summary || sum)
  return (
    <div className={classes.figures}>
      {cards.map(({ sum, list, ...card }) => (
        <FigureCard key={card.name} {...card} href={`/${list}?${sum?.query ?? ''}`} />
      ))}
    </div>
  )
}

function useCards(
  period: PeriodName,
  { revenue, previousRevenue, unpaid, overdue, openOrders, lowStock }: Partial<Summary> = {},
): Card[] {
  const { t } = useTranslation()
  const format = useFormat()
  const money = (sum: Sum | undefined) => sum && format.money(sum.amount)
  const count = (sum: Sum | undefined) => sum && t('dashboard:invoices', { count: sum.count })
  return [
    {
      sum: revenue,
      name: t('dashboard:revenue'),
      figure: revenue && format.money(revenue.net),
      detail: revenue && <RevenueDetail now={revenue} before={previousRevenue} period={period} />,
      list: 'invoices',
      icon: IconCoins,
    },
    {
      sum: unpaid,
      name: t('dashboard:unpaid'),
      figure: money(unpaid),
      detail: count(unpaid),
      list: 'invoices',
      icon: IconReceipt,
      colour: 'orange',
    },
    {
      sum: overdue,
      name: t('dashboard:overdue'),
      figure: money(overdue),
      detail: count(overdue),
      list: 'invoices',
      icon: IconAlertTriangle,
      colour: 'red',
    },
    {
      sum: openOrders,
      name: t('dashboard:openOrders'),
      figure: openOrders && format.number(openOrders.count),
      detail: money(openOrders),
      list: 'sales-orders',
      icon: IconShoppingCart,
    },
    {
      sum: lowStock,
      name: t('dashboard:lowStock'),
      figure: lowStock && format.number(lowStock.count),
      detail: t('dashboard:belowReorderLevel'),
      list: 'items',
      icon: IconPackageOff,
      colour: 'orange',
    },
  ]
}

interface ChangeProps {
  readonly now: Revenue
  readonly before: Revenue | undefined
  readonly period: PeriodName
}

function RevenueDetail(props: ChangeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Text size="sm" className="numbers">
        {t('dashboard:withTax', { amount: format.money(props.now.amount) })}
      </Text>
      <Change {...props} />
    </>
  )
}

/** Net, against the same number of days before; nothing is said where there was nothing to compare with. */
function Change({ now, before, period }: ChangeProps): ReactNode {
  const { t } = useTranslation()
  const format = useFormat()
  if (!before) return null
  if (before.net === 0) return t('dashboard:nothingBefore')
  const percent = Math.round(((now.net - before.net) / before.net) * 1000) / 10
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
        {t(`dashboard:against.${period}`)}
      </Text>
    </Group>
  )
}
