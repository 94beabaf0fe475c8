import { queryOptions } from '@tanstack/react-query'
import { http } from './http.ts'
import type { Resource, Row } from './resources.ts'

export type Finding = ReturnType<typeof findQuery>

const SHOWN = 8
/** Some of what is found may be out of use; so more are asked for than shown. */
const ASKED = 16
const FRESH_MS = 10_000

/**
 * The records that some typed words mean, the best first: codes, names, parts of them, slips of the finger. Without words
 * the newest. What is out of use is left out.
 */
export const findQuery = (resource: Resource, text: string, wanted: readonly string[]) =>
  queryOptions({
    queryKey: [resource.path, 'find', text.trim()],
    queryFn: async ({ signal }) => {
      const fields = fieldsOf(resource, wanted)
      const words = text.trim()
      const rows = words ? await found(resource, words, fields, signal) : await newest(resource, fields, signal)
      return rows.filter(({ isActive }) => isActive !== false).slice(0, SHOWN)
    },
    staleTime: FRESH_MS,
  })

/** A field that is hidden from the user must not even be asked for. */
const fieldsOf = ({ fields }: Resource, wanted: readonly string[]): readonly string[] =>
  ['id', 'isActive', ...wanted].filter((name) => fields.some((field) => field.name === name))

async function newest({ path }: Resource, fields: readonly string[], signal: AbortSignal): Promise<readonly Row[]> {
  const isActive = fields.includes('isActive') ? '&isActive=true' : ''
  return rowsAt(`/${path}?perPage=${SHOWN}${isActive}`, fields, signal)
}

async function found(
  { path }: Resource,
  words: string,
  fields: readonly string[],
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const question = `/search?types=${path}&limit=${ASKED}&q=${encodeURIComponent(words)}`
  const { data } = await http<Readonly<Record<string, readonly Row[]>>>(question, { signal })
  const ids = (data[path] ?? []).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await rowsAt(`/${path}?perPage=${ASKED}&id[in]=${ids.join(',')}`, fields, signal)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const rowsAt = async (address: string, fields: readonly string[], signal: AbortSignal) =>
  (await http<readonly Row[]>(`${address}&includeTotal=false&fields=${fields.join(',')}`, { signal })).data
