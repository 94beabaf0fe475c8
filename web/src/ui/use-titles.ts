import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Resource } from '../api/resources.ts'
import { titleQuery } from '../api/titles.ts'

/** What records are called, by id, as far as it is known by now. */
export function useTitles(resource: Resource | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [resource?.name, 'titles', ...ids],
    queryFn: () =>
      Promise.all(ids.map(async (id) => [id, await client.fetchQuery(titleQuery(resource!, id))] as const)),
    enabled: resource !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map(data)
}
