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
 * unseen. Where the operation is known, `call` is better: it knows the types.
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
  const response = await attempt()
  return (await isStale(response)) && (await session.refresh()) ? attempt() : response
}

/** A wrong password is answered with the same status; another token would not make it right. */
async function isStale(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const { error } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { error?: { code?: string } }
  return error?.code !== 'INVALID_CREDENTIALS'
}

/** Fetches a file and hands it to the browser to save. */
export async function download(path: string, fallbackName: string): Promise<void> {
  const response = await fetchApi(path, { headers: { accept: '*/*' } })
  if (!response.ok) await unwrap(response)
  const [, name] = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const address = URL.createObjectURL(await response.blob())
  const link = Object.assign(document.createElement('a'), { href: address, download: name ?? fallbackName })
  link.click()
  URL.revokeObjectURL(address)
}

/** `crypto.randomUUID` is missing where the page came without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
