import type { Reply } from '../../core/command.ts'
import type { Problem } from '../../core/problem.ts'
import type { Entry } from '../../core/rules.ts'
import { isObject } from '../../model/input.ts'
import type { Language } from '../../model/message.ts'
import { PERMITTED, type Permitted } from '../../model/permitted.ts'
import type { AnyRecord } from '../../model/resource.ts'
import { envelopeOf } from '../problems.ts'

/** What a tool answers with: the same as an object for programs and as text for models. */
export interface ToolResult extends AnyRecord {
  content: { type: 'text'; text: string }[]
  structuredContent: AnyRecord
  isError?: boolean
}

const resultOf = (structuredContent: AnyRecord): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
})

/** The same code, message and details that the API answers with. */
export const refusalResult = (problem: Problem, requestId: string, language: Language): ToolResult => ({
  ...resultOf({ error: JSON.parse(envelopeOf(problem, requestId, language)).error }),
  isError: true,
})

/** The page of a record in the web interface. */
export type LinkOf = (entry: Entry, id: unknown) => string

/** The page of the only record of a resource is that of the resource. */
export const linksAt =
  (origin: string): LinkOf =>
  ({ resource, path, actions }, id) => {
    const isOnly = actions.some(({ recordId }) => recordId === id)
    return `${origin}/${path ?? resource.name}${isOnly ? '' : `/${id}`}`
  }

/** A reply of the API, without its empty fields and with links. */
export function replyResult(reply: Reply, entry: Entry, isRecord: boolean, linkOf: LinkOf): ToolResult {
  if (reply.body === '') return resultOf({ done: true })
  const { data, meta } = JSON.parse(reply.body) as { data: unknown; meta?: AnyRecord }
  const told = withoutEmpty(withoutPages(meta)) as AnyRecord
  // A record that was only tried out has no page.
  const hasPage = isRecord && told.dryRun === undefined
  if (data === null) return resultOf(told)
  if (Array.isArray(data))
    return resultOf({ records: data.map((record) => shown(record, entry, hasPage, linkOf)), ...told })
  if (isRecord && isObject(data)) return resultOf({ record: shown(data, entry, hasPage, linkOf), ...told })
  return resultOf({ result: withoutEmpty(data), ...told })
}

const PAGES = ['page', 'perPage', 'totalPages', 'hasMore']

/** A model goes on by the cursor, and turns no pages. */
const withoutPages = (meta: AnyRecord = {}): AnyRecord =>
  Object.fromEntries(Object.entries(meta).filter(([name]) => !PAGES.includes(name)))

function shown(record: AnyRecord, entry: Entry, hasPage: boolean, linkOf: LinkOf): unknown {
  const { [PERMITTED]: permitted, ...rest } = record
  return {
    ...(withoutEmpty(rest) as AnyRecord),
    ...(permitted !== undefined && { [PERMITTED]: summaryOf(permitted as Permitted) }),
    ...(hasPage && { link: linkOf(entry, record.id) }),
  }
}

/** Which fields can be changed follows from the description of the resource, and from the refusal of a change. */
const summaryOf = ({ delete: { offered: _, ...removal }, actions }: Permitted) => ({ delete: removal, actions })

/** The hits of all kinds in one list, the best first. */
export function searchResult(reply: Reply, byName: ReadonlyMap<string, Entry>, linkOf: LinkOf): ToolResult {
  const { data } = JSON.parse(reply.body) as { data: Record<string, AnyRecord[]> }
  const hits = Object.values(data)
    .flat()
    .sort((a, b) => Number(b.score) - Number(a.score))
    .map(({ type, score: _, ...hit }) => ({
      resource: type,
      ...(withoutEmpty(hit) as AnyRecord),
      link: linkOf(byName.get(type as string)!, hit.id),
    }))
  return resultOf({ hits })
}

export const describedResult = (description: AnyRecord): ToolResult => resultOf(withoutEmpty(description) as AnyRecord)

/** Models read every word: what says nothing is left out. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (!isObject(value)) return value
  const kept = Object.entries(value)
    .map(([name, part]) => [name, withoutEmpty(part)] as const)
    .filter(([, part]) => !isEmpty(part))
  return Object.fromEntries(kept)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
