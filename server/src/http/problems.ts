import { Problem, type ProblemCode } from '../core/problem.ts'

/** The body of every refusal. */
export const envelopeOf = ({ code, message, details }: Problem, requestId: string): string =>
  JSON.stringify({ success: false, error: { code, message, details, requestId } })

const BY_FRAMEWORK_CODE: { readonly [code: string]: ProblemCode } = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND', // no id is that long
  FST_ERR_BAD_URL: 'BAD_REQUEST',
}

const BY_STATUS: { readonly [status: number]: ProblemCode } = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'URI_TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  431: 'HEADERS_TOO_LARGE',
}

interface FrameworkError {
  readonly code?: string
  readonly statusCode?: number
  readonly name?: string
}

/** Whatever was thrown, as something that may be shown. What we did not foresee says nothing of its cause. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code = '', statusCode = 500, name } = error as FrameworkError
  if (name === 'SyntaxError' && statusCode === 400) return new Problem('INVALID_JSON')
  const known = BY_FRAMEWORK_CODE[code] ?? (statusCode < 500 ? (BY_STATUS[statusCode] ?? 'BAD_REQUEST') : undefined)
  return known ? new Problem(known) : new Problem('INTERNAL_ERROR', { cause: error })
}
