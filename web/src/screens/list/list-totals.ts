import { useQuery } from '@tanstack/react-query'
import { queryText } from '../../api/query-text.ts'
import { listQuery } from '../../api/records.ts'
import type { Meta } from '../../api/request.ts'
import type { Resource } from '../../api/resources.ts'
import type { ListState } from './list-state.ts'

export type ListTotals = Pick<Meta, 'counts' | 'sums' | 'summed'>

/** The number of records of each status and the sums of amounts. A request of its own, so that the rows do not wait for it. */
export function useListTotals(resource: Resource, { filters }: ListState, isOpening: boolean): ListTotals {
  const isCounted = (resource.statuses?.length ?? 0) > 0
  const isSummed = resource.fields.some((field) => field.isSummed)
  const include = [...(isCounted ? ['counts'] : []), ...(isSummed ? ['sums'] : [])]
  const query = queryText({ ...filters, perPage: 1, fields: 'id', include: include.join(',') })
  const { data } = useQuery({ ...listQuery(resource.path, query), enabled: include.length > 0 && !isOpening })
  return data?.meta ?? {}
}
