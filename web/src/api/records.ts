import { keepPreviousData, type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { http, newKey } from './http.ts'
import { INCLUDE_PERMITTED } from './permitted.ts'
import type { Meta } from './request.ts'
import type { Row } from './resources.ts'

/** Tells this page of the browser from all others. */
const PAGE_KEY = newKey()

export interface Page {
  readonly rows: readonly Row[]
  readonly meta: Meta
}

/** Everything that was read of a resource lies under its name, so that one word makes it all be read again. */
export const listQuery = (resource: string, query: string) =>
  queryOptions({
    queryKey: [resource, 'list', query],
    queryFn: async ({ signal }): Promise<Page> => {
      const { data, meta } = await http<readonly Row[]>(`/${resource}${query && `?${query}`}`, { signal })
      return { rows: data, meta }
    },
    placeholderData: keepPreviousData,
  })

export interface RecordRead {
  readonly row: Row
  readonly etag: string | undefined
}

/** With what the user may do with it now. */
export const recordQuery = (resource: string, id: string) =>
  queryOptions({
    queryKey: [resource, 'record', id],
    queryFn: async ({ signal }): Promise<RecordRead> => {
      const { data, etag } = await http<Row>(`/${resource}/${id}?${INCLUDE_PERMITTED}`, { signal })
      return { row: data, etag }
    },
  })

export interface HistoryEntry extends Row {
  readonly action: string
  readonly actorName: string | null
  readonly operation: string | null
  readonly createdAt: string
  readonly requestId: string | null
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>> | null
}

export const historyQuery = (resource: string, id: string, page: number) =>
  queryOptions({
    queryKey: [resource, 'history', id, page],
    queryFn: async ({ signal }) => {
      const { data, meta } = await http<readonly HistoryEntry[]>(`/${resource}/${id}/history?page=${page}`, { signal })
      return { entries: data, meta }
    },
    placeholderData: keepPreviousData,
  })

export type Input = Readonly<Record<string, unknown>>

export const updateRecord = (resource: string, id: string, input: Input, ifMatch?: string) =>
  http<Row>(`/${resource}/${id}`, { method: 'PUT', body: input, ...(ifMatch && { ifMatch }) })

/** A record is deleted once, so one key serves every attempt: a repeated request after a lost reply succeeds. */
export const deleteRecord = (resource: string, id: string) =>
  http<void>(`/${resource}/${id}`, { method: 'DELETE', idempotencyKey: `${PAGE_KEY}-delete-${resource}-${id}` })

export const changeStatus = (resource: string, id: string, status: string, further: Input = {}) =>
  http<Row>(`/${resource}/${id}/status`, { method: 'PUT', body: { ...further, status } })

/** One write may change records of other resources too (an order its items), so everything shown is read again. */
export const forgetAll = (client: QueryClient, isKept: (query: Query) => boolean = () => false): Promise<void> =>
  client.invalidateQueries({
    predicate: (query) => query.queryKey[0] !== 'resources' && query.queryKey[0] !== 'me' && !isKept(query),
  })
