import type { Operations } from './generated/contract.ts'
import { type Query, queryText } from './query.ts'
import { bodyOf, type SendOptions, type Transport } from './transport.ts'
import type { Answer, CallOptions, DataOf, MetaOf, Operation, RequestOptions } from './types.ts'

export const API_ROOT = '/api/v1'

export interface Places {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly filter?: Query
  readonly body?: unknown
}

/** One operation by its name in the contract: `request(transport, 'GET /items/{id}', { path: { id } })`. */
export async function request<Name extends Operation>(
  transport: Transport,
  name: Name,
  options: RequestOptions<Name>,
): Promise<Answer<DataOf<Name>, MetaOf<Name>>> {
  return answerIn(await sendRequest(transport, name, options as Places & CallOptions), !name.startsWith('GET '))
}

/** The response as it is, for operations that answer a file. */
export function sendRequest(transport: Transport, name: keyof Operations, options: Places & CallOptions) {
  const [method, address] = addressOf(name, options)
  return transport.send(API_ROOT + address, { method, ...sendOptionsOf(options) })
}

/** `['GET', '/items?perPage=5']`. */
export function addressOf(
  name: keyof Operations,
  { path = {}, query, filter, dryRun }: Places & Pick<CallOptions, 'dryRun'>,
): [method: string, address: string] {
  const [method, template] = name.split(' ') as [string, string]
  const address = template.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(path[part]!))
  const text = queryText({ ...query, ...filter, ...(dryRun && { dryRun }) })
  return [method, text ? `${address}?${text}` : address]
}

/** The body, and what the options mean as headers. */
export function sendOptionsOf({
  body,
  signal,
  version,
  ifMatch,
  idempotencyKey,
  headers,
}: Places & CallOptions): SendOptions {
  const match = ifMatch ?? (version && `"${version}"`)
  return {
    body,
    ...(signal && { signal }),
    ...(idempotencyKey && { isSafe: true }),
    headers: {
      ...headers,
      ...(match && { 'if-match': match }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
  }
}

/** What is in the envelope. */
export async function answerIn<T, M>(response: Response, isWrite = false): Promise<Answer<T, M>> {
  const { data, meta = {} } = ((await bodyOf(response, isWrite)) ?? {}) as { data: T; meta?: M }
  const { headers } = response
  return {
    data,
    meta: meta as M,
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('x-request-id') ?? '',
    isReplayed: headers.get('idempotent-replayed') === 'true',
  }
}

/** `crypto.randomUUID` is missing in pages that came without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
