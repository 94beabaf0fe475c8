import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractOf, type OpenApiDocument } from '../../scripts/contract.ts'

const enveloped = (data: object) => ({ content: { 'application/json': { schema: { properties: { data } } } } })

const documentOf = (schemas: OpenApiDocument['components']['schemas']): OpenApiDocument => ({
  paths: {},
  components: { schemas },
})

test('a schema becomes the TypeScript type of its JSON', () => {
  const contract = contractOf(
    documentOf({
      Bolt: {
        type: 'object',
        description: 'Holds\nthings.',
        required: ['id', 'size'],
        properties: {
          id: { type: 'string' },
          size: { enum: ['small', 8, null] },
          'length-mm': { type: ['integer', 'null'], description: 'Without its head.' },
          parts: { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/Bolt' }, { const: false }] } },
          names: { type: 'object', additionalProperties: { type: 'string' } },
          anything: {},
        },
      },
    }),
  )
  assert.ok(
    contract.includes(`export interface Schemas {
  /** Holds things. */
  readonly Bolt: {
    readonly id: string
    readonly size: "small" | 8 | null
    /** Without its head. */
    readonly "length-mm"?: number | null
    readonly parts?: readonly (Schemas['Bolt'] | false)[]
    readonly names?: Readonly<Record<string, string>>
    readonly anything?: unknown
  }
}`),
    contract,
  )
})

test('an operation has the types of its parameters and of the data in the envelope; files and service endpoints are left out', () => {
  const path = { in: 'path', name: 'id', required: true, schema: { type: 'string' } }
  const contract = contractOf({
    paths: {
      '/api/v1/bolts/{id}': {
        get: { parameters: [path, { $ref: '#/components/parameters/Page' }], responses: { 200: enveloped({}) } },
        put: {
          summary: 'Change a bolt',
          parameters: [path, { in: 'header', name: 'If-Match', schema: { type: 'string' } }],
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'boolean' } } } },
          responses: { 422: {}, 204: {} },
        },
      },
      '/api/v1/bolts/export': { get: { responses: { 200: { content: { 'text/csv': { schema: {} } } } } } },
      '/healthz': { get: { responses: { 200: enveloped({}) } } },
    },
    components: { schemas: {}, parameters: { Page: { in: 'query', name: 'page', schema: { type: 'integer' } } } },
  })
  assert.ok(
    contract.endsWith(`export interface Operations {
  readonly 'GET /bolts/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
    }
    readonly data: unknown
  }
  /** Change a bolt */
  readonly 'PUT /bolts/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: boolean
    readonly data: undefined
  }
}
`),
    contract,
  )
})

test('an unknown schema is an error, not a type', () => {
  assert.throws(() => contractOf(documentOf({ Odd: { type: 'tuple' } })), /No type is known for \{"type":"tuple"\}/)
})
