import type { Operations } from './contract.ts'
import { type HttpOptions, http } from './http.ts'
import { type Query, queryText } from './query-text.ts'
import type { Answer, RequestOptions } from './request.ts'

export type Operation = keyof Operations
/** What an operation answers with. */
export type DataOf<Name extends Operation> = Operations[Name]['data']

type CallOptions<Name extends Operation> = Omit<Operations[Name], 'data'> &
  Pick<HttpOptions, 'signal' | 'ifMatch' | 'idempotencyKey'>
/** The argument may be left out if all of its properties are optional. */
type Words<Name extends Operation> =
  Record<never, never> extends CallOptions<Name> ? [options?: CallOptions<Name>] : [options: CallOptions<Name>]

interface Places {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Query
}

/**
 * One operation of the API by its name in the contract: `call('GET /reports/sales', { query: { interval: 'week' } })`.
 * Screens that work over any resource know no names; they use `http` and read a `Row`.
 */
export function call<Name extends Operation>(name: Name, ...words: Words<Name>): Promise<Answer<DataOf<Name>>> {
  const { path, query, ...options } = (words[0] ?? {}) as Places & HttpOptions
  const { method, address } = requestOf(name, { path, query })
  return http(address, { ...options, method })
}

export function requestOf(name: Operation, { path = {}, query = {} }: Places) {
  const [method, template] = name.split(' ') as [RequestOptions['method'], string]
  const address = template.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(path[part]!))
  const text = queryText(query)
  return { method, address: text ? `${address}?${text}` : address }
}
