import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkReport } from '../../../api/bulk.ts'
import { queryText } from '../../../api/query-text.ts'
import { forgetAll, recordQuery } from '../../../api/records.ts'
import type { Resource } from '../../../api/resources.ts'
import { useFormat, useLabels } from '../../../i18n/locale.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { canGoTo, FINAL } from '../../record/record-actions.tsx'
import type { ListState } from '../list-state.ts'
import { openBulkReport } from './bulk-report.tsx'
import { type Change, type Chosen, changeAll, unlike } from './change-all.ts'
import type { Selection } from './selection.ts'

interface BulkProps {
  readonly resource: Resource
  readonly state: ListState
  readonly selection: Selection
}

/** The same thing done to all that are ticked; taken back where that is possible. */
export function useBulk({ resource, state, selection }: BulkProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const format = useFormat()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  /** When the last question was answered; later than anything while one is open. */
  const answeredAt = useRef(0)
  const count = { count: selection.count, shown: format.number(selection.count) }
  const picked = selection.isAllMatching ? { filter: queryText(state.filters) } : { ids: [...selection.ids] }

  async function run(chosen: readonly Chosen[], change: Change, backFrom: BackFrom = noWayBack): Promise<void> {
    setBusy(true)
    try {
      const report = await changeAll(resource.path, chosen, change)
      const ids = report.results.filter(({ ok }) => ok).map(({ id }) => id)
      const back = ids.length > 0 ? await backFrom(ids) : undefined
      const undo = back && { undo: () => run([{ ids }], back) }
      if (report.failed > 0) openBulkReport(resource, report)
      if (report.failed === 0 || undo) tell(report, undo)
      selection.clear()
      await forgetAll(client)
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }

  const tell = ({ succeeded }: BulkReport, undo = {}) =>
    toast.done(t('lists:bulk.done', { count: succeeded, shown: format.number(succeeded) }), undo)

  /** Only where all had the same status before, and the first of them may have it again. */
  async function backTo(before: string | undefined, [id]: readonly string[]): Promise<Change | undefined> {
    if (!before) return undefined
    const { row } = await client.fetchQuery({ ...recordQuery(resource.path, id!), staleTime: 0 })
    return canGoTo(row, before) ? { action: 'status', input: { status: before } } : undefined
  }

  function ask(title: string, text: string, action: string): Promise<boolean> {
    answeredAt.current = Number.POSITIVE_INFINITY
    return confirm({ title, text, action, isDangerous: true }).finally(() => {
      answeredAt.current = performance.now()
    })
  }

  return {
    isBusy,
    /** Whether a key was pressed while a question was open, and so was meant for that. */
    wasAskingAt: ({ timeStamp }: KeyboardEvent) => timeStamp <= answeredAt.current,
    turn: (isActive: boolean) =>
      run(unlike(picked, 'isActive', isActive), { action: 'update', input: { isActive } }, async () => ({
        action: 'update',
        input: { isActive: !isActive },
      })),
    async moveTo(status: string): Promise<void> {
      const isSure =
        status !== FINAL ||
        (await ask(t('lists:bulk.cancelTitle', count), t('records:cancelText'), labels.action(status)))
      if (isSure)
        await run([picked], { action: 'status', input: { status } }, (ids) => backTo(state.search.status, ids))
    },
    async remove(): Promise<void> {
      if (await ask(t('lists:bulk.deleteTitle', count), t('lists:bulk.deleteText'), t('common:delete')))
        await run([picked], { action: 'delete' })
    },
  }
}

/** What would take a change of these records back. */
type BackFrom = (ids: readonly string[]) => Promise<Change | undefined>

const noWayBack: BackFrom = async () => undefined
