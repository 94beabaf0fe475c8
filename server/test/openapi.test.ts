import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { writeAction } from '../src/core/action.ts'
import { problems } from '../src/core/problem.ts'
import { stockActions } from '../src/core/stock-actions.ts'
import { describeApi } from '../src/http/openapi/document.ts'
import { choice, date, group, instant, integer, lines, list, money, ref, text } from '../src/model/fields.ts'
import { defineResource } from '../src/model/resource.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { kontorFor } from './support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from './support/openapi.ts'

const STALE = 'docs/openapi.json is not what the server answers with: run "npm run openapi" and look at the difference'
/** The explorer is for people; the document describes what is for programs. */
const FOR_PEOPLE = /^\/docs/

/** The routes of every server, noted as they are mounted. */
const routes = new WeakMap<FastifyInstance, string[]>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  const mounted: string[] = []
  routes.set(fastify, mounted)
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const verb of [method].flat()) if (verb !== 'HEAD') mounted.push(`${verb} ${url.replace(/:(\w+)/g, '{$1}')}`)
  })
})

onEveryDatabase('The OpenAPI document', (kind) => {
  const kontor = kontorFor(kind)
  let api: DescribedApi
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
  })
  const resourcePaths = catalog.map(({ name }) => `/api/v1/${name}`)

  test('is open to everybody, and the same bytes every time', async () => {
    const first = await kontor().get('/openapi.json', { token: null })
    assert.equal(first.status, 200)
    assert.equal(first.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal((await kontor().get('/openapi.json')).text, first.text)
  })

  test('is sent compressed to whoever takes that, and not again to whoever has it', async () => {
    const plain = await kontor().get('/openapi.json')
    const { rawPayload, headers } = await kontor().app.server.inject({
      url: '/api/v1/openapi.json',
      headers: { 'accept-encoding': 'br, gzip;q=0.8' },
    })
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(headers.vary, 'accept-encoding')
    assert.equal(gunzipSync(rawPayload).toString(), plain.text)
    const refused = await kontor().get('/openapi.json', { headers: { 'accept-encoding': 'gzip;q=0, identity' } })
    assert.equal(refused.headers['content-encoding'], undefined)
    const again = await kontor().get('/openapi.json', { headers: { 'if-none-match': plain.headers.etag! } })
    assert.deepEqual([again.status, again.text], [304, ''])
  })

  test('is checked in as it is', async () => {
    const file = join(import.meta.dirname, '../../docs/openapi.json')
    const { body } = await kontor().get('/openapi.json')
    assert.ok(readFileSync(file, 'utf8') === `${JSON.stringify(body, null, 2)}\n`, STALE)
  })

  test('says what it describes: version, licence, server, tags', () => {
    const { openapi, info, servers, tags } = api.document
    const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
    assert.equal(openapi, '3.1.0')
    assert.deepEqual([info.title, info.version, info.license.identifier], ['Kontor', manifest.version, 'Apache-2.0'])
    assert.deepEqual(servers, [{ url: '/' }])
    for (const code of Object.keys(problems)) assert.ok(info.description.includes(`\`${code}\``), code)
    for (const { name, description } of tags) assert.ok(name && description)
    for (const { name } of catalog) assert.ok(tags.some((tag: Json) => tag.name === name))
  })

  test('lists exactly the routes that are mounted', () => {
    const documented = api.operations.map(({ method, path }) => `${method} ${path}`)
    const mounted = routes.get(kontor().app.server)!.filter((route) => !FOR_PEOPLE.test(route.split(' ')[1]!))
    assert.ok(mounted.length > 10)
    assert.deepEqual(documented.toSorted(), mounted.toSorted())
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
    assert.deepEqual(
      resourcePaths.map((path) => api.operation('POST', path).security[0]),
      resourcePaths.map(() => ({ bearer: ['write'] })),
    )
    assert.deepEqual(api.operation('POST', '/api/v1/auth/login').security, [])
  })

  test('declares the parameters of every path, and no parameter twice', () => {
    for (const { path, described } of api.operations) {
      const parameters = (described.parameters ?? []).map(api.resolve)
      const inPath = parameters.filter((parameter: Json) => parameter.in === 'path')
      assert.deepEqual(
        inPath.map(({ name, required }: Json) => [name, required]),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
      )
      const keys = parameters.map(({ name, in: place }: Json) => `${place} ${name}`)
      assert.equal(new Set(keys).size, keys.length)
      for (const { description, schema } of parameters) assert.ok(description && schema)
    }
  })

  test('foresees for every operation how it can fail, with an example for each code', () => {
    for (const { method, path, described } of api.operations) {
      if (described.tags[0] === 'service') continue
      const expected = ['400', '429', '500', '503']
      if (described.security.length > 0) expected.push('401', '403')
      if (path.includes('{id}')) expected.push('404')
      if (described.requestBody) expected.push('413', '415', '422')
      for (const status of expected) assert.ok(described.responses[status], `${method} ${path} lacks ${status}`)
      for (const [status, reference] of Object.entries<Json>(described.responses)) {
        if (Number(status) < 400) continue
        const { examples } = api.resolve(reference).content['application/json']
        assert.ok(Object.keys(examples).length > 0)
        for (const [code, { value }] of Object.entries<Json>(examples)) {
          assert.equal(value.error.code, code)
          assert.equal(problems[code as keyof typeof problems][0], Number(status))
        }
      }
    }
  })

  test('offers conditions and safe repetition wherever they work', () => {
    const headersOf = (method: string, path: string): string[] =>
      (api.operation(method, path).parameters ?? [])
        .map(api.resolve)
        .filter((parameter: Json) => parameter.in === 'header')
        .map(({ name }: Json) => name)
    for (const path of resourcePaths) {
      assert.deepEqual(headersOf('POST', path), ['Idempotency-Key'])
      assert.deepEqual(headersOf('GET', `${path}/{id}`), ['If-None-Match'])
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        assert.deepEqual(headersOf(method, `${path}/{id}`), ['If-Match', 'Idempotency-Key'])
        for (const status of [409, 412]) assert.ok(api.operation(method, `${path}/{id}`).responses[status])
      }
    }
    assert.deepEqual(headersOf('POST', '/api/v1/auth/login'), [])
  })

  test('has only examples that fit their schemas', () => assert.deepEqual(api.unfitExamples(), []))
})

