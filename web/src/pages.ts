import { dashboardPages } from './dashboard/pages.ts'
import { settingsPages } from './settings/pages.ts'
import type { Page } from './ui/page.ts'

/** Every page that is no list, form or view of a resource. */
export const pages: readonly Page[] = [...dashboardPages, ...settingsPages]
