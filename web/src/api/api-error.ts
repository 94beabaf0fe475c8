export interface Detail {
  readonly field: string
  readonly message: string
}

/** A refusal by the server, in its own words. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly Detail[]
  readonly requestId: string | undefined
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined
  /** What else the server says, to go on with. */
  readonly data: Readonly<Record<string, unknown>>

  constructor(status: number, body: unknown, headers: Headers) {
    const { code = 'UNKNOWN', message, details = [], requestId, ...data } = errorIn(body)
    super(message ?? `The server answered with status ${status}.`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId ?? headers.get('x-request-id') ?? undefined
    this.retryAfter = Number(headers.get('retry-after')) || undefined
    this.data = data
  }
}

/** The request did not reach the server, or its reply did not reach the browser. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** It may have changed something. */
  readonly isWrite: boolean

  constructor(cause: unknown, isWrite: boolean) {
    super('The server cannot be reached.', { cause })
    this.isWrite = isWrite
  }
}

interface ErrorBody {
  readonly code?: string
  readonly message?: string
  readonly details?: readonly Detail[]
  readonly requestId?: string
}

const errorIn = (body: unknown): ErrorBody => (body as { error?: ErrorBody } | undefined)?.error ?? {}

/** A write of which it is not known whether it was carried out: no reply arrived, or the server does not know either. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ConnectionError ? error.isWrite : error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN'

export const isCode = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)

export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)