const safes = defineResource({
  name: 'safes',
  singular: 'wall safe',
  idPrefix: 'saf',
  title: 'label',
  description: 'Made up to hold every kind of field.',
  fields: {
    label: text({ required: true, example: 'Office' }),
    pin: text({ required: true, secret: true }),
    pinHash: text({ readOnly: true, secret: true }),
    colour: choice(['grey', 'black'], { description: 'Of the door.' }),
    owner: ref('safes'),
    boughtOn: date(),
    room: group({ number: integer({ required: true, min: 1 }), floor: integer() }),
    tags: list(text({ max: 20 })),
    contents: lines(
      { what: text({ required: true }), worth: money({ default: 0 }), seal: text({ secret: true }) },
      { min: 1 },
    ),
  },
})

describe('The OpenAPI document of a made-up resource', () => {
  const openSafe = writeAction({
    name: 'open-door',
    method: 'POST',
    path: '/:id/door',
    summary: 'Open the door',
    access: 'update',
    sensitive: true,
    status: 200,
    problems: ['RESOURCE_IN_USE'],
    input: { pin: text({ required: true }) },
    output: group({ openedAt: instant({ required: true }), by: text() }),
    run: async () => undefined,
  })
  const entries = [{ resource: safes, actions: [...stockActions(safes), openSafe] }]
  const api = describedApi(
    JSON.parse(
      JSON.stringify(describeApi({ entries, version: '1.2.3', origin: 'https://kontor.example', root: '/api/v1' })),
    ),
  )
  const { schemas } = api.document.components

  test('is whole and consistent', () => {
    assert.deepEqual(api.unfitExamples(), [])
    assert.deepEqual(api.document.servers, [{ url: 'https://kontor.example' }])
    assert.deepEqual(
      api.operations.slice(0, 7).map(({ described }) => described.operationId),
      [
        'listSafes',
        'createWallSafe',
        'getWallSafe',
        'updateWallSafe',
        'updateWallSafeByPatch',
        'deleteWallSafe',
        'openWallSafeDoor',
      ],
    )
  })

  test('never shows a secret; one that a client gives is write-only', () => {
    const { WallSafe, CreateWallSafeInput } = schemas
    assert.ok(!('pin' in WallSafe.properties) && !('pinHash' in WallSafe.properties))
    assert.ok(!('seal' in WallSafe.properties.contents.items.properties))
    assert.equal(CreateWallSafeInput.properties.pin.writeOnly, true)
    assert.ok(!('pinHash' in CreateWallSafeInput.properties))
    const filters = api.operation('GET', '/api/v1/safes').parameters.map(({ name }: Json) => name)
    assert.ok(filters.includes('room.floor') && !filters.includes('pin') && !filters.includes('pinHash'))
  })

  test('asks for what is mandatory when creating, for nothing when updating', () => {
    const { CreateWallSafeInput: create, UpdateWallSafeInput: update } = schemas
    assert.deepEqual(create.required, ['label', 'pin', 'room'])
    assert.deepEqual(create.properties.room.required, ['number'])
    assert.deepEqual(create.properties.room.type, 'object')
    assert.deepEqual([update.required, update.properties.room.required], [undefined, undefined])
    // A line is replaced as a whole, so it must be whole.
    assert.deepEqual(update.properties.contents.items.required, ['what'])
    assert.equal(update.properties.contents.minItems, 1)
    for (const { additionalProperties } of [create, update, create.properties.room, update.properties.contents.items])
      assert.equal(additionalProperties, false)
  })

  test('says what may be null, and what only the service writes', () => {
    const { WallSafe, UpdateWallSafeInput } = schemas
    assert.deepEqual(WallSafe.properties.boughtOn.type, ['string', 'null'])
    assert.deepEqual(WallSafe.properties.colour.anyOf, [{ type: 'string', enum: ['grey', 'black'] }, { type: 'null' }])
    assert.equal(WallSafe.properties.colour.description, 'Of the door.')
    assert.equal(WallSafe.properties.label.type, 'string')
    for (const name of ['id', 'createdAt', 'updatedAt', 'createdBy', 'version'])
      for (const { properties } of [WallSafe, UpdateWallSafeInput]) assert.equal(properties[name].readOnly, true, name)
  })

  test('describes an action of its own: body, answer, problems, no repetition of what is sensitive', () => {
    const { parameters, responses, requestBody } = api.operation('POST', '/api/v1/safes/{id}/door')
    assert.deepEqual(
      parameters.map(({ name }: Json) => name),
      ['id'],
    )
    assert.ok(responses[422].content['application/json'].examples.RESOURCE_IN_USE)
    assert.deepEqual(responses[200].content['application/json'].schema.properties.data, {
      $ref: '#/components/schemas/OpenWallSafeDoorOutput',
    })
    assert.deepEqual(schemas.OpenWallSafeDoorOutput.required, ['openedAt', 'by'])
    assert.deepEqual(requestBody.content['application/json'].examples, { complete: { value: { pin: '<pin>' } } })
  })
})
