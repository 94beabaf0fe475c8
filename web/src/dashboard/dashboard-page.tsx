import { SegmentedControl, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../api/me.ts'
import { useUser } from '../api/use-session.ts'
import { withWords } from '../i18n/i18n.ts'
import { RelatedList } from '../screens/list/related-list.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ActivityPanel } from './activity-panel.tsx'
import classes from './dashboard.module.css'
import { DocumentsByStatus } from './documents-by-status.tsx'
import { ExpiringKeys } from './expiring-keys.tsx'
import { KeyFigures } from './key-figures.tsx'
import { LowStockPanel } from './low-stock-panel.tsx'
import { PERIODS, type Period, periodOf } from './period.ts'
import { ReceivablesPanel } from './receivables-panel.tsx'
import { type Summary, summaryQuery } from './reports.ts'
import { SalesPanel } from './sales-panel.tsx'
import { useStartLists } from './start-lists.ts'

/** How the company is doing, as far as the user may know; every figure leads to the records behind it. */
export function Page() {
  const { t } = useTranslation()
  const { name } = useUser()
  const me = useQuery(meQuery).data
  const company = me?.company
  const navigate = useNavigate()
  useStartLists()
  const { period: word } = useSearch({ strict: false }) as { period?: string }
  const period = periodOf(word, company?.timeZone)
  const { data: summary, error, refetch } = useQuery(summaryQuery(period))
  const choose = (next: string) =>
    void navigate({ to: '.', search: (next === 'month' ? {} : { period: next }) as never, replace: true })
  if (error && !summary) return <ErrorPanel error={error} retry={refetch} />
  return (
    <>
      <PageHeader
        title={t('dashboard:title')}
        description={company ? t('dashboard:state', { name, company: company.name }) : t('dashboard:welcome', { name })}
      >
        <SegmentedControl
          aria-label={t('dashboard:period')}
          value={period.name}
          onChange={choose}
          data={PERIODS.map((value) => ({ value, label: t(`dashboard:periods.${value}`) }))}
        />
      </PageHeader>
      <Stack gap="md">
        <ExpiringKeys />
        {me && me.disabledWebhooks.length > 0 && (
          <Suspense>
            <WebhooksOff />
          </Suspense>
        )}
        {summary?.ordersByStatus && isEmpty(summary.ordersByStatus) && (
          <Suspense>
            <NextSteps />
          </Suspense>
        )}
        <KeyFigures summary={summary} period={period.name} />
        <Panels summary={summary} period={period} />
        <RelatedList of={SALES_ORDERS} title={t('dashboard:recentOrders')} filters={{}} columns={ORDERS} count={6} />
      </Stack>
    </>
  )
}

/** What the user may not see is left out. */
function Panels({ summary, period }: { summary: Summary | undefined; period: Period }) {
  const { t } = useTranslation()
  return (
    <div className={classes.panels}>
      {summary?.revenue && (
        <div className={classes.wide}>
          <SalesPanel period={period} />
        </div>
      )}
      {summary?.ordersByStatus && (
        <div>
          <DocumentsByStatus
            resource={SALES_ORDERS}
            title={t('dashboard:ordersByStatus')}
            counts={summary.ordersByStatus}
          />
        </div>
      )}
      {Object.entries(summary?.documentsByStatus ?? {}).map(([resource, counts]) => (
        <div key={resource}>
          <DocumentsByStatus {...{ resource, counts }} />
        </div>
      ))}
      {summary?.overdue && (
        <div>
          <ReceivablesPanel />
        </div>
      )}
      {summary?.lowStock && (
        <div>
          <LowStockPanel />
        </div>
      )}
      <div className={classes.last}>
        <ActivityPanel />
      </div>
    </div>
  )
}

const WebhooksOff = lazyPart(() =>
  withWords('webhooks', import('./webhooks-off.tsx')).then((module) => module.WebhooksOff),
)
const NextSteps = lazyPart(() => import('./next-steps.tsx').then((module) => module.NextSteps))

const isEmpty = (counts: Readonly<Record<string, number>>) => Object.values(counts).every((count) => count === 0)

const SALES_ORDERS = 'sales-orders'
const ORDERS = ['orderNumber', 'customer', 'orderDate', 'status', 'total']
