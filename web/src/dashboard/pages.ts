import { IconLayoutDashboard } from '@tabler/icons-react'
import type { Page as Declared } from '../ui/page.ts'
import { Page } from './dashboard-page.tsx'
import { preloadDashboard } from './preload.ts'

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
