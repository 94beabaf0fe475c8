import { KontorConnectionError, KontorError } from '../../../client/src/errors.ts'

export type { ErrorDetail as Detail } from '../../../client/src/errors.ts'
/** A refusal by the server, in its own words. */
export const ApiError = KontorError
export type ApiError = KontorError
/** The request did not reach the server, or its reply did not reach the browser. */
export const ConnectionError = KontorConnectionError

/** A write of which it is not known whether it was carried out: no reply arrived, or the server does not know either. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ConnectionError ? error.isWrite : error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN'

export const isCode = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)

export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)
