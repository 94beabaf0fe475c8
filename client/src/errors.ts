import type { Schemas } from './generated/contract.ts'

/** Every code that a request can be refused with. A newer server may have further ones. */
export type ErrorCode = Schemas['ErrorCode']

/** One thing wrong with a request; `field` is a path such as `items[1].quantity`. */
export interface ErrorDetail {
  readonly field: string
  readonly message: string
}

interface ErrorBody {
  readonly code?: string
  readonly message?: string
  readonly details?: readonly ErrorDetail[]
  readonly requestId?: string
}

/** The server has refused the request. */
export class KontorError<Code extends string = ErrorCode> extends Error {
  override readonly name = 'KontorError'
  declare readonly status: number
  /** For programs; it never changes. */
  declare readonly code: Code
  declare readonly details: readonly ErrorDetail[]
  /** What to tell support. */
  declare readonly requestId: string | undefined
  /** Seconds until it is worth trying again. */
  declare readonly retryAfter: number | undefined
  /** What else the server says, to go on with. */
  declare readonly data: Readonly<Record<string, unknown>>

  constructor(status: number, body: unknown, headers: Headers) {
    const { error = {} } = (body ?? {}) as { error?: ErrorBody }
    const {
      code = 'UNKNOWN',
      message,
      details = [],
      requestId = headers.get('x-request-id') ?? undefined,
      ...data
    } = error
    super(message ?? `The server answered with status ${status}.`)
    const retryAfter = Number(headers.get('retry-after')) || undefined
    Object.assign(this, { status, code, details, requestId, retryAfter, data })
  }
}

/** The request did not reach the server, or its response did not reach the client. */
export class KontorConnectionError extends Error {
  override readonly name = 'KontorConnectionError'
  /** It may have changed something: repeat it only with the same Idempotency-Key. */
  readonly isWrite: boolean

  constructor(cause: unknown, isWrite: boolean) {
    super('The server cannot be reached.', { cause })
    this.isWrite = isWrite
  }
}

/** Whether the server refused a request, with one of these codes if any are given. */
export const isKontorError = <Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is KontorError<Code> =>
  error instanceof KontorError && (codes.length === 0 || (codes as readonly string[]).includes(error.code))
