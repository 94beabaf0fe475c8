import { CONFIRMATION_REQUIRED, identity } from './identity.ts'
import { type Answer, type RequestOptions, send, unwrap } from './request.ts'
import { session } from './session.ts'

export const API_ROOT = '/api/v1'

export interface HttpOptions extends RequestOptions {
  /** Change the record only if it is still as it was read. */
  readonly ifMatch?: string
  /** The same key makes the same thing happen once, however often it is sent. */
  readonly idempotencyKey?: string
}

/**
 * One request to any endpoint of the API, with the token of the signed-in user. An expired token is renewed once,
 * unseen. Where the server wants to know that it is still the same user, the user confirms it and the request is
 * repeated. Where the operation is known, `call` is better: it knows the types.
 */
export async function http<T>(path: string, options: HttpOptions = {}): Promise<Answer<T>> {
  return unwrap<T>(await fetchApi(path, options))
}

export async function fetchApi(path: string, options: HttpOptions = {}): Promise<Response> {
  const { ifMatch, idempotencyKey, headers, ...rest } = options
  const attempt = () =>
    send(API_ROOT + path, {
      ...rest,
      headers: {
        ...headers,
        ...(session.token() && { authorization: `Bearer ${session.token()}` }),
        ...(ifMatch && { 'if-match': ifMatch }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
    })
  const first = await attempt()
  const isStale = first.status === 401 && !ABOUT_PROOF.includes(await codeOf(first))
  const response = isStale && (await session.refresh()) ? await attempt() : first
  if (response.status !== 403 || (await codeOf(response)) !== CONFIRMATION_REQUIRED) return response
  await identity.confirm()
  return fetchApi(path, options)
}

/** A wrong password or code is answered with the same status; another token would not make it right. */
const ABOUT_PROOF = ['INVALID_CREDENTIALS', 'INVALID_SECOND_FACTOR', 'CHALLENGE_EXPIRED']

async function codeOf(response: Response): Promise<string> {
  const { error } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { error?: { code?: string } }
  return error?.code ?? ''
}

/** Fetches a file and hands it to the browser to save. */
export async function download(path: string, fallbackName: string): Promise<void> {
  const response = await fetchApi(path, { headers: { accept: '*/*' } })
  if (!response.ok) await unwrap(response)
  const [, name] = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? []
  saveFile(await response.blob(), name ?? fallbackName)
}

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** `crypto.randomUUID` is missing where the page came without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
