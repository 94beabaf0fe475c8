import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { contractOf } from '../../scripts/client/contract.ts'
import { routesOf } from '../../scripts/client/routes.ts'
import { samplesText } from '../../scripts/client/samples.ts'
import { compactText } from '../../scripts/compact-json.ts'
import { type ProblemCode, problemCodes, statusOfProblem, textOfProblem } from '../src/core/problem.ts'
import { recordNameOf } from '../src/http/openapi/names.ts'
import { inEnglish } from '../src/model/message.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from './support/openapi.ts'
import { created, entries } from './support/world.ts'

const TRANSITION_PARTS = ['status', 'allowed', 'reason', 'blockers', 'override']
const STALE = 'is not what the server answers with: run "npm run openapi" and look at the difference'
/** Not in the document: the explorer and the web interface, for people, and what OAuth describes in its own way. */
const ELSEWHERE = /^\/(docs|ui|assets|oauth|mcp|\.well-known)\b/

/** The routes of every server, noted as they are mounted. */
const routes = new WeakMap<FastifyInstance, string[]>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const mounted: string[] = []
  routes.set(fastify, mounted)
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (config?.isRefusal) return
    for (const verb of [method].flat()) if (verb !== 'HEAD') mounted.push(`${verb} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
})

onEveryDatabase('The OpenAPI document', (kind) => {
  const kontor = kontorFor(kind)
  let api: DescribedApi
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
  })

  test('needs no credential, and is the same bytes every time', async () => {
    const first = await kontor().get('/openapi.json', { token: null })
    assert.equal(first.status, 200)
    assert.equal(first.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal((await kontor().get('/openapi.json')).text, first.text)
  })

  test('is sent compressed if the client accepts that, and not again if the client has it', async () => {
    const plain = await kontor().get('/openapi.json')
    const { rawPayload, headers } = await kontor().app.server.inject({
      url: '/api/v1/openapi.json',
      headers: { 'accept-encoding': 'br, gzip;q=0.8' },
    })
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(headers.vary, 'Accept-Encoding')
    assert.equal(gunzipSync(rawPayload).toString(), plain.text)
    const refused = await kontor().get('/openapi.json', { headers: { 'accept-encoding': 'gzip;q=0, identity' } })
    assert.equal(refused.headers['content-encoding'], undefined)
    const again = await kontor().get('/openapi.json', { headers: { 'if-none-match': plain.headers.etag! } })
    assert.deepEqual([again.status, again.text], [304, ''])
  })

  test('is checked in as it is, and so are the types and the samples of the client', async () => {
    const { body } = await kontor().get('/openapi.json')
    const kept = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
    assert.ok(kept('docs/openapi.json') === compactText(body), `docs/openapi.json ${STALE}`)
    const generated = {
      'client/src/generated/contract.ts': contractOf(body),
      'client/src/generated/routes.ts': routesOf(body),
      'server/src/http/explorer/client-samples.json': samplesText(body),
    }
    for (const [path, text] of Object.entries(generated)) assert.ok(kept(path) === text, `${path} ${STALE}`)
  })

  test('says what it describes: version, licence, server, tags', () => {
    const { openapi, info, servers, tags } = api.document
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
    assert.equal(openapi, '3.1.0')
    assert.deepEqual([info.title, info.version, info.license.identifier], ['Kontor', manifest.version, 'Apache-2.0'])
    assert.deepEqual(servers, [{ url: '/' }])
    for (const code of problemCodes())
      assert.ok(
        info.description.includes(`| ${statusOfProblem(code)} | \`${code}\` | ${inEnglish(textOfProblem(code))} |`),
        code,
      )
    for (const { name, description } of tags) assert.ok(name && description)
    for (const { name } of catalog) assert.ok(tags.some((tag: Json) => tag.name === name))
  })

  test('lists exactly the routes that are mounted', () => {
    const documented = api.operations.map(({ method, path }) => `${method} ${path}`)
    const mounted = routes.get(kontor().app.server)!.filter((route) => !ELSEWHERE.test(route.split(' ')[1]!))
    assert.ok(mounted.length > 10)
    // The same for every resource, and described once: its parameter lists the resources.
    const described = mounted.map((route) => route.replace(/[\w-]+(?=\/by\/|\/\{id\}\/history$)/, '{resource}'))
    assert.deepEqual(documented.toSorted(), [...new Set(described)].toSorted())
    const [{ schema }] = api.document.paths['/api/v1/{resource}/by/{field}/{value}'].parameters
    const keyed = mounted.flatMap((route) => /^PUT .*\/([\w-]+)\/by\//.exec(route)?.[1] ?? [])
    assert.deepEqual(schema.enum.toSorted(), keyed.toSorted())
  })

  test('has no reference that leads nowhere, and no part that nothing refers to', () => {
    const references = new Set(
      api.document && [...JSON.stringify(api.document).matchAll(/"#(\/[^"]+)"/g)].map(([, path]) => path),
    )
    for (const path of references) api.resolve({ $ref: `#${path}` })
    const { securitySchemes: _, ...components } = api.document.components
    for (const [section, parts] of Object.entries<Json>(components))
      for (const name of Object.keys(parts))
        assert.ok(references.has(`/components/${section}/${name}`), `${section}/${name} is never used`)
  })

  test('gives every operation a name of its own, a tag, a summary, its security', () => {
    const { tags, components } = api.document
    const names = api.operations.map(({ described }) => described.operationId)
    assert.equal(new Set(names).size, names.length)
    for (const { described } of api.operations) {
      assert.match(described.operationId, /^[a-z][A-Za-z]+$/)
      assert.ok(described.summary)
      for (const tag of described.tags) assert.ok(tags.some((known: Json) => known.name === tag))
      assert.equal(described.tags.length, 1)
      const schemes = described.security.flatMap((alternative: Json) => Object.keys(alternative))
      assert.ok(Array.isArray(described.security) && schemes.every((name: string) => components.securitySchemes[name]))
    }
  })

  test('says which scope each operation needs', () => {
    const scopeFor = (tag: string, method: string) =>
      tag === 'settings' ? 'admin' : ({ GET: 'read', DELETE: 'delete' }[method] ?? 'write')
    for (const { name } of catalog) {
      const operations = api.operations.filter(({ described }) => described.tags[0] === name)
      assert.ok(operations.length > 0, name)
      for (const { method, described } of operations) {
        const scopes = [scopeFor(name, method)]
        assert.deepEqual(
          described.security,
          [{ bearer: scopes }, { apiKey: scopes }, { oauth2: scopes }],
          `${method} ${name}`,
        )
      }
    }
    assert.deepEqual(api.operation('POST', '/api/v1/auth/login').security, [])
  })

  test('calls what is done to documents by verb and noun', () => {
    const names: Readonly<Record<string, string>> = {
      'POST /api/v1/sales-orders': 'createSalesOrder',
      'PUT /api/v1/sales-orders/{id}/status': 'setSalesOrderStatus',
      'POST /api/v1/invoices/from-order': 'createInvoiceFromOrder',
      'PUT /api/v1/invoices/{id}/status': 'setInvoiceStatus',
      'GET /api/v1/invoices/{id}/pdf': 'getInvoicePdf',
      'GET /api/v1/stock-movements': 'listStockMovements',
      'GET /api/v1/settings': 'getSettings',
      'PATCH /api/v1/settings': 'patchSettings',
    }
    for (const [operation, name] of Object.entries(names)) {
      const [method, path] = operation.split(' ')
      assert.equal(api.operation(method!, path!).operationId, name)
    }
  })

  test('says of a move which rights lead to it, and how it can be refused', () => {
    const { description, requestBody } = api.operation('PUT', '/api/v1/sales-orders/{id}/status')
    assert.match(description, /Right: submit or cancel\./)
    const codes = api.codesOf('PUT', '/api/v1/sales-orders/{id}/status', 422)
    for (const code of ['INVALID_STATUS_TRANSITION', 'CREDIT_LIMIT_EXCEEDED', 'CUSTOMER_ON_HOLD', 'INACTIVE_REFERENCE'])
      assert.ok(codes.includes(code), code)
    const { properties, required } = api.resolve(requestBody.content['application/json'].schema)
    assert.deepEqual(Object.keys(properties), ['status', 'overrideCreditLimit'])
    assert.deepEqual(required, ['status'])
  })

  test('describes what comes with a record: possible moves, payments, warnings', () => {
    const { Invoice, SalesOrder, RecordMeta } = api.document.components.schemas
    for (const { allowedTransitions } of [Invoice.properties, SalesOrder.properties])
      assert.deepEqual(Object.keys(api.resolve(allowedTransitions.items).properties), TRANSITION_PARTS)
    assert.deepEqual(Object.keys(Invoice.properties.payments.items.properties), [
      'id',
      'amount',
      'discount',
      'paymentDate',
      'method',
    ])
    assert.deepEqual(RecordMeta.properties.warnings.items.required, ['code', 'message'])
  })

  test('leaves no value of a record undescribed', () => {
    for (const { resource } of entries) {
      const { properties } = api.document.components.schemas[recordNameOf({ resource })]
      for (const [name, schema] of Object.entries<Json>(properties))
        assert.ok(api.resolve(schema).type || schema.anyOf, `${resource.name}.${name}`)
    }
  })

  test('declares the parameters of every path, and no parameter twice', () => {
    for (const { path, described } of api.operations) {
      const { parameters = [] } = described
      const inPath = parameters.filter((parameter: Json) => parameter.in === 'path')
      assert.deepEqual(
        inPath.map(({ name, required }: Json) => [name, required]),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
      )
      const keys = parameters.map(({ name, in: place }: Json) => `${place} ${name}`)
      assert.equal(new Set(keys).size, keys.length)
      for (const { schema } of parameters) assert.ok(schema)
    }
  })

  test('lists for every operation the codes that it can be refused with', () => {
    for (const { method, path, described } of api.operations) {
      if (described.tags[0] === 'service') continue
      const codes = api.codesOf(method, path)
      assert.equal(new Set(codes).size, codes.length, `${method} ${path}`)
      const expected = ['BAD_REQUEST', 'RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR', 'UNAVAILABLE']
      if (described.security.length > 0) expected.push('UNAUTHORIZED', 'IP_NOT_ALLOWED')
      if (path.includes('{id}')) expected.push('NOT_FOUND')
      if (described.requestBody) expected.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR')
      for (const code of expected) assert.ok(codes.includes(code), `${method} ${path} lacks ${code}`)
      for (const [status, { content }] of Object.entries<Json>(described.responses)) {
        if (Number(status) < 400) continue
        const { schema, examples } = content['application/json']
        assert.ok(schema.allOf[0].$ref.endsWith('/ErrorEnvelope'))
        if (status === 'default') continue
        const known = api.codesOf(method, path, Number(status))
        for (const code of known) assert.equal(statusOfProblem(code as ProblemCode), Number(status))
        // The introduction has the message of every code; a response with one code shows it whole.
        const shown = Object.entries<Json>(examples ?? {}).map(([code, part]) => [
          code,
          api.resolve(part).value.error.code,
        ])
        const [only, ...others] = known
        assert.deepEqual(shown, others.length === 0 ? [[only, only]] : [], `${method} ${path} ${status}`)
      }
    }
  })

  test('offers conditions and safe repetition wherever they work', () => {
    const headersOf = (method: string, path: string): string[] =>
      (api.operation(method, path).parameters ?? [])
        .filter((parameter: Json) => parameter.in === 'header')
        .map(({ name }: Json) => name)
    const checkRecord = (one: string, changes: readonly string[]) => {
      assert.deepEqual(headersOf('GET', one), ['If-None-Match'])
      for (const method of changes) {
        assert.deepEqual(headersOf(method, one), ['If-Match', 'Idempotency-Key'])
        const codes = api.codesOf(method, one)
        for (const code of ['IDEMPOTENCY_IN_PROGRESS', 'VERSION_MISMATCH']) assert.ok(codes.includes(code), code)
      }
    }
    for (const { name } of created) {
      assert.deepEqual(headersOf('POST', `/api/v1/${name}`), ['Idempotency-Key'])
      checkRecord(`/api/v1/${name}/{id}`, ['PUT', 'PATCH', 'DELETE'])
    }
    checkRecord('/api/v1/settings', ['PUT', 'PATCH'])
    assert.deepEqual(headersOf('PUT', '/api/v1/sales-orders/{id}/status'), ['If-Match', 'Idempotency-Key'])
    assert.deepEqual(headersOf('POST', '/api/v1/invoices/from-order'), ['Idempotency-Key'])
    assert.deepEqual(headersOf('GET', '/api/v1/invoices/{id}/pdf'), [])
    assert.deepEqual(headersOf('POST', '/api/v1/auth/login'), [])
  })

  test('has only examples that fit their schemas', () => assert.deepEqual(api.unfitExamples(), []))
})
