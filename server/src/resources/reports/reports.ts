import type { Entry } from '../../core/rules.ts'
import { text } from '../../model/fields.ts'
import { defineResource, type Resource } from '../../model/resource.ts'
import { lowStockReport } from './low-stock.ts'
import { receivablesReport } from './receivables.ts'
import { salesReport } from './sales.ts'
import { summaryReport } from './summary.ts'

/** Not kept anywhere: what the records of the business come to. */
const reports = defineResource({
  name: 'reports',
  singular: 'report',
  idPrefix: 'rep',
  title: 'name',
  description: 'What the records of the business come to: revenue, what is owed, what is running out.',
  internal: true,
  fields: { name: text() },
})

export const reportsEntry = (catalog: readonly Resource[]): Entry => ({
  resource: reports,
  actions: [summaryReport(catalog), salesReport, receivablesReport, lowStockReport],
  tool: 'report',
})
