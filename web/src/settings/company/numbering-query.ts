import { queryOptions } from '@tanstack/react-query'
import { http } from '../../api/http.ts'

/** A series of numbers of one type of document, in the current year. */
export interface NumberSeries {
  readonly document: string
  readonly pattern: string
  readonly nextNumber: number
  /** How the next number is written. */
  readonly number: string
}

/** Under the settings, so that it is read again with them. */
export const numberingQuery = queryOptions({
  queryKey: ['settings', 'numbering'],
  queryFn: async ({ signal }) => (await http<readonly NumberSeries[]>('/settings/numbering', { signal })).data,
  staleTime: 0,
})
