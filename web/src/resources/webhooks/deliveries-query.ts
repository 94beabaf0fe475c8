import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { http } from '../../api/http.ts'
import type { Row } from '../../api/resources.ts'

const POLL_MS = 2000

export interface Attempt {
  readonly at: string
  readonly durationMs: number
  readonly status: number | null
  readonly response: string | null
  readonly error: string | null
}

export interface Delivery extends Row {
  readonly type: string
  readonly resource: string | null
  readonly recordId: string | null
  readonly status: string
  readonly droppedReason: string | null
  readonly attemptCount: number
  readonly attempts: readonly Attempt[]
  readonly nextAttemptAt: string | null
  readonly body: string | null
  readonly createdAt: string
}

/** Read again and again while something is about to be sent. */
export const deliveriesQuery = (webhook: string, page: number) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', webhook, page],
    queryFn: async ({ signal }) => {
      const { data, meta } = await http<readonly Delivery[]>(`/webhooks/${webhook}/deliveries?page=${page}`, { signal })
      return { deliveries: data, meta }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ nextAttemptAt }) => nextAttemptAt !== null) ? POLL_MS : false,
  })
