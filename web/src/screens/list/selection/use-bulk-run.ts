import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkReport } from '../../../api/bulk.ts'
import { forgetAll, type listQuery } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Change, type Chosen, changeAll, countOf, onlyWith } from './change-all.ts'
import type { Selection } from './selection.ts'

/** What would take a change of these records back. */
export type BackFrom = (ids: readonly string[]) => Promise<Change | undefined>

const noWayBack: BackFrom = async () => undefined

/** A part of the selection, and how many records it has. */
export interface Possible {
  readonly chosen: readonly Chosen[]
  readonly count: number
}

/** Changes many records, and tells what became of it. */
export function useBulkRun(resource: Resource, selection: Selection, picked: Chosen) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function run(chosen: readonly Chosen[], change: Change, backFrom: BackFrom = noWayBack): Promise<void> {
    setBusy(true)
    try {
      const report = await changeAll(resource.path, chosen, change)
      const ids = report.results.filter(({ ok }) => ok).map(({ id }) => id)
      const back = ids.length > 0 ? await backFrom(ids) : undefined
      const undo = back && { undo: () => run([{ ids }], back) }
      if (report.failed > 0) (await import('./bulk-report.tsx')).openBulkReport(resource, report)
      if (report.failed === 0 || undo) tell(report, undo)
      selection.clear()
    } catch (error) {
      toast.failed(error)
    } finally {
      // Also after a lost reply the list must show what is true now.
      await forgetAll(client)
      setBusy(false)
    }
  }

  const tell = ({ succeeded }: BulkReport, undo = {}) =>
    toast.done(t('lists:bulk.done', { count: succeeded, shown: format.number(succeeded) }), undo)

  /** Undefined if it cannot be found out. */
  async function found(find: () => Promise<Possible>): Promise<Possible | undefined> {
    setBusy(true)
    try {
      return await find()
    } catch (error) {
      toast.failed(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  /** Those of these records that permit it now. */
  const possibleAmong = (asked: ReturnType<typeof listQuery>, isPermitted: (row: Row) => boolean) =>
    found(async () => {
      const { rows } = await client.fetchQuery({ ...asked, staleTime: 0 })
      const ids = rows.filter(isPermitted).map(({ id }) => id)
      return { chosen: [{ ids }], count: ids.length }
    })

  /** The records of the selection whose field has one of these values. */
  const possibleWith = (field: string, values: readonly unknown[]) =>
    found(async () => {
      const chosen = onlyWith(picked, field, values)
      return { chosen, count: await countOf(resource.path, chosen) }
    })

  return { isBusy, run, possibleAmong, possibleWith }
}
