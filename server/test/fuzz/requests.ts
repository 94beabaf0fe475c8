import fc from 'fast-check'
import { hostileBody, hostileHeaders, hostileText, hostileValue } from './hostile.ts'

export interface HostileRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

/** The parts of an OpenAPI document that requests are made from. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> }
}

interface BodySchema {
  readonly examples?: readonly Readonly<Record<string, unknown>>[]
}

interface Operation {
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
}

interface MediaType {
  readonly schema: { readonly $ref?: string }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/**
 * A request that resembles a good one and is wrong somewhere: in its address, query, headers or body. Examples must hold
 * ids of records that exist, so that what is wrong with a request is not always the same.
 */
export function hostileRequestTo(document: ApiDocument, ids: readonly string[]): fc.Arbitrary<HostileRequest> {
  const id = fc.oneof(fc.constantFrom(...ids), hostileText)
  const requests = Object.entries(document.paths).flatMap(([path, { parameters: _, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      weight: operation.tags.includes('service') ? 1 : 4, // there is little to go wrong in asking how it is
      arbitrary: requestTo(document, path, method.toUpperCase(), operation, id),
    })),
  )
  return fc.oneof(...requests)
}

function requestTo(
  document: ApiDocument,
  path: string,
  method: string,
  operation: Operation,
  id: fc.Arbitrary<string>,
): fc.Arbitrary<HostileRequest> {
  const parts = fc.record({
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
    ),
    id,
    query: queryFor(operation),
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders }),
    payload: bodyFor(document, operation),
  })
  return parts.map(({ id: value, query, payload, ...rest }) => ({
    ...rest,
    url: path.replaceAll(/\{\w+\}/g, value) + (query && `?${query}`),
    ...(payload !== undefined && rest.method !== 'GET' && rest.method !== 'HEAD' && { payload }),
  }))
}

function queryFor({ parameters = [] }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const name = fc.oneof(fc.constantFrom('page', 'nothing', '__proto__', ...names), hostileText)
  const operator = fc.constantFrom(
    '',
    '[eq]',
    '[ne]',
    '[gt]',
    '[gte]',
    '[lt]',
    '[lte]',
    '[in]',
    '[like]',
    '[no]',
    '[',
    '[a][b]',
  )
  const pair = fc.tuple(name, operator, hostileText).map(([key, suffix, value]) => `${key}${suffix}=${value}`)
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'))
}

/** The documented example, spoilt in a few fields or in one of its lines; or no such thing at all. */
function bodyFor({ components }: ApiDocument, { requestBody }: Operation): fc.Arbitrary<string | undefined> {
  const [media] = Object.values(requestBody?.content ?? {})
  const name = media?.schema.$ref?.split('/').at(-1) // a file has none
  const schema = name === undefined ? undefined : components.schemas[name]
  const [example] = schema?.examples ?? []
  if (!example) return fc.option(hostileBody, { nil: undefined })
  const spoilt = spoiltIn([...Object.keys(example), 'unknownField'], 4)
  const bodies = [spoilt, ...linesIn(example).map(spoiltLine)].map((change) =>
    change.map((changes) => JSON.stringify({ ...example, ...changes })),
  )
  return fc.oneof({ weight: 4, arbitrary: fc.oneof(...bodies) }, { weight: 1, arbitrary: hostileBody })
}

const spoiltIn = (keys: readonly string[], maxLength: number): fc.Arbitrary<object> =>
  fc
    .array(fc.tuple(fc.constantFrom(...keys), fc.option(hostileValue, { nil: undefined })), { minLength: 1, maxLength })
    .map(Object.fromEntries)

/** The lists of objects in a body, each with its name. */
const linesIn = (example: Readonly<Record<string, unknown>>) =>
  Object.entries(example).flatMap(([name, value]): [string, object][] =>
    Array.isArray(value) && typeof value[0] === 'object' ? [[name, value[0]]] : [],
  )

const spoiltLine = ([name, line]: [string, object]): fc.Arbitrary<object> =>
  fc
    .array(spoiltIn([...Object.keys(line), 'id', 'unknownField'], 2), { minLength: 1, maxLength: 3 })
    .map((lines) => ({ [name]: lines.map((changes) => ({ ...line, ...changes })) }))
