import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryText } from '../../../api/query-text.ts'
import { recordQuery } from '../../../api/records.ts'
import type { Resource } from '../../../api/resources.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FINAL } from '../../record/cancel-words.ts'
import { canGoTo } from '../../record/transitions.ts'
import type { ListState } from '../list-state.ts'
import { type Change, unlike } from './change-all.ts'
import type { Selection } from './selection.ts'
import { useBulkRun } from './use-bulk-run.ts'
import { useBulkWords } from './use-bulk-words.ts'

interface BulkProps {
  readonly resource: Resource
  readonly state: ListState
  readonly selection: Selection
}

/** The same change of all selected records that permit it; undone where that is possible. */
export function useBulk({ resource, state, selection }: BulkProps) {
  const client = useQueryClient()
  /** When the last question was answered; later than anything while one is open. */
  const answeredAt = useRef(0)
  const picked = selection.isAllMatching ? { filter: queryText(state.filters) } : { ids: [...selection.ids] }
  const { isBusy, run, possibleWith } = useBulkRun(resource, selection, picked)
  const words = useBulkWords(resource, selection.count)

  /** Only where all had the same status before, and the first of them may have it again. */
  async function backTo(before: string | undefined, [id]: readonly string[]): Promise<Change | undefined> {
    if (!before) return undefined
    const { row } = await client.fetchQuery({ ...recordQuery(resource.path, id!), staleTime: 0 })
    return canGoTo(row, before) ? { action: 'status', input: { status: before } } : undefined
  }

  function ask(question: Parameters<typeof confirm>[0]): Promise<boolean> {
    answeredAt.current = Number.POSITIVE_INFINITY
    return confirm(question).finally(() => {
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
    /** Records in a status that this one cannot follow are left out. */
    async moveTo(status: string): Promise<void> {
      const from = resource.transitions.filter(({ to }) => to === status).flatMap((one) => one.from)
      const possible = await possibleWith('status', from)
      if (!possible) return
      if (possible.count === 0) return toast.note(words.noneMoved(status))
      const isAsked = status === FINAL || possible.count < selection.count
      if (isAsked && !(await ask(words.move(possible.count, status)))) return
      await run(possible.chosen, { action: 'status', input: { status } }, (ids) => backTo(state.search.status, ids))
    },
    /** Records whose own page does not offer to delete them are left out. */
    async remove(): Promise<void> {
      const { deletable } = resource
      const all = { chosen: [picked], count: selection.count }
      const possible = deletable ? await possibleWith(deletable.field, deletable.values) : all
      if (!possible) return
      if (possible.count === 0) return toast.note(words.noneDeleted())
      if (await ask(words.deletion(possible.count))) await run(possible.chosen, { action: 'delete' })
    },
  }
}
