import { API_ROOT, answerIn, newKey, sendOptionsOf } from '../../../client/src/request.ts'
import { codeOf, createTransport, type Fetch } from '../../../client/src/transport.ts'
import { CONFIRMATION_REQUIRED, identity } from './identity.ts'
import type { Answer, Meta, RequestOptions } from './request.ts'
import { session } from './session.ts'

export { API_ROOT, newKey } from '../../../client/src/request.ts'

export interface HttpOptions extends RequestOptions {
  /** Change the record only if it is still as it was read. */
  readonly ifMatch?: string
  /** The same key makes the same thing happen once, however often it is sent. */
  readonly idempotencyKey?: string
}

/** Messages of the server are in the language of the interface, which need not be that of the browser. */
export const languageHeader = () => ({ 'accept-language': globalThis.document?.documentElement.lang || 'en' })

/** The writes of this page: the change feed tells them too, perhaps before their responses arrive. */
const ownRequests = new Set<string>()
const ownRequestId = (): string => {
  const id = newKey()
  ownRequests.add(id)
  return id
}
export const isOwnRequest = (id: string | null): boolean => id !== null && ownRequests.has(id)

/** With the token of the signed-in user. An expired token is renewed once, unseen. */
const fetchWithToken: Fetch = async (address, init) => {
  const requestId = init.method === 'GET' ? undefined : ownRequestId()
  const attempt = () =>
    fetch(address, {
      ...init,
      headers: {
        ...languageHeader(),
        ...(requestId && { 'x-request-id': requestId }),
        ...init.headers,
        ...(session.token() && { authorization: `Bearer ${session.token()}` }),
      },
    })
  const first = await attempt()
  const isStale = first.status === 401 && !ABOUT_PROOF.includes(await codeOf(first))
  return isStale && (await session.refresh()) ? attempt() : first
}

/**
 * How the client reaches the server. Where the server wants to know that it is still the same user, the user confirms it and
 * the request is repeated.
 */
const fetchSignedIn: Fetch = async (address, init) => {
  const response = await fetchWithToken(address, init)
  if (response.status !== 403 || (await codeOf(response)) !== CONFIRMATION_REQUIRED) return response
  await identity.confirm()
  return fetchSignedIn(address, init)
}

/** The API, as the signed-in user. It repeats nothing: the user sees what fails, and decides. */
export const transport = createTransport({ baseUrl: '', fetch: fetchSignedIn })

/** The same for what the user has not asked for: it never asks for the password. */
export const quietTransport = createTransport({ baseUrl: '', fetch: fetchWithToken })

/** One request to any endpoint of the API. Where the operation is known, `call` is better: it knows the types. */
export async function http<T>(path: string, options: HttpOptions = {}): Promise<Answer<T>> {
  return answerIn<T, Meta>(await fetchApi(path, options), options.method !== undefined && options.method !== 'GET')
}

/** The response as it is; a refusal is thrown. */
export const fetchApi = (path: string, { method, ...options }: HttpOptions = {}): Promise<Response> =>
  transport.send(API_ROOT + path, { ...(method && { method }), ...sendOptionsOf(options) })

/** A wrong password or code is answered with the same status; another token would not make it right. */
const ABOUT_PROOF = ['INVALID_CREDENTIALS', 'INVALID_SECOND_FACTOR', 'CHALLENGE_EXPIRED']

/** Fetches a file and hands it to the browser to save. */
export async function download(path: string, fallbackName: string): Promise<void> {
  const response = await fetchApi(path, { headers: { accept: '*/*' } })
  const [, name] = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? []
  saveFile(await response.blob(), name ?? fallbackName)
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
