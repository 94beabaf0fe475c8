import { http, newKey } from './http.ts'

export interface BulkRequest {
  readonly action: 'delete' | 'status' | 'update'
  readonly ids?: readonly string[]
  /** Instead of ids: the query of a list, for all that match it. */
  readonly filter?: string
  readonly input?: Readonly<Record<string, unknown>>
}

export interface BulkResult {
  readonly id: string
  readonly title: string | null
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

export interface BulkReport {
  readonly results: readonly BulkResult[]
  readonly succeeded: number
  readonly failed: number
  /** Where the filter matches more than one call changes: to be sent on in the filter. */
  readonly nextCursor: string | null
}

/** Each record separately: a refused record does not affect the others. */
export const changeMany = async (resource: string, request: BulkRequest): Promise<BulkReport> =>
  (await http<BulkReport>(`/${resource}/bulk`, { method: 'POST', body: request, idempotencyKey: newKey() })).data
