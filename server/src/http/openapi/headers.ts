import type { Action } from '../../core/action.ts'
import { EXAMPLE_REQUEST_ID } from './examples.ts'
import { headerRef, type Part } from './names.ts'
import { answerOf, isCacheable, isReplayable } from './traits.ts'

const text = (description: string, example: string): Part => ({ description, schema: { type: 'string' }, example })
const wholeNumber = (description: string, example: number): Part => ({
  description,
  schema: { type: 'integer' },
  example,
})

/** Every header that an answer may carry. */
export const headerComponents = {
  'X-Request-Id': text(
    'Names this request in the log. Your own value is taken over if it has 8 to 64 letters, digits, dots, hyphens or underscores.',
    EXAMPLE_REQUEST_ID,
  ),
  'X-RateLimit-Limit': wholeNumber('How many requests the window allows that will be used up first.', 1000),
  'X-RateLimit-Remaining': wholeNumber('How many of them are left.', 999),
  'X-RateLimit-Reset': wholeNumber('When the window ends: Unix time in seconds.', 1769851860),
  'RateLimit-Policy': text(
    'All windows of the plan: `q` requests in `w` seconds (IETF draft).',
    '"minute";q=1000;w=60',
  ),
  RateLimit: text(
    'The window that will be used up first: `r` left, for `t` seconds (IETF draft).',
    '"minute";r=999;t=60',
  ),
  'Retry-After': wholeNumber('After how many seconds to try again.', 1),
  ETag: text(
    'The version of the record and a digest of the response, or of what is answered instead. Send it back as If-Match, which compares the version, or as If-None-Match.',
    '"1-uNGEOEGI4nKE"',
  ),
  Location: text('Where the new record is.', '/api/v1/…'),
  Link: text('The neighbouring pages: next, prev, first, last (RFC 8288).', '</api/v1/…?page=2>; rel="next"'),
  'X-Total-Count': wholeNumber('The number of records on all pages, where it was counted.', 1),
  'Content-Disposition': text('The name of the file.', 'inline; filename="….pdf"'),
  'Idempotent-Replayed': text('"true": this is the answer that was given to the same request before.', 'true'),
  'WWW-Authenticate': text('What kind of credential is asked for (RFC 6750).', 'Bearer realm="api"'),
} as const satisfies { readonly [name: string]: Part }
type HeaderName = keyof typeof headerComponents

const ALWAYS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
]

/** The headers of every answer, and these. */
export const headersWith = (...names: readonly HeaderName[]): Part =>
  Object.fromEntries([...ALWAYS, ...names].map((name) => [name, headerRef(name)]))

export function successHeaders(action: Action): Part {
  const answer = answerOf(action)
  return headersWith(
    ...(answer === 'record' || isCacheable(action) ? (['ETag'] as const) : []),
    ...(answer === 'record' && action.status === 201 ? (['Location'] as const) : []),
    ...(answer === 'file' ? (['Content-Disposition'] as const) : []),
    ...(answer === 'page' ? (['Link', 'X-Total-Count'] as const) : []),
    ...(isReplayable(action) ? (['Idempotent-Replayed'] as const) : []),
  )
}

const BY_STATUS: { readonly [status: number]: readonly HeaderName[] } = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

export const problemHeaders = (status: number): Part => headersWith(...(BY_STATUS[status] ?? []))
