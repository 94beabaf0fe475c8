import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../screens/record/record-fields.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import type { Period } from './period.ts'
import { salesQuery } from './reports.ts'

const HEIGHT = 280
/** Charts are large: only who sees one loads them. */
const SalesChart = lazyPart(() => import('./sales-chart.tsx').then(({ SalesChart: Chart }) => Chart))

/** What was invoiced and what was paid, over the period. */
export function SalesPanel({ period: { from, to, interval } }: { period: Period }) {
  const { t } = useTranslation()
  const { data } = useQuery(salesQuery(from, to, interval))
  return (
    <Panel title={t('dashboard:sales')}>
      <Suspense fallback={<Skeleton h={HEIGHT} />}>
        {data ? <SalesChart sales={data} interval={interval} height={HEIGHT} /> : <Skeleton h={HEIGHT} />}
      </Suspense>
    </Panel>
  )
}
