import { queryOptions } from '@tanstack/react-query'
import { http } from './http.ts'
import { queryClient } from './query-client.ts'
import { type Field, fieldOf, type Resource, type Row, resourcesQuery, valueAt } from './resources.ts'

/** The fields that a record may be called by, the best first: a draft has no number yet, but a customer. */
export function titleFieldsOf({ title, about, fields }: Resource): readonly string[] {
  const isRef = (path: string | undefined) => fields.find(({ name }) => name === path)?.kind === 'ref'
  const searched = fields.filter(({ isSearched, kind }) => isSearched && kind === 'text').map(({ name }) => name)
  const subject = about && !isRef(about.field) ? [about.field] : []
  return [...new Set([...(isRef(title) ? [] : [title]), ...subject, ...searched])]
}

/** `unnamed`: what it is called if none of these fields has a value. */
export const titleOf = (resource: Resource, row: Row, unnamed = row.id): string =>
  String(
    titleFieldsOf(resource)
      .map((field) => valueAt(row, field))
      .find((value) => value) ?? unnamed,
  )

/** A record without a title of its own is called by the records that it names: a payment by its invoice and customer. */
function namingRefsOf(resource: Resource): readonly Field[] {
  const [title, ...others] = titleFieldsOf(resource)
  const isNamed = others.length > 0 || fieldOf(resource, title ?? '')?.isRequired
  if (isNamed) return []
  return resource.fields.filter(({ name, kind }) => kind === 'ref' && name !== 'createdBy').slice(0, EXPANDED_MAX)
}

/** The API returns no more of them beside a record. */
const EXPANDED_MAX = 3

function titleByRefs(resource: Resource, row: Row): string | undefined {
  const resources = queryClient.getQueryData(resourcesQuery.queryKey) ?? []
  const names = namingRefsOf(resource).flatMap(({ name, target }) => {
    const of = resources.find((one) => one.name === target)
    const named = valueAt(row, `expanded.${name}`) as Row | null
    return of && named ? [titleOf(of, named)] : []
  })
  return names.length > 0 ? names.join(' · ') : undefined
}

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
  const refs = namingRefsOf(resource).map(({ name }) => name)
  const expand = refs.length > 0 ? `&expand=${refs.join(',')}` : ''
  const query = `id[in]=${[...asked.keys()].join(',')}&fields=${fields}&perPage=100&includeTotal=false${expand}`
  try {
    const { data } = await http<readonly Row[]>(`/${resource.path}?${query}`)
    const titles = new Map(data.map((row) => [row.id, titleOf(resource, row, titleByRefs(resource, row))]))
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
