import { IconLayoutDashboard } from '@tabler/icons-react'
import type { Page } from '../ui/page.ts'

export const dashboardPages: readonly Page[] = [
  {
    path: '/',
    name: 'dashboard:title',
    load: () => import('./dashboard-page.tsx'),
    icon: IconLayoutDashboard,
    group: 'top',
  },
]
