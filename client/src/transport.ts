import { KontorConnectionError, KontorError } from './errors.ts'
import type { Repeat } from './retry.ts'

export type Fetch = (address: string, init: RequestInit) => Promise<Response>

export interface TransportOptions {
  /** What every address begins with: `https://kontor.example.com`. */
  readonly baseUrl: string
  /** Instead of the platform's own. What it adds, such as a credential, is part of every attempt. */
  readonly fetch?: Fetch
  /** Decides which failed requests are sent again. Without it, none is. */
  readonly repeat?: Repeat
}

export interface SendOptions {
  readonly method?: string
  /** Sent as JSON; a text or a file as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Sent twice, it is done once: it reads, or carries an Idempotency-Key. */
  readonly isSafe?: boolean
}

const JSON_TYPE = 'application/json'

/** Sends requests, and throws what is refused. */
export interface Transport {
  /** The response of a request that succeeded. */
  send(path: string, request?: SendOptions): Promise<Response>
  /** Without repetition, and whatever the status. */
  sendOnce(path: string, request: SendOptions): Promise<Response>
}

export function createTransport({ baseUrl, fetch: transfer, repeat }: TransportOptions): Transport {
  const sendOnce: Transport['sendOnce'] = async (path, { method = 'GET', body, headers, signal }) => {
    try {
      return await (transfer ?? fetch)(baseUrl + path, {
        method,
        headers: { accept: JSON_TYPE, ...contentTypeOf(body), ...headers },
        ...(body !== undefined && { body: isAsItIs(body) ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      })
    } catch (error) {
      // A fetch of the caller's own may refuse by itself.
      const isKnown = error instanceof KontorError || error instanceof KontorConnectionError
      throw signal?.aborted || isKnown ? error : new KontorConnectionError(error, method !== 'GET')
    }
  }
  return {
    sendOnce,
    send(path, request = {}) {
      const attempt = async () => {
        const response = await sendOnce(path, request)
        if (response.ok) return response
        throw new KontorError(response.status, await bodyOf(response), response.headers)
      }
      return repeat ? repeat(attempt, request) : attempt()
    },
  }
}

const isAsItIs = (body: unknown): body is string | Blob => typeof body === 'string' || body instanceof Blob

function contentTypeOf(body: unknown): Record<string, string> {
  if (body === undefined) return {}
  return { 'content-type': body instanceof Blob ? body.type : JSON_TYPE }
}

/** Of a refusal; the body can still be read afterwards. */
export const codeOf = async (response: Response): Promise<string> =>
  ((await bodyOf(response.clone())) as { error?: { code?: string } } | undefined)?.error?.code ?? ''

/** The JSON in a response; undefined if it has none. The connection can also break in the middle of it. */
export async function bodyOf(response: Response, isWrite = true): Promise<unknown> {
  const text = await response.text().catch((error) => {
    throw error?.name === 'AbortError' ? error : new KontorConnectionError(error, isWrite)
  })
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
