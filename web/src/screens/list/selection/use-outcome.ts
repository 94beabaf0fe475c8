import { useTranslation } from 'react-i18next'
import type { BulkReport } from '../../../api/bulk.ts'
import type { Resource } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { toast } from '../../../ui/toast.tsx'

interface Undo {
  readonly undo: () => Promise<void>
}

/** Tells what became of a change of many records. */
export function useOutcome(resource: Resource) {
  const { t } = useTranslation()
  const format = useFormat()

  /** If the window cannot be loaded, at least the figures are told. */
  async function showRefused(report: BulkReport): Promise<void> {
    try {
      const { openBulkReport } = await import('./bulk-report.tsx')
      openBulkReport(resource, report)
    } catch {
      toast.note(t('lists:bulk.report', { succeeded: report.succeeded, failed: report.failed }))
    }
  }

  return async function tell(report: BulkReport, unchanged: number, undo: Undo | undefined): Promise<void> {
    const { succeeded, failed } = report
    if (failed > 0) await showRefused(report)
    if (failed > 0 && !undo) return
    const figures = { count: succeeded, shown: format.number(succeeded), unchanged: format.number(unchanged) }
    toast.done(t(unchanged > 0 ? 'lists:bulk.doneUnchanged' : 'lists:bulk.done', figures), undo)
  }
}
