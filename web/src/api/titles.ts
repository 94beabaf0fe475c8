import { queryOptions } from '@tanstack/react-query'
import { http } from './http.ts'
import { type Resource, type Row, valueAt } from './resources.ts'

/** The fields that a record may be called by, the best first: a draft has no number yet, but a customer. */
export function titleFieldsOf({ title, fields }: Resource): readonly string[] {
  const isRef = fields.find(({ name }) => name === title)?.kind === 'ref'
  const searched = fields.filter(({ isSearched, kind }) => isSearched && kind === 'text').map(({ name }) => name)
  return [...new Set([...(isRef ? [] : [title]), ...searched])]
}

export const titleOf = (resource: Resource, row: Row): string =>
  String(
    titleFieldsOf(resource)
      .map((field) => valueAt(row, field))
      .find((value) => value) ?? row.id,
  )

type Waiting = { readonly resource: Resource; readonly asked: Map<string, PromiseWithResolvers<string>> }

const waiting = new Map<string, Waiting>()

/** All titles of one tick are fetched in one request. */
function fetchTitle(resource: Resource, id: string): Promise<string> {
  const batch = waiting.get(resource.name) ?? { resource, asked: new Map() }
  if (batch.asked.size === 0) setTimeout(() => fetchBatch(batch), 0)
  waiting.set(resource.name, batch)
  const promise = batch.asked.get(id) ?? Promise.withResolvers<string>()
  batch.asked.set(id, promise)
  return promise.promise
}

async function fetchBatch({ resource, asked }: Waiting): Promise<void> {
  waiting.delete(resource.name)
  const fields = ['id', ...titleFieldsOf(resource)].join(',')
  const query = `id[in]=${[...asked.keys()].join(',')}&fields=${fields}&perPage=100&includeTotal=false`
  try {
    const { data } = await http<readonly Row[]>(`/${resource.path}?${query}`)
    const titles = new Map(data.map((row) => [row.id, titleOf(resource, row)]))
    for (const [id, { resolve }] of asked) resolve(titles.get(id) ?? id)
  } catch (error) {
    for (const { reject } of asked.values()) reject(error)
  }
}

const FRESH_MS = 300_000

export const titleQuery = (resource: Resource, id: string) =>
  queryOptions({
    queryKey: [resource.name, 'title', id],
    queryFn: () => fetchTitle(resource, id),
    staleTime: FRESH_MS,
  })
