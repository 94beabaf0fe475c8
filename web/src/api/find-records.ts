import { queryOptions } from '@tanstack/react-query'
import { http } from './http.ts'
import type { Resource, Row } from './resources.ts'
import { titleFieldsOf } from './titles.ts'

export type Finding = ReturnType<typeof findQuery>

const SHOWN = 8
/** Some results may be inactive, so more are asked for than shown. */
const ASKED = 16
const PICKED_FROM = 20
const FRESH_MS = 10_000
/** The server accepts no longer search text. */
const TEXT_MAX = 200

/**
 * The records that some typed words mean, the best first: codes, names, parts of them, slips of the finger. Of those that are
 * as good, the ones that were used last come first. Without words the last used, then the newest. What is out of use is left
 * out.
 */
export const findQuery = (resource: Resource, text: string, wanted: readonly string[], usage?: Usage) =>
  queryOptions({
    queryKey: [resource.path, 'find', text.trim(), usage?.path ?? '', ...wanted],
    queryFn: async ({ client, signal }): Promise<readonly Row[]> => {
      const fields = fieldsOf(resource, wanted)
      const words = text.trim()
      const recent = usage ? client.fetchQuery(recentQuery(usage)).catch(() => []) : []
      const rows = words
        ? await found(resource, words, fields, signal, recent)
        : await usual(resource, fields, signal, recent)
      return rows.filter(({ isActive }) => isActive !== false).slice(0, SHOWN)
    },
    staleTime: FRESH_MS,
  })

/** Records that use the ones that are looked for, such as the orders of customers, and the field that names these. */
export interface Usage {
  readonly path: string
  readonly field: string
}

const RECENT = 100
const RECENT_FRESH_MS = 60_000

/** The ids of what was used last: what the newest records name, the last one first. */
const recentQuery = ({ path, field }: Usage) =>
  queryOptions({
    queryKey: [path, 'recent', field],
    queryFn: async ({ signal }) => {
      const rows = await rowsAt(`/${path}?perPage=${RECENT}`, ['id', field], signal)
      return [...new Set(rows.map((row) => String(row[field])))]
    },
    staleTime: RECENT_FRESH_MS,
  })

type Recent = readonly string[] | Promise<readonly string[]>

/** Of the records that a picker offers. */
export interface Narrowing {
  /** In the words of a list: `outstanding[gt]=0`. */
  readonly filter?: string
  /** Fields that are read beside the names. */
  readonly wanted?: readonly string[]
}

/**
 * The records that a picker offers for some typed words, those out of use included. Where `GET /search` knows them it
 * ranks them; otherwise they are what a list finds, the newest first.
 */
export const pickQuery = (resource: Resource, text: string, { filter = '', wanted = [] }: Narrowing = {}) =>
  queryOptions({
    queryKey: [resource.path, 'find', text.trim(), 'pick', filter, ...wanted],
    queryFn: async ({ signal }): Promise<readonly Row[]> => {
      const fields = fieldsOf(resource, ['id', ...titleFieldsOf(resource), ...wanted])
      const words = text.trim()
      if (words.startsWith(`${resource.idPrefix}_`) && !/[\s,]/.test(words))
        return byIds(resource, [words], fields, signal)
      if (words && resource.isInSearch && !filter) return found(resource, words, fields, signal)
      const search = words && resource.isSearchable ? `&search=${encodeURIComponent(words)}` : ''
      return rowsAt(`/${resource.path}?perPage=${PICKED_FROM}${search}${filter && `&${filter}`}`, fields, signal)
    },
    staleTime: FRESH_MS,
  })

/** A hidden field must not be asked for. */
const fieldsOf = ({ fields }: Resource, wanted: readonly string[]): readonly string[] =>
  ['id', 'isActive', ...wanted].filter((name) => fields.some((field) => field.name === name))

/** What was used last, then the newest. */
async function usual(resource: Resource, fields: readonly string[], signal: AbortSignal, recent: Recent) {
  const isActive = fields.includes('isActive') ? '&isActive=true' : ''
  const newest = rowsAt(`/${resource.path}?perPage=${SHOWN}${isActive}`, fields, signal)
  const [rows, ids] = await Promise.all([newest, recent])
  const last = ids.slice(0, SHOWN)
  const used = last.length > 0 ? await byIds(resource, last, fields, signal) : []
  return [...used, ...rows.filter(({ id }) => !last.includes(id))]
}

async function found(
  resource: Resource,
  words: string,
  fields: readonly string[],
  signal: AbortSignal,
  recent: Recent = [],
): Promise<readonly Row[]> {
  const question = `/search?types=${resource.path}&limit=${ASKED}&q=${encodeURIComponent(words.slice(0, TEXT_MAX))}`
  const { data } = await http<Readonly<Record<string, readonly Hit[]>>>(question, { signal })
  const hits = data[resource.path] ?? []
  const ids = lastUsedFirst(hits, await recent).map(({ id }) => id)
  return ids.length === 0 ? [] : byIds(resource, ids, fields, signal)
}

interface Hit {
  readonly id: string
  readonly score: number
}

/** Among names that begin alike, however long they are. */
const BEGINS = 0.9

/** A name or code that is exactly meant stays first, and what is misspelt stays last. */
function lastUsedFirst(hits: readonly Hit[], recent: readonly string[]): readonly Hit[] {
  if (recent.length === 0) return hits
  const tierOf = ({ score }: Hit) => (score < 1 ? Math.min(score, BEGINS) : score)
  const placeOf = ({ id }: Hit) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return hits.toSorted(
    (one, other) =>
      tierOf(other) - tierOf(one) ||
      placeOf(one) - placeOf(other) ||
      other.score - one.score ||
      (one.id < other.id ? -1 : 1), // a later one may be a second of the first
  )
}

/** In the order of the ids. */
async function byIds({ path }: Resource, ids: readonly string[], fields: readonly string[], signal: AbortSignal) {
  const rows = await rowsAt(`/${path}?perPage=${ASKED}&id[in]=${ids.join(',')}`, fields, signal)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const rowsAt = async (address: string, fields: readonly string[], signal: AbortSignal) =>
  (await http<readonly Row[]>(`${address}&includeTotal=false&fields=${fields.join(',')}`, { signal })).data
