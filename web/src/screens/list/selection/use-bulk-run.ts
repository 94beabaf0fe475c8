import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { forgetAll } from '../../../api/records.ts'
import type { Resource } from '../../../api/resources.ts'
import { toast } from '../../../ui/toast.tsx'
import { type Change, changeAll, IDS_MAX } from './change-all.ts'
import { exactly, type Possible } from './possible.ts'
import type { Selection } from './selection.ts'
import { useOutcome } from './use-outcome.ts'

/** What would take a change of these records back. */
export type BackFrom = (ids: readonly string[]) => Promise<Change | undefined>

const noWayBack: BackFrom = async () => undefined

/** How far a change of many records is. */
export interface Progress {
  readonly done: number
  readonly total: number
}

/** Changes many records, and tells what became of it. */
export function useBulkRun(resource: Resource, selection: Selection) {
  const client = useQueryClient()
  const tell = useOutcome(resource)
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<Progress>()
  const isStopped = useRef(false)

  async function run(possible: Possible, change: Change, backFrom: BackFrom = noWayBack): Promise<void> {
    const { chosen, count, unchanged } = possible
    setBusy(true)
    isStopped.current = false
    const showProgress = (done: number) => count > IDS_MAX && setProgress({ done, total: count })
    showProgress(0)
    try {
      const watch = { onProgress: showProgress, isStopped: () => isStopped.current }
      const report = await changeAll(resource.path, chosen, change, watch)
      const ids = report.results.filter(({ ok }) => ok).map(({ id }) => id)
      const back = ids.length > 0 ? await backFrom(ids) : undefined
      await tell(report, unchanged, back && { undo: () => run(exactly(ids), back) })
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

  /** Undefined if it cannot be found out. */
  async function found(finding: Promise<Possible>): Promise<Possible | undefined> {
    setBusy(true)
    try {
      return await finding
    } catch (error) {
      toast.notLoaded(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }

  const stop = () => {
    isStopped.current = true
  }

  return { isBusy, progress, stop, run, found }
}
