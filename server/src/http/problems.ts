import { Problem, type ProblemCode } from '../core/problem.ts'
import { type Language, type Message, msg } from '../model/message.ts'
import { detailIn, written } from '../texts/written.ts'

/** The body of every refusal. */
export const envelopeOf = (
  { code, text, details, omitted, data }: Problem,
  requestId: string,
  language: Language,
): string =>
  JSON.stringify({
    success: false,
    error: {
      code,
      message: written(text, language),
      details: details.map((detail) => detailIn(detail, language)),
      ...(omitted > 0 && { omittedDetails: omitted }),
      requestId,
      ...data,
    },
  })

const BAD_ADDRESS = msg`The address is not valid: a % must be followed by two hexadecimal digits, and together they must be valid UTF-8.`

const BY_FRAMEWORK_CODE: { readonly [code: string]: readonly [ProblemCode, text?: Message] } = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_REQUEST', msg`The body is not as long as the Content-Length header says.`],
  FST_ERR_BAD_URL: ['BAD_REQUEST', BAD_ADDRESS],
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: ['NOT_FOUND'], // of the method QUERY, which nothing here answers to
}

const BY_STATUS: { readonly [status: number]: ProblemCode } = {
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
}

/** Any thrown value as a problem that may be shown. An unexpected error reveals nothing of its cause. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code = '', statusCode = 500 } = (error ?? {}) as FrameworkError
  const [known, text] = BY_FRAMEWORK_CODE[code] ?? []
  if (known) return new Problem(known, text ? { text } : {})
  if (statusCode < 400 || statusCode >= 500) return new Problem('INTERNAL_ERROR', { cause: error })
  return new Problem(BY_STATUS[statusCode] ?? 'BAD_REQUEST')
}

const NOT_PERCENT_ENCODED = msg`The address is not valid: characters such as a space or a letter outside ASCII must be percent-encoded.`

/** What the HTTP parser found wrong on a connection. */
const BY_PARSER_CODE: { readonly [code: string]: readonly [ProblemCode, text?: Message] } = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', msg`The address and the headers of the request are too large.`],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE'],
  HPE_INVALID_URL: ['BAD_REQUEST', NOT_PERCENT_ENCODED],
  HPE_INVALID_CONSTANT: ['BAD_REQUEST', NOT_PERCENT_ENCODED], // the text after the first space
  HPE_INVALID_METHOD: ['BAD_REQUEST', msg`The request does not begin with the name of an HTTP method.`],
  HPE_INVALID_VERSION: ['BAD_REQUEST', msg`This version of HTTP is not supported. Use HTTP/1.1.`],
  HPE_PAUSED_H2_UPGRADE: ['BAD_REQUEST', msg`This version of HTTP is not supported. Use HTTP/1.1.`],
  HPE_INVALID_HEADER_TOKEN: ['BAD_REQUEST', msg`A header of the request is not valid.`],
  HPE_INVALID_TRANSFER_ENCODING: ['BAD_REQUEST', msg`The Transfer-Encoding header is not valid here.`],
}

/** Undefined if no response could arrive: the client has disconnected, or does not use TLS. */
export function problemFromConnection({ code = '' }: { readonly code?: string }): Problem | undefined {
  if (!/^(HPE_|ERR_HTTP_)/.test(code)) return undefined
  const [known, text] = BY_PARSER_CODE[code] ?? ['BAD_REQUEST']
  return new Problem(known, text ? { text } : {})
}

export const problemOfConnect = () =>
  new Problem('BAD_REQUEST', { text: msg`CONNECT is not supported: this server is not a proxy.` })
