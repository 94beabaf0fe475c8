import type { Operations } from './generated/contract.ts'
import { keyedResources, routes, unrepeatable } from './generated/routes.ts'
import type { Query } from './query.ts'
import { answerIn, newKey, sendRequest } from './request.ts'
import type { Transport } from './transport.ts'
import type { AllOf, Answer, CallOptions, DataOf, FileAnswer, MetaOf, MethodOf } from './types.ts'

interface Route {
  readonly operation: keyof Operations
  readonly takes?: 'body' | 'query'
  readonly isFile?: true
}
type Routes = typeof routes

type Methods<Resource> = {
  readonly [Name in keyof Resource]: Resource[Name] extends {
    readonly operation: infer Operation extends keyof Operations
  }
    ? MethodOf<Operation>
    : never
}
/** A list that is read page by page can also be read as a whole. */
type Whole<Resource> = Resource extends {
  readonly list: { readonly operation: infer Operation extends keyof Operations }
}
  ? Operations[Operation] extends { readonly query?: { readonly cursor?: string } }
    ? { readonly all: AllOf<Operation> }
    : unknown
  : unknown

type ReadByKey = 'GET /{resource}/by/{field}/{value}'
type UpsertByKey = 'PUT /{resource}/by/{field}/{value}'

/** A record can also be read and written by a unique field: `by('itemCode', 'BOLT-M8')`. */
type ByKey<Resource> = Resource extends {
  readonly get: { readonly operation: infer Read extends keyof Operations }
  readonly update: { readonly operation: infer Update extends keyof Operations }
}
  ? Read extends `GET /${Operations[ReadByKey]['path']['resource']}/{id}`
    ? {
        readonly by: (
          field: string,
          value: string,
          options?: CallOptions,
        ) => Promise<Answer<DataOf<Read>, MetaOf<Read>>>
        /** Changes the record with this value, or creates it. */
        readonly upsert: (
          field: string,
          value: string,
          body: Operations[Update] extends { readonly body: infer Body } ? Body : never,
          options?: CallOptions,
        ) => Promise<Answer<DataOf<Update>, MetaOf<Update>>>
      }
    : unknown
  : unknown

/** Everything that the API can do: `items.list`, `salesOrders.setStatus`, `search`. */
export type Resources = {
  readonly [Name in keyof Routes]: Routes[Name] extends { readonly operation: infer Operation extends keyof Operations }
    ? MethodOf<Operation>
    : Methods<Routes[Name]> & Whole<Routes[Name]> & ByKey<Routes[Name]>
}

type Method = (...words: unknown[]) => Promise<Answer<unknown, PageMeta> | FileAnswer>
interface PageMeta {
  readonly nextCursor?: string | null
}

export function resourcesOf(transport: Transport): Resources {
  const entries = Object.entries(routes).map(([name, described]) => [
    name,
    'operation' in described ? methodOf(transport, described as Route) : resourceOf(transport, described),
  ])
  return Object.fromEntries(entries)
}

function resourceOf(transport: Transport, described: Readonly<Record<string, Route>>): Record<string, unknown> {
  const methods = Object.entries(described).map(([name, route]) => [name, methodOf(transport, route)] as const)
  const list = methods.find(([name]) => name === 'list')?.[1]
  return { ...Object.fromEntries(methods), ...(list && { all: allOf(list) }), ...byKeyOf(transport, described.get) }
}

const READ_BY_KEY: ReadByKey = 'GET /{resource}/by/{field}/{value}'
const UPSERT_BY_KEY: UpsertByKey = 'PUT /{resource}/by/{field}/{value}'

function byKeyOf(transport: Transport, get: Route | undefined): Record<string, unknown> {
  const [, resource = ''] = /^GET \/([^/]+)\/\{id\}$/.exec(get?.operation ?? '') ?? []
  if (!keyedResources.includes(resource)) return {}
  const placed = (field: unknown, value: unknown) => ({ path: { resource, field: idOf(field), value: idOf(value) } })
  return {
    by: async (field: unknown, value: unknown, options: CallOptions = {}) =>
      answerIn(await sendRequest(transport, READ_BY_KEY, { ...options, ...placed(field, value) })),
    upsert: async (field: unknown, value: unknown, body: unknown, options: CallOptions = {}) => {
      const sent = keyed(UPSERT_BY_KEY, { ...options, ...placed(field, value), body })
      return answerIn(await sendRequest(transport, UPSERT_BY_KEY, sent), true)
    },
  }
}

/** The id, then the body or the query, then the options. */
function methodOf(transport: Transport, { operation, takes, isFile }: Route): Method {
  return async (...words) => {
    const path = operation.includes('{id}') ? { id: idOf(words.shift()) } : {}
    const body = takes === 'body' ? words.shift() : undefined
    const { filter, ...query } = ((takes === 'query' && words.shift()) || {}) as Query & { filter?: Query }
    const options = (words.shift() ?? {}) as CallOptions
    const headers = { ...options.headers, ...(isFile && { accept: '*/*' }) }
    const places = { path, query, ...(filter && { filter }), ...(body !== undefined && { body }) }
    const response = await sendRequest(transport, operation, keyed(operation, { ...options, headers, ...places }))
    return isFile ? fileIn(response) : answerIn(response, !operation.startsWith('GET '))
  }
}

/** Every write that can be repeated gets a key, which stays the same over all attempts. */
export function keyed<Options extends CallOptions>(operation: keyof Operations, options = {} as Options): Options {
  const isRead = operation.startsWith('GET ')
  return isRead || unrepeatable.includes(operation) ? options : { idempotencyKey: newKey(), ...options }
}

/** An empty id would address the list. */
function idOf(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new TypeError(`An id must be a text that is not empty, not ${JSON.stringify(value)}.`)
}

const PAGE_SIZE = 100

const allOf = (list: Method) =>
  async function* all(query: Query = {}, options?: CallOptions): AsyncGenerator<unknown, void, void> {
    let cursor: string | undefined
    do {
      const asked = { perPage: PAGE_SIZE, ...query, includeTotal: false, ...(cursor && { cursor }) }
      const { data, meta } = (await list(asked, options)) as Answer<readonly unknown[], PageMeta>
      yield* data
      cursor = meta.nextCursor ?? undefined
    } while (cursor)
  }

function fileIn(response: Response): FileAnswer {
  const { headers } = response
  const [, name = ''] = /filename="?([^";]+)"?/.exec(headers.get('content-disposition') ?? '') ?? []
  return {
    name,
    type: headers.get('content-type') ?? '',
    requestId: headers.get('x-request-id') ?? '',
    stream: response.body!,
    text: () => response.text(),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  }
}
