import { IconLayoutDashboard } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { Page as Declared } from '../ui/page.ts'
import { Page } from './dashboard-page.tsx'
import { periodOf } from './period.ts'
import { lowStockQuery, receivablesQuery, salesQuery, summaryQuery } from './reports.ts'
import { startLists } from './start-lists.ts'

export const dashboardPages: readonly Declared[] = [
  {
    path: '/',
    name: 'dashboard:title',
    // No chunk of its own: most users begin here.
    load: async () => ({ Page }),
    preload: preloadDashboard,
    icon: IconLayoutDashboard,
    group: 'top',
  },
]

/** Reads what the dashboard shows before it is shown. Reports leave out what the user may not read. */
function preloadDashboard(client: QueryClient): void {
  const period = periodOf(new URLSearchParams(location.search).get('period') ?? undefined)
  if (!period.needsTimeZone) {
    void client.prefetchQuery(summaryQuery(period))
    void client.prefetchQuery(salesQuery(period))
  }
  void client.prefetchQuery(receivablesQuery)
  void client.prefetchQuery(lowStockQuery)
  for (const list of startLists.read()) void client.prefetchQuery(list)
}
