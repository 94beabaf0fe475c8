import { ApiError, ConnectionError } from './api-error.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Meta {
  readonly page?: number
  readonly perPage?: number
  readonly total?: number
  readonly totalPages?: number
  readonly nextCursor?: string | null
  readonly hasMore?: boolean
  readonly warnings?: readonly { readonly code: string; readonly message: string }[]
}

export interface Answer<T> {
  readonly data: T
  readonly meta: Meta
  readonly etag: string | undefined
}

export async function send(address: string, { method, body, headers, signal }: RequestOptions): Promise<Response> {
  try {
    return await fetch(address, {
      method: method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ConnectionError(error, method !== undefined && method !== 'GET')
  }
}

/** What is in the envelope; a refusal is thrown. */
export async function unwrap<T>(response: Response): Promise<Answer<T>> {
  // The connection can also break in the middle of the body.
  const text = await response.text().catch((error) => {
    throw error instanceof DOMException ? error : new ConnectionError(error, true)
  })
  const body = parsed(text)
  if (!response.ok) throw new ApiError(response.status, body, response.headers)
  const { data, meta = {} } = (body ?? {}) as { data: T; meta?: Meta }
  return { data, meta, etag: response.headers.get('etag') ?? undefined }
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
