import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkReport } from '../../../api/bulk.ts'
import { forgetAll, type listQuery } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { useFormat } from '../../../i18n/locale.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type Change, type Chosen, changeAll, countOf, IDS_MAX, onlyWith } from './change-all.ts'
import type { Selection } from './selection.ts'

/** What would take a change of these records back. */
export type BackFrom = (ids: readonly string[]) => Promise<Change | undefined>

const noWayBack: BackFrom = async () => undefined

/** The part of the selection that can be changed. */
export interface Possible {
  readonly chosen: readonly Chosen[]
  readonly count: number
  /** How many selected records already are as they would become. */
  readonly unchanged: number
}

/** What is looked for in a selection. */
export interface Aim {
  readonly isPermitted: (row: Row) => boolean
  /** Where there are too many records to ask each of them: a field, and the values that permit it. */
  readonly field: string
  readonly from: readonly unknown[]
  /** The value that the field is to have. */
  readonly to?: unknown
}

/** How far a change of many records is. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** Changes many records, and tells what became of it. */
export function useBulkRun(resource: Resource, selection: Selection, picked: Chosen) {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<Progress>()
  const isStopped = useRef(false)

  async function run(
    { chosen, count, unchanged }: Possible,
    change: Change,
    backFrom: BackFrom = noWayBack,
  ): Promise<void> {
    setBusy(true)
    isStopped.current = false
    const showProgress = (done: number) => count > IDS_MAX && setProgress({ done, total: count })
    showProgress(0)
    try {
      const watch = { onProgress: showProgress, isStopped: () => isStopped.current }
      const report = await changeAll(resource.path, chosen, change, watch)
      const ids = report.results.filter(({ ok }) => ok).map(({ id }) => id)
      const back = ids.length > 0 ? await backFrom(ids) : undefined
      const undo = back && { undo: () => run(exactly(ids), back) }
      if (report.failed > 0) await showReport(report)
      if (report.failed === 0 || undo) tell(report, unchanged, undo)
      selection.clear()
    } catch (error) {
      toast.failed(error)
    } finally {
      // Also after a lost reply the list must show what is true now.
      await forgetAll(client)
      setBusy(false)
      setProgress(undefined)
    }
  }

  /** If the window cannot be loaded, at least the figures are told. */
  async function showReport(report: BulkReport): Promise<void> {
    try {
      const { openBulkReport } = await import('./bulk-report.tsx')
      openBulkReport(resource, report)
    } catch {
      toast.note(t('lists:bulk.report', { succeeded: report.succeeded, failed: report.failed }))
    }
  }

  function tell({ succeeded }: BulkReport, unchanged: number, undo = {}): void {
    const figures = { count: succeeded, shown: format.number(succeeded), unchanged: format.number(unchanged) }
    toast.done(t(unchanged > 0 ? 'lists:bulk.doneUnchanged' : 'lists:bulk.done', figures), undo)
  }

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
  const possibleAmong = (asked: ReturnType<typeof listQuery>, { isPermitted, field, to }: Aim) =>
    found(async () => {
      const { rows } = await client.fetchQuery({ ...asked, staleTime: 0 })
      const unchanged = to === undefined ? 0 : rows.filter((row) => row[field] === to).length
      return { ...exactly(rows.filter(isPermitted).map(({ id }) => id)), unchanged }
    })

  /** The records of the selection whose field has one of the values that permit it. */
  const possibleWith = ({ field, from, to }: Aim) =>
    found(async () => {
      const chosen = onlyWith(picked, field, from)
      const same = to === undefined ? [] : onlyWith(picked, field, [to])
      const [count, unchanged] = await Promise.all([chosen, same].map((some) => countOf(resource.path, some)))
      return { chosen, count: count!, unchanged: unchanged! }
    })

  const stop = () => {
    isStopped.current = true
  }

  return { isBusy, progress, stop, run, possibleAmong, possibleWith }
}

const exactly = (ids: readonly string[]): Possible => ({ chosen: [{ ids }], count: ids.length, unchanged: 0 })
