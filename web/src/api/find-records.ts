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
 * The records that some typed words mean, the best first: codes, names, parts of them, slips of the finger. Without words
 * the newest. What is out of use is left out.
 */
export const findQuery = (resource: Resource, text: string, wanted: readonly string[]) =>
  queryOptions({
    queryKey: [resource.path, 'find', text.trim(), ...wanted],
    queryFn: async ({ signal }): Promise<readonly Row[]> => {
      const fields = fieldsOf(resource, wanted)
      const words = text.trim()
      const rows = words ? await found(resource, words, fields, signal) : await newest(resource, fields, signal)
      return rows.filter(({ isActive }) => isActive !== false).slice(0, SHOWN)
    },
    staleTime: FRESH_MS,
  })

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

async function newest({ path }: Resource, fields: readonly string[], signal: AbortSignal): Promise<readonly Row[]> {
  const isActive = fields.includes('isActive') ? '&isActive=true' : ''
  return rowsAt(`/${path}?perPage=${SHOWN}${isActive}`, fields, signal)
}

async function found(
  resource: Resource,
  words: string,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const question = `/search?types=${resource.path}&limit=${ASKED}&q=${encodeURIComponent(words.slice(0, TEXT_MAX))}`
  const { data } = await http<Readonly<Record<string, readonly Row[]>>>(question, { signal })
  const ids = (data[resource.path] ?? []).map(({ id }) => id)
  return ids.length === 0 ? [] : byIds(resource, ids, fields, signal)
}

/** In the order of the ids. */
async function byIds({ path }: Resource, ids: readonly string[], fields: readonly string[], signal: AbortSignal) {
  const rows = await rowsAt(`/${path}?perPage=${ASKED}&id[in]=${ids.join(',')}`, fields, signal)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const rowsAt = async (address: string, fields: readonly string[], signal: AbortSignal) =>
  (await http<readonly Row[]>(`${address}&includeTotal=false&fields=${fields.join(',')}`, { signal })).data
