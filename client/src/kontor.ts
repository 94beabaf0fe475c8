import {
  apiKey,
  type Credential,
  type OAuthCredential,
  oauth,
  type SessionCredential,
  session,
  type TokenSource,
  token,
} from './credentials.ts'
import { authorised, headed, limited } from './fetch-layers.ts'
import { request } from './request.ts'
import { keyed, type Resources, resourcesOf } from './resources.ts'
import { repeating } from './retry.ts'
import { createTransport, type Transport, type TransportOptions } from './transport.ts'
import type { Answer, DataOf, MetaOf, Operation, RequestOptions } from './types.ts'

/** One credential at most; without one only what is public can be called. */
export interface KontorOptions extends Pick<TransportOptions, 'baseUrl' | 'fetch'> {
  readonly apiKey?: string
  readonly token?: TokenSource
  readonly session?: SessionCredential
  readonly oauth?: OAuthCredential
  /** How often a failed request is repeated at most; 4 unless given. */
  readonly retries?: number
  /** Until the response begins; 60 seconds unless given, 0 for no limit. */
  readonly timeoutMs?: number
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 60_000

export interface Kontor extends Resources {}

/** A client of one Kontor. Each resource is a property: `kontor.items.list()`. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns what the routes of the API say.
export class Kontor {
  readonly #transport: Transport

  constructor(options: KontorOptions) {
    this.#transport = transportOf(options)
    Object.assign(this, resourcesOf(this.#transport))
  }

  /** Any operation by method and path: `kontor.request('GET /items/{id}', { path: { id } })`. */
  request<Name extends Operation>(
    name: Name,
    ...words: Record<never, never> extends RequestOptions<Name>
      ? [options?: RequestOptions<Name>]
      : [options: RequestOptions<Name>]
  ): Promise<Answer<DataOf<Name>, MetaOf<Name>>> {
    return request(this.#transport, name, keyed(name, words[0]))
  }
}

function transportOf(options: KontorOptions): Transport {
  const {
    fetch = (address, init) => globalThis.fetch(address, init),
    timeoutMs = TIMEOUT_MS,
    retries,
    headers = {},
  } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const plain = headed(limited(fetch, timeoutMs), headers)
  const credential = credentialOf(options)
  const send = credential ? authorised(plain, credential, createTransport({ baseUrl, fetch: plain })) : plain
  return createTransport({ baseUrl, fetch: send, repeat: repeating(retries) })
}

function credentialOf({ apiKey: key, token: source, session: given, oauth: app }: KontorOptions) {
  const credentials: readonly (Credential | false)[] = [
    key !== undefined && apiKey(key),
    source !== undefined && token(source),
    given !== undefined && session(given),
    app !== undefined && oauth(app),
  ]
  const [first, second] = credentials.filter((credential) => credential !== false)
  if (second) throw new TypeError('Give one credential only: apiKey, token, session or oauth.')
  return first
}
