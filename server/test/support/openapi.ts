import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Answer } from './kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes, looked into by tests.
export type Json = any

/** On every answer: the introduction of the document describes them, not each response. */
const USUAL_HEADERS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const OCCASIONAL_HEADERS = [
  'ETag',
  'Location',
  'Link',
  'Retry-After',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'Content-Disposition',
  'X-Total-Count',
]

export interface Operation {
  readonly method: string
  readonly path: string
  readonly described: Json
}

export interface DescribedApi {
  readonly document: Json
  readonly operations: readonly Operation[]
  operation(method: string, path: string): Json
  /** Bodies that the operation is said to accept. */
  bodies(method: string, path: string): Json[]
  bodySchema(method: string, path: string): Json
  /** What is meant, where only a reference stands. */
  resolve(part: Json): Json
  faultsOf(schema: Json, value: unknown): string[]
  /** Examples that do not fit the schema beside them. */
  unfitExamples(): string[]
  /** The codes that the operation can be refused with, of this status or of all. */
  codesOf(method: string, path: string, status?: number): string[]
  /** Fails unless the document foresees exactly such an answer: status, headers, body, code of the problem. */
  foresees(method: string, path: string, answer: Answer): void
}

export function describedApi(document: Json): DescribedApi {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(inAjvTerms({ $id: 'api', $defs: document.components.schemas }))

  const operations = Object.entries<Json>(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries<Json>(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      described: resolved(described, parameters),
    })),
  )

  /** With the parameters of its path, what it refers to, and the security that is said for all. */
  function resolved(described: Json, shared: Json[]): Json {
    const responses = Object.entries<Json>(described.responses).map(([status, part]) => [status, resolve(part)])
    const parameters = [...shared, ...(described.parameters ?? [])]
    return {
      security: document.security,
      ...described,
      ...(parameters.length > 0 && { parameters: parameters.map(resolve) }),
      responses: Object.fromEntries(responses),
    }
  }

  function resolve(part: Json): Json {
    return part?.$ref === undefined ? part : resolve(targetOf(part))
  }

  function targetOf({ $ref }: Json): Json {
    const names = $ref.replace(/^#\//, '').split('/')
    const target = names.reduce((inside: Json, name: string) => inside?.[name], document)
    assert.notEqual(target, undefined, `${$ref} leads nowhere`)
    return target
  }

  function operation(method: string, path: string): Json {
    const found = operations.find((candidate) => candidate.method === method && candidate.path === path)
    assert.ok(found, `${method} ${path} is not documented`)
    return found.described
  }

  const bodyOf = (method: string, path: string) => operation(method, path).requestBody.content['application/json']
  const bodies = (method: string, path: string): Json[] => resolve(bodyOf(method, path).schema).examples
  const bodySchema = (method: string, path: string): Json => bodyOf(method, path).schema

  const compiled = new Map<Json, ValidateFunction>()
  function faultsOf(schema: Json, value: unknown): string[] {
    const validate = compiled.get(schema) ?? ajv.compile(inAjvTerms(schema))
    compiled.set(schema, validate)
    return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  /** Those beside a schema; without any, those of the schemas that it consists of. */
  function examplesOf({ schema, example, examples }: Json): Json[] {
    if (example !== undefined) return [example]
    if (examples) return Object.values<Json>(examples).map((part) => resolve(part).value)
    if (schema.examples) return schema.examples
    if (schema.$ref) return examplesOf({ schema: targetOf(schema) })
    const { properties, items, allOf } = schema
    const inner = [properties?.data, properties?.meta, items, ...(allOf ?? [])].filter((part) => part)
    return inner.flatMap((part) => examplesOf({ schema: part }))
  }

  function unfitExamples(): string[] {
    const places = operations.flatMap(({ method, path, described }) => {
      const bodies = [described.requestBody ?? {}, ...Object.values<Json>(described.responses)]
      const parts = bodies.flatMap(({ content = {} }) => Object.values<Json>(content))
      const shown = parts.filter(({ schema }) => schema.format !== 'binary') // an example of a file would be of no use
      for (const part of shown) assert.ok(examplesOf(part).length > 0, `${method} ${path} has no example`)
      return [...shown, ...(described.parameters ?? [])].map((part) => ({ at: `${method} ${path}`, part }))
    })
    const beside = places.flatMap(({ at, part: { schema, example, examples } }) => {
      const values = example || examples ? examplesOf({ schema, example, examples }) : []
      return values.flatMap((value) => faultsOf(schema, value)).map((fault) => `${at}: ${fault}`)
    })
    const inside = Object.entries<Json>(document.components.schemas).flatMap(([name, { examples = [] }]) =>
      examples.flatMap((value: Json) =>
        faultsOf({ $ref: `#/components/schemas/${name}` }, value).map((fault) => `${name}: ${fault}`),
      ),
    )
    return [...beside, ...inside]
  }

  function foresees(method: string, path: string, answer: Answer): void {
    const title = `${method} ${path} ${answer.status}`
    const { responses } = operation(method, path)
    const response = responses[answer.status] ?? (answer.status >= 400 ? responses.default : undefined)
    assert.ok(response, `${title} is not documented`)
    for (const name of USUAL_HEADERS) assert.ok(answer.headers[name.toLowerCase()], `${title} lacks ${name}`)
    for (const name of OCCASIONAL_HEADERS)
      if (answer.headers[name.toLowerCase()]) assert.ok(response.headers?.[name], `${title}: ${name} is not documented`)
    if (!response.content) {
      assert.equal(answer.text, '', title)
      return
    }
    const [type] = answer.headers['content-type']!.split(';')
    assert.ok(type! in response.content, `${title}: ${type} is not documented`)
    const { schema } = response.content[type!]
    if (schema.format !== 'binary') assert.deepEqual(faultsOf(schema, answer.body), [], `${title}: ${answer.text}`)
  }

  function codesOf(method: string, path: string, status?: number): string[] {
    const { responses } = operation(method, path)
    const refusals = status === undefined ? Object.entries<Json>(responses) : [['', responses[status]] as const]
    return refusals
      .filter(([key]) => status !== undefined || key === 'default' || Number(key) >= 400)
      .flatMap(([, { content }]) => content['application/json'].schema.allOf[1].properties.error.properties.code.enum)
  }

  return { document, operations, operation, bodies, bodySchema, resolve, faultsOf, unfitExamples, codesOf, foresees }
}

/** The checker looks for named schemas in `$defs` of a schema of its own. */
const inAjvTerms = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/'))
