import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { canGoTo, isEditable, permits, permittedIn } from '../../../api/permitted.ts'
import { queryText } from '../../../api/query-text.ts'
import { recordQuery } from '../../../api/records.ts'
import type { Resource, Row } from '../../../api/resources.ts'
import { isCancelling } from '../../../api/stages.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { ListState } from '../list-state.ts'
import type { Change } from './change-all.ts'
import { type Aim, type Possible, possibleAmong, possibleInMany } from './possible.ts'
import { selectedQuery } from './selected-rows.ts'
import type { Selection } from './selection.ts'
import { useBulkRun } from './use-bulk-run.ts'
import { useBulkWords } from './use-bulk-words.ts'

/** Whether the page of the record offers to delete it. */
export const isOffered = (row: Row): boolean => permittedIn(row).delete.offered

/** Whether the page of the record offers to set this status. */
export const canBeMoved = (row: Row, status: string): boolean => permits(row, 'status') && canGoTo(row, status)

/** The statuses that this one can follow. */
export const statusesBefore = ({ transitions }: Resource, status: string): readonly string[] =>
  transitions.filter(({ to }) => to === status).flatMap(({ from }) => from)

type Question = Parameters<typeof confirm>[0]
type Preview = Pick<Question, 'preview'>

/** More are not tried out before they are changed. */
const PREVIEW_MAX = 100

const DELETION: Change = { action: 'delete' }
const moving = (status: string): Change => ({ action: 'status', input: { status } })
const turning = (isActive: boolean): Change => ({ action: 'update', input: { isActive } })

/** Of a few records: trying costs as much as doing. */
function previewOf({ path }: Resource, { chosen, count }: Possible, change: Change): Preview {
  const [some, ...more] = chosen
  if (!some || more.length > 0 || count > PREVIEW_MAX) return {}
  return { preview: { trial: { method: 'POST', path: `/${path}/bulk`, body: { ...change, ...some } } } }
}

interface BulkProps {
  readonly resource: Resource
  readonly state: ListState
  readonly selection: Selection
}

/** The same change of all selected records that permit it; undone where that is possible. */
export function useBulk({ resource, state, selection }: BulkProps) {
  const client = useQueryClient()
  const { ask, wasAskingAt } = useQuestion()
  const picked = selection.isAllMatching ? { filter: queryText(state.filters) } : { ids: [...selection.ids] }
  const { run, found: foundBy, ...running } = useBulkRun(resource, selection)
  const words = useBulkWords(resource, selection.count)
  const asked = selectedQuery(resource, selection)

  /** The selected records that permit it, as they are now; where there are too many to ask, those with one of the values. */
  const possible = (aim: Aim) =>
    foundBy(asked ? possibleAmong(client, asked, aim) : possibleInMany(client, resource, picked, aim))

  /** Only where all had the same status before, and the first of them may have it again. */
  async function backTo(before: string | undefined, [id]: readonly string[]): Promise<Change | undefined> {
    if (!before) return undefined
    const { row } = await client.fetchQuery({ ...recordQuery(resource.path, id!), staleTime: 0 })
    return canGoTo(row, before) ? moving(before) : undefined
  }

  return {
    ...running,
    picked,
    /** Why none of the selected records can be deleted. */
    noneDeleted: words.noneDeleted,
    wasAskingAt,
    /** Without those that are so already: what did not change is not to be changed back. */
    async turn(isActive: boolean): Promise<void> {
      const isPermitted = (row: Row) => row.isActive !== isActive && isEditable(row, 'isActive')
      const found = await possible({ isPermitted, field: 'isActive', from: [!isActive], to: isActive })
      if (!found) return
      if (found.count === 0) return toast.note(words.noneTurned(isActive, found.unchanged))
      // A selection that goes beyond the page is easily larger than the user thinks.
      const preview = previewOf(resource, found, turning(isActive))
      if (!asked && !(await ask(words.turn(found.count, isActive), preview))) return
      await run(found, turning(isActive), async () => turning(!isActive))
    },
    /** Records in a status that this one cannot follow are left out. */
    async moveTo(status: string): Promise<void> {
      const isPermitted = (row: Row) => canBeMoved(row, status)
      const from = statusesBefore(resource, status)
      const found = await possible({ isPermitted, field: 'status', from, to: status })
      if (!found) return
      const { count, unchanged, isEstimate = false } = found
      if (count === 0) return toast.note(words.noneMoved(status, unchanged))
      const isAsked = !asked || isCancelling(resource, status) || count + unchanged < selection.count
      const preview = previewOf(resource, found, moving(status))
      if (isAsked && !(await ask(words.move(count, unchanged, status, isEstimate), preview))) return
      await run(found, moving(status), (ids) => backTo(state.search.status, ids))
    },
    /** Records whose own page does not offer to delete them are left out. */
    async remove(): Promise<void> {
      const { field, values } = resource.deletable ?? { field: undefined, values: [] }
      const aim = { isPermitted: isOffered, field: field ?? '', from: values }
      const found = asked || field ? await possible(aim) : { chosen: [picked], count: selection.count, unchanged: 0 }
      if (!found) return
      if (found.count === 0) return toast.note(words.noneDeleted())
      if (await ask(words.deletion(found.count), previewOf(resource, found, DELETION))) await run(found, DELETION)
    },
  }
}

function useQuestion() {
  /** When the last question was answered; later than anything while one is open. */
  const answeredAt = useRef(0)
  return {
    ask(question: Question, preview: Preview): Promise<boolean> {
      answeredAt.current = Number.POSITIVE_INFINITY
      return confirm({ ...question, ...preview }).finally(() => {
        answeredAt.current = performance.now()
      })
    },
    /** Whether a key was pressed while a question was open, and so was meant for that. */
    wasAskingAt: ({ timeStamp }: KeyboardEvent) => timeStamp <= answeredAt.current,
  }
}
