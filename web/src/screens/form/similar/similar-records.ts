import { queryOptions } from '@tanstack/react-query'
import { http } from '../../../api/http.ts'
import { type Resource, type Row, valueAt } from '../../../api/resources.ts'

/** A record that a new one may be a second of. */
export interface SimilarRecord {
  readonly row: Row
  /** In which it is alike. */
  readonly fields: readonly string[]
}

interface Found {
  readonly id: string
  readonly fields: readonly string[]
}

const FRESH_MS = 10_000

/** Records that are alike in one of the fields that tell records of the resource apart. */
export function similarQuery({ path, similarBy = [] }: Resource, values: Readonly<Record<string, unknown>>) {
  const query = similarBy
    .map((name) => [name, valueAt(values, name)] as const)
    .flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(String(value))}`] : []))
    .join('&')
  return queryOptions({
    queryKey: [path, 'similar', query],
    queryFn: ({ signal }) => (query === '' ? [] : similarRecords(path, query, signal)),
    staleTime: FRESH_MS,
  })
}

async function similarRecords(path: string, query: string, signal: AbortSignal): Promise<readonly SimilarRecord[]> {
  const { data: found } = await http<readonly Found[]>(`/${path}/similar?${query}`, { signal })
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id).join(',')
  const { data: rows } = await http<readonly Row[]>(`/${path}?id[in]=${ids}&includeTotal=false`, { signal })
  return found.flatMap(({ id, fields }) => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ row, fields }] : []
  })
}
