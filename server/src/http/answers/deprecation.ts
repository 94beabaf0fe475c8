import type { FastifyReply, FastifyRequest } from 'fastify'
import { covers, mayRead } from '../../core/access.ts'
import { type Action, answeredBy, permissionAnswered } from '../../core/action.ts'
import { namesIn } from '../../core/lists/parameters.ts'
import { overlaps } from '../../core/reply/revealed.ts'
import type { Entry } from '../../core/rules.ts'
import type { Fields } from '../../model/fields.ts'
import { isObject } from '../../model/input.ts'
import type { Deprecation } from '../../model/kinds/field-options.ts'
import { fieldsOf } from '../../model/resource.ts'
import type { Headers } from '../headers.ts'
import { parseQueryString } from '../parse-request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Headers that tell of deprecated things which the request uses, or its answer contains. */
    deprecation: Headers | null
  }
}

type Found = ReadonlyMap<string, Deprecation>

/** The headers by which the answer to a request tells what of it is deprecated. Undefined where nothing can be. */
export function deprecationHeaders(
  { resource }: Entry,
  action: Action,
): ((request: FastifyRequest) => Headers | null) | undefined {
  const answered = answersRecords(action) ? deprecatedIn(fieldsOf(answeredBy(resource, action))) : new Map()
  const sent = deprecatedIn(action.input ?? {})
  const asked = deprecatedIn(action.query ?? {})
  if (!action.deprecated && answered.size + sent.size + asked.size === 0) return undefined
  return (request) => {
    const parameters = parseQueryString(request.url)
    const selected = parameters.flatMap(([name, value]) => (name === 'fields' ? namesIn(value) : []))
    const isAnswered = (path: string) =>
      isSeen(request, resource, action, path) &&
      (selected.length === 0 || selected.some((name) => overlaps(name, path)))
    const isNamed = (path: string) =>
      parameters.some(
        ([name, value]) => nameOf(name) === path || (LISTS_FIELDS.includes(name) && namesIn(value).includes(path)),
      )
    return headersOf([
      ...(action.deprecated ? [action.deprecated] : []),
      ...those(answered, (path) => isAnswered(path) || isNamed(path)),
      ...those(sent, (path) => isSent(request.body, path.split('.'))),
      ...those(asked, isNamed),
    ])
  }
}

/** Parameters whose values are names of fields. */
const LISTS_FIELDS = ['fields', 'sort', 'expand']
/** `price` of `price[gt]`. */
const nameOf = (parameter: string) => parameter.replace(/\[.*/s, '')

/** Records of the resource, or an export of them. */
const answersRecords = (action: Action): boolean => {
  if (action.produces) return action.method === 'GET' && action.parameters === 'whole-list'
  return action.status !== 204 && !action.output
}

function isSeen(
  { actor, allowed }: FastifyRequest,
  resource: Entry['resource'],
  action: Action,
  path: string,
): boolean {
  if (action.method !== 'GET' && !mayRead(actor!, resource)) return false
  return !allowed || !covers(permissionAnswered(actor!, action, allowed.permission).hidden, path)
}

const those = (found: Found, isMeant: (path: string) => boolean): Deprecation[] =>
  [...found].flatMap(([path, deprecation]) => (isMeant(path) ? [deprecation] : []))

/** Whether a body has a value there, in any of its lines. */
function isSent(body: unknown, [name, ...inner]: readonly string[]): boolean {
  if (name === undefined) return body !== undefined
  if (Array.isArray(body)) return body.some((line) => isSent(line, [name, ...inner]))
  return isObject(body) && Object.hasOwn(body, name) && isSent(body[name], inner)
}

/** Deprecated fields by path: `colour`, `address.city`, `items.rate`. */
function deprecatedIn(fields: Fields, prefix = ''): Map<string, Deprecation> {
  const found = new Map<string, Deprecation>()
  for (const [name, { options }] of Object.entries(fields)) {
    const path = prefix + name
    if (options.deprecated) found.set(path, options.deprecated)
    const inner = options.fields ?? options.of?.options.fields ?? {}
    for (const [at, deprecation] of deprecatedIn(inner, `${path}.`)) found.set(at, deprecation)
  }
  return found
}

const SECOND_MS = 1000

/** RFC 9745 and RFC 8594. Of several things the earliest dates are told, and all links. */
export function headersOf(all: readonly Deprecation[]): Headers | null {
  if (all.length === 0) return null
  const since = Math.min(...all.map((one) => Date.parse(one.since)))
  const sunset = Math.min(...all.flatMap((one) => (one.sunset ? [Date.parse(one.sunset)] : [])))
  const links = [...new Set(all.map(({ link }) => `<${link}>; rel="deprecation"; type="text/html"`))]
  return {
    deprecation: `@${since / SECOND_MS}`,
    ...(Number.isFinite(sunset) && { sunset: new Date(sunset).toUTCString() }),
    link: links.join(', '),
  }
}

/** An answer may have links of its own. */
export const withDeprecation = (headers: Headers, deprecation: Headers): Headers => ({
  ...headers,
  ...deprecation,
  link: [headers.link, deprecation.link].filter((link) => link !== undefined).join(', '),
})

/** Refusals tell it too: the framework sends them with the headers of the reply. */
export const tellDeprecation =
  (headersFor: (request: FastifyRequest) => Headers | null) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.deprecation = headersFor(request)
    if (request.deprecation) reply.headers(request.deprecation)
  }
