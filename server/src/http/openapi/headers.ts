import type { Action } from '../../core/action.ts'
import type { Writer } from './components.ts'
import type { Part } from './names.ts'
import { answerOf, isCacheable, isReplayable } from './traits.ts'

const text = (description: string, example: string): Part => ({ description, schema: { type: 'string' }, example })
const wholeNumber = (description: string, example: number): Part => ({
  description,
  schema: { type: 'integer' },
  example,
})

/** Headers that matter for some answers. The introduction describes those of every answer. */
const headerComponents = {
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

export const headersWith = ({ components }: Writer, ...names: readonly HeaderName[]): Part =>
  Object.fromEntries(
    names.map((name) => [name, components.share('headers', headerComponents[name], name.replace('Idempotent-', ''))]),
  )

export function successHeaders(writer: Writer, action: Action): Part {
  const answer = answerOf(action)
  return headersWith(
    writer,
    ...(answer === 'record' || isCacheable(action) ? (['ETag'] as const) : []),
    ...(answer === 'record' && action.status === 201 ? (['Location'] as const) : []),
    ...(answer === 'file' ? (['Content-Disposition'] as const) : []),
    ...(answer === 'page' ? (['Link', 'X-Total-Count'] as const) : []),
    // One response describes the record as it is read and as a change leaves it.
    ...(answer === 'record' || isReplayable(action) ? (['Idempotent-Replayed'] as const) : []),
  )
}

const BY_STATUS: { readonly [status: number]: readonly HeaderName[] } = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

export function problemHeaders(writer: Writer, statuses: readonly number[]): Part {
  const names = new Set(statuses.flatMap((status) => BY_STATUS[status] ?? []))
  return names.size > 0 ? { headers: headersWith(writer, ...names) } : {}
}
