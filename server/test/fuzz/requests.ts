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
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
}

interface MediaType {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** A request that resembles a good one and is wrong somewhere: in its address, query, headers or body. */
export function hostileRequestTo({ paths }: ApiDocument, ids: readonly string[]): fc.Arbitrary<HostileRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const id = fc.oneof(fc.constantFrom(...ids), hostileText)
  return fc.constantFrom(...operations).chain(({ path, method, operation }) =>
    fc
      .record({
        method: fc.oneof(
          { weight: 9, arbitrary: fc.constant(method) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        id,
        query: queryFor(operation),
        headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders }),
        payload: bodyFor(operation),
      })
      .map(({ id: value, query, payload, ...rest }) => ({
        ...rest,
        url: path.replaceAll(/\{\w+\}/g, value) + (query && `?${query}`),
        ...(payload !== undefined && rest.method !== 'GET' && rest.method !== 'HEAD' && { payload }),
      })),
  )
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

function bodyFor({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
  const media = Object.values(requestBody?.content ?? {})[0]
  const example = media?.example ?? Object.values(media?.examples ?? {})[0]?.value
  if (!example) return fc.option(hostileBody, { nil: undefined })
  const keys = [...Object.keys(example as object), 'unknownField', 'id', 'version', 'createdAt']
  const spoilt = fc
    .array(fc.tuple(fc.constantFrom(...keys), fc.option(hostileValue, { nil: undefined })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes) => JSON.stringify({ ...(example as object), ...Object.fromEntries(changes) }))
  return fc.oneof({ weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: hostileBody })
}
