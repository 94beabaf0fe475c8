import { queryOptions } from '@tanstack/react-query'
import { answerIn } from '../../../client/src/request.ts'
import type { BulkReport } from './bulk.ts'
import { API_ROOT, quietTransport } from './http.ts'
import type { Input } from './records.ts'

/** A write that is tried out before the user is asked about it. */
export interface Trial {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: Input
}

/** What it would do to one record, as far as the user may see it. */
export interface Effect {
  readonly resource: string
  readonly recordId: string
  readonly title: string | null
  readonly action: 'create' | 'update' | 'delete'
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}

interface Tried {
  readonly data: Partial<BulkReport> | null
  readonly effects: readonly Effect[]
}

/** Nothing of it is kept, neither by the server nor here. */
export const trialQuery = ({ method, path, body }: Trial) =>
  queryOptions({
    queryKey: ['dry-run', method, path, body],
    queryFn: async ({ signal }): Promise<Tried> => {
      const sent = { method, signal, ...(body && { body }) }
      const response = await quietTransport.send(`${API_ROOT}${path}?dryRun=true`, sent)
      const { data, meta } = await answerIn<Tried['data'], { readonly effects?: readonly Effect[] }>(response)
      return { data, effects: meta.effects ?? [] }
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
