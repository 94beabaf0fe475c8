import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument, Operation } from './document.ts'
import { routesOf } from './routes.ts'

const operation = (tag: string, more: Partial<Operation> = {}): Operation => ({
  operationId: 'named',
  tags: [tag],
  responses: { 200: { content: { 'application/json': { schema: {} } } } },
  ...more,
})
const key = { in: 'header', name: 'Idempotency-Key', schema: { type: 'string' } }
const body = { content: { 'application/json': { schema: {} } } }
const routesFor = (paths: OpenApiDocument['paths']) => routesOf({ paths, components: { schemas: {} } })

test('methods are called by what they do: stock verbs, words of the address, set before a part that is changed', () => {
  const cursor = { in: 'query', name: 'cursor', schema: { type: 'string' } }
  const routes = routesFor({
    '/api/v1/wall-safes': {
      get: operation('wall-safes', { parameters: [cursor] }),
      post: operation('wall-safes', { requestBody: body }),
    },
    '/api/v1/wall-safes/{id}': {
      get: operation('wall-safes'),
      put: operation('wall-safes'),
      patch: operation('wall-safes'),
    },
    '/api/v1/wall-safes/{id}/status': { put: operation('wall-safes'), patch: operation('wall-safes') },
    '/api/v1/wall-safes/from-order': { post: operation('wall-safes', { summary: 'Take one' }) },
    '/api/v1/wall-safes/export': {
      get: operation('wall-safes', { responses: { 200: { content: { 'text/csv': { schema: {} } } } } }),
    },
  })
  assert.ok(
    routes.includes(`export const routes = {
  wallSafes: {
    list: { operation: "GET /wall-safes", takes: 'query' },
    create: { operation: "POST /wall-safes", takes: 'body' },
    get: { operation: "GET /wall-safes/{id}" },
    update: { operation: "PUT /wall-safes/{id}" },
    patch: { operation: "PATCH /wall-safes/{id}" },
    setStatus: { operation: "PUT /wall-safes/{id}/status" },
    /** Take one */
    fromOrder: { operation: "POST /wall-safes/from-order" },
    export: { operation: "GET /wall-safes/export", isFile: true },
  },
} as const`),
    routes,
  )
})

test('where the address does not tell methods apart they are called by their operationId, and a single one by its resource', () => {
  const routes = routesFor({
    '/api/v1/auth/sessions': { delete: operation('auth', { operationId: 'endOtherSessions' }) },
    '/api/v1/auth/sessions/{id}': { delete: operation('auth', { operationId: 'endSession' }) },
    '/api/v1/search': { get: operation('search') },
    '/api/v1/openapi.json': { get: operation('service') },
  })
  assert.match(routes, /endOtherSessions: .*\n.*endSession: /)
  assert.match(routes, /\n {2}search: \{ operation: "GET \/search" \},\n\} as const/)
})

test('writes without an Idempotency-Key are listed', () => {
  const routes = routesFor({
    '/api/v1/safes': { get: operation('safes'), post: operation('safes', { parameters: [key] }) },
    '/api/v1/safes/{id}/open': { post: operation('safes') },
  })
  assert.ok(routes.endsWith('unrepeatable: readonly string[] = [\n  "POST /safes/{id}/open",\n]\n'), routes)
})
