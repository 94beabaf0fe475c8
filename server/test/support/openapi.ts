import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Answer } from './kontor.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON document of many shapes, looked into by tests.
export type Json = any

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
  /** Fails unless the document foresees exactly such an answer: status, headers, body, code of the problem. */
  foresees(method: string, path: string, answer: Answer): void
}

export function describedApi(document: Json): DescribedApi {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(inAjvTerms({ $id: 'api', $defs: document.components.schemas }))

  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  )

  function resolve(part: Json): Json {
    if (part?.$ref === undefined) return part
    const names = part.$ref.replace(/^#\//, '').split('/')
    const target = names.reduce((inside: Json, name: string) => inside?.[name], document)
    assert.notEqual(target, undefined, `${part.$ref} leads nowhere`)
    return resolve(target)
  }

  function operation(method: string, path: string): Json {
    const found = operations.find((candidate) => candidate.method === method && candidate.path === path)
    assert.ok(found, `${method} ${path} is not documented`)
    return found.described
  }

  const bodyOf = (method: string, path: string) => operation(method, path).requestBody.content['application/json']
  const bodies = (method: string, path: string): Json[] =>
    Object.values<Json>(bodyOf(method, path).examples).map(({ value }) => value)
  const bodySchema = (method: string, path: string): Json => bodyOf(method, path).schema

  const compiled = new Map<Json, ValidateFunction>()
  function faultsOf(schema: Json, value: unknown): string[] {
    const validate = compiled.get(schema) ?? ajv.compile(inAjvTerms(schema))
    compiled.set(schema, validate)
    return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  function unfitExamples(): string[] {
    const places = operations.flatMap(({ method, path, described }) => {
      const bodies = [described.requestBody ?? {}, ...Object.values<Json>(described.responses)].map(resolve)
      const parts = bodies.flatMap(({ content = {} }) => Object.values<Json>(content))
      const shown = parts.filter(({ schema }) => schema.format !== 'binary') // an example of a file would be of no use
      for (const part of shown) assert.ok(part.examples ?? part.example, `${method} ${path} has no example`)
      return [...shown, ...(described.parameters ?? []).map(resolve)].map((part) => ({ at: `${method} ${path}`, part }))
    })
    return places.flatMap(({ at, part: { schema, example, examples = {} } }) => {
      const values = example === undefined ? Object.values<Json>(examples).map(({ value }) => value) : [example]
      return values.flatMap((value) => faultsOf(schema, value)).map((fault) => `${at}: ${fault}`)
    })
  }

  function foresees(method: string, path: string, answer: Answer): void {
    const title = `${method} ${path} ${answer.status}`
    const response = resolve(operation(method, path).responses[answer.status])
    assert.ok(response, `${title} is not documented`)
    for (const name of ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'])
      assert.ok(answer.headers[name.toLowerCase()], `${title} lacks ${name}`)
    for (const name of OCCASIONAL_HEADERS)
      if (answer.headers[name.toLowerCase()]) assert.ok(response.headers[name], `${title}: ${name} is not documented`)
    if (!response.content) {
      assert.equal(answer.text, '', title)
      return
    }
    const [type] = answer.headers['content-type']!.split(';')
    assert.deepEqual(Object.keys(response.content), [type], title)
    const { schema, examples } = response.content[type!]
    if (schema.format === 'binary') return
    assert.deepEqual(faultsOf(schema, answer.body), [], title)
    if (answer.status >= 400) assert.ok(examples[answer.body.error.code], `${title}: ${answer.text}`)
  }

  return { document, operations, operation, bodies, bodySchema, resolve, faultsOf, unfitExamples, foresees }
}

/** The checker looks for named schemas in `$defs` of a schema of its own. */
const inAjvTerms = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"api#/$defs/'))
