import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractOf } from './contract.ts'
import type { OpenApiDocument } from './document.ts'

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

test('an operation has the types of its parameters, of what it answers, and of the codes that it can be refused with', () => {
  const path = { in: 'path', name: 'id', required: true, schema: { type: 'string' } }
  const filter = { in: 'query', name: 'size', style: 'deepObject', schema: { type: 'integer' } }
  const code = { enum: ['NOT_FOUND', 'FORBIDDEN'] }
  const contract = contractOf({
    paths: {
      '/api/v1/bolts/{id}': {
        get: {
          parameters: [path, { $ref: '#/components/parameters/Page' }, filter],
          responses: { 200: enveloped({ type: 'string' }), default: { $ref: '#/components/responses/Failure' } },
        },
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
    components: {
      schemas: {},
      parameters: { Page: { in: 'query', name: 'page', schema: { type: 'integer' } } },
      responses: {
        Failure: {
          content: {
            'application/json': { schema: { allOf: [{}, { properties: { error: { properties: { code } } } }] } },
          },
        },
      },
    },
  })
  assert.ok(
    contract.endsWith(`export interface Refusals {
  readonly Failure: "NOT_FOUND" | "FORBIDDEN"
}


export interface Operations {
  readonly 'GET /bolts/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly query?: {
      readonly page?: number
    }
    readonly filter?: {
      readonly size?: number
    }
    readonly data: string
    readonly refusal: Refusals['Failure']
  }
  /** Change a bolt */
  readonly 'PUT /bolts/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly body: boolean
    readonly data: undefined
    readonly refusal: never
  }
  readonly 'GET /bolts/export': {
    readonly file: true
    readonly data: undefined
    readonly refusal: never
  }
}
`),
    contract,
  )
})

test('a named plain value is written where it is used, and an object that consists of several is written as one', () => {
  const contract = contractOf(
    documentOf({
      Version: { type: 'integer', description: 'Grows.' },
      Patch: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Short.' },
          version: { $ref: '#/components/schemas/Version' },
        },
      },
      Body: {
        allOf: [
          { $ref: '#/components/schemas/Patch' },
          { type: 'object', properties: { name: {} }, required: ['name'] },
        ],
      },
    }),
  )
  assert.ok(
    contract.includes(`export interface Schemas {
  readonly Patch: {
    /** Short. */
    readonly name?: string
    /** Grows. */
    readonly version?: number
  }
  readonly Body: {
    /** Short. */
    readonly name: string
    /** Grows. */
    readonly version?: number
  }
}`),
    contract,
  )
})

test('parameters of a path are those of its operations, and codes of one operation alone are its own', () => {
  const codes = { properties: { error: { properties: { code: { enum: ['GONE'] } } } } }
  const contract = contractOf({
    paths: {
      '/api/v1/bolts/{id}': {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
        delete: {
          responses: { 204: {}, 410: { content: { 'application/json': { schema: { allOf: [{}, codes] } } } } },
        },
      },
    },
    components: { schemas: {} },
  })
  assert.ok(
    contract.endsWith(`  readonly 'DELETE /bolts/{id}': {
    readonly path: {
      readonly id: string
    }
    readonly data: undefined
    readonly refusal: "GONE"
  }
}
`),
    contract,
  )
})

test('an unknown schema is an error, not a type', () => {
  assert.throws(() => contractOf(documentOf({ Odd: { type: 'tuple' } })), /No type is known for \{"type":"tuple"\}/)
})
