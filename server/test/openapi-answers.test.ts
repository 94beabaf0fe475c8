import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { OPERATORS } from '../src/core/list-query.ts'
import { isWritable } from '../src/model/input.ts'
import type { Resource } from '../src/model/resource.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { ADMIN, type CallOptions, kontorFor, openKontor } from './support/kontor.ts'
import { type DescribedApi, describedApi, type Json } from './support/openapi.ts'

/** Values that sit on the edges of what some kind of field takes. */
const probes: readonly unknown[] = [
  ...[null, true, 'true', 0, -1, 0.0001, 0.00001, 1.5, 100, 101, 99_999_999_999.9999, 1e12],
  ...[' ', 'text', 'Product', 'DE', 'de', '2026-01-31', 'x'.repeat(64), 'x'.repeat(5000)],
  ...['a@example.com', 'https://example.com/a.png', 'javascript:alert(1)'],
  ...[[], ['https://example.com/a.png'], ['text'], [1], {}, { city: 'Ulm' }, { city: null }, { nonsense: 1 }],
]
/** Texts that people write in their own script. */
const foreign: readonly unknown[] = [
  'müller@example.com',
  ['https://example.com/schön.png'],
  ['https://münchen.example/'],
]

onEveryDatabase('What the OpenAPI document promises', (kind) => {
  const kontor = kontorFor(kind)
  let api: DescribedApi
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
  })

  /** A record made from the documented example, cleared away again. */
  async function withRecord(name: string, use: (record: Json, address: string) => Promise<void>): Promise<void> {
    const created = await kontor().post(`/${name}`, api.bodies('POST', `/api/v1/${name}`)[0])
    const address = `/${name}/${created.body.data.id}`
    try {
      await use(created.body.data, address)
    } finally {
      await kontor().delete(address)
    }
  }

  test('signing in and out, and what can go wrong with it', async () => {
    const body = { email: ADMIN.email, password: ADMIN.password }
    const signedIn = await kontor().post('/auth/login', body, { token: null })
    const { token, refreshToken } = signedIn.body.data
    const calls: [status: number, method: string, path: string, options: CallOptions][] = [
      [401, 'POST', '/auth/login', { body: { ...body, password: 'wrong' }, token: null }],
      [422, 'POST', '/auth/login', { body: {}, token: null }],
      [200, 'POST', '/auth/refresh', { body: { refreshToken }, token: null }],
      [401, 'POST', '/auth/refresh', { body: { refreshToken: 'wrong' }, token: null }],
      [200, 'GET', '/auth/me', { token }],
      [401, 'GET', '/auth/me', { token: null }],
      [400, 'GET', '/auth/me?page=1', { token }],
      [200, 'GET', '/auth/sessions', { token }],
      [404, 'DELETE', '/auth/sessions/{id}', { token }],
      [204, 'POST', '/auth/logout', { token }],
      [401, 'POST', '/auth/logout', { token }],
    ]
    api.foresees('POST', '/api/v1/auth/login', signedIn)
    for (const [status, method, path, options] of calls) {
      const answer = await kontor().call(method, path, options)
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
      api.foresees(method, `/api/v1${path.split('?')[0]}`, answer)
    }
  })

  test('the addresses that ask about the service itself', async () => {
    for (const path of ['/healthz', '/readyz'])
      api.foresees('GET', path, await kontor().get(`root:${path}`, { token: null }))
    const metrics = await kontor().get('root:/metrics', { token: null })
    const [type] = Object.keys(api.operation('GET', '/metrics').responses[200].content)
    assert.ok(metrics.headers['content-type']!.startsWith(type!))
  })

  test('too many requests', async () => {
    const small = await openKontor(kind, { environment: { KONTOR_PLAN: 'custom:2/unlimited' } })
    try {
      const [{ name }] = catalog as [Resource]
      let answer = await small.get(`/${name}`)
      for (let left = 5; left > 0 && answer.status === 200; left--) answer = await small.get(`/${name}`)
      assert.equal(answer.status, 429)
      api.foresees('GET', `/api/v1/${name}`, answer)
    } finally {
      await small.close()
    }
  })

  for (const resource of catalog) {
    const { name } = resource
    const path = `/api/v1/${name}`
    const one = `${path}/{id}`

    test(`${name}: its examples are accepted, and every answer is as documented`, async () => {
      for (const example of api.bodies('POST', path)) {
        const created = await kontor().post(`/${name}`, example)
        assert.equal(created.status, 201, created.text)
        api.foresees('POST', path, created)
        const address = `/${name}/${created.body.data.id}`
        for (const change of api.bodies('PUT', one))
          for (const method of ['PUT', 'PATCH']) {
            const changed = await kontor().call(method, address, { body: change })
            assert.equal(changed.status, 200, changed.text)
            api.foresees(method, one, changed)
          }
        const read = await kontor().get(address)
        api.foresees('GET', one, read)
        api.foresees('GET', one, await kontor().get(`${address}?fields=id,version`))
        api.foresees('GET', one, await kontor().get(address, { headers: { 'if-none-match': read.headers.etag! } }))
        api.foresees('GET', path, await kontor().get(`/${name}`))
        const documented = api.resolve(
          api.operation('GET', path).responses[200].content['application/json'].schema.properties.data.items,
        )
        assert.deepEqual(Object.keys(read.body.data), Object.keys(documented.properties))
        const removed = await kontor().delete(address)
        assert.equal(removed.status, 204)
        api.foresees('DELETE', one, removed)
      }
    })

    test(`${name}: every refusal is as documented`, async () => {
      const [example] = api.bodies('POST', path)
      const key = { headers: { 'idempotency-key': `documented ${name}` } }
      const made = await kontor().post(`/${name}`, example, key)
      const address = `/${name}/${made.body.data.id}`
      const refusals: [status: number, method: string, path: string, answer: Awaited<typeof made>][] = [
        [400, 'GET', path, await kontor().get(`/${name}?page=abc`)],
        [400, 'GET', path, await kontor().get(`/${name}?nonsense=1`)],
        [400, 'GET', path, await kontor().get(`/${name}?sort=nonsense`)],
        [400, 'GET', path, await kontor().get(`/${name}?cursor=nonsense`)],
        [400, 'GET', one, await kontor().get(`${address}?fields=nonsense`)],
        [400, 'POST', path, await kontor().call('POST', `/${name}`, { text: '{' })],
        [400, 'DELETE', one, await kontor().delete(`${address}?page=1`)],
        [401, 'GET', path, await kontor().get(`/${name}`, { token: null })],
        [401, 'PUT', one, await kontor().put(address, {}, { token: 'nonsense' })],
        [404, 'GET', one, await kontor().get(`/${name}/nonsense`)],
        [404, 'DELETE', one, await kontor().delete(`/${name}/nonsense`)],
        [412, 'PUT', one, await kontor().put(address, {}, { headers: { 'if-match': '"99"' } })],
        [413, 'POST', path, await kontor().call('POST', `/${name}`, { text: `"${'x'.repeat(2_000_000)}"` })],
        [
          415,
          'POST',
          path,
          await kontor().call('POST', `/${name}`, { text: 'a', headers: { 'content-type': 'text/plain' } }),
        ],
        [422, 'POST', path, await kontor().post(`/${name}`, {})],
        [422, 'POST', path, await kontor().post(`/${name}`, { nonsense: 1 }, key)],
        [422, 'PUT', one, await kontor().put(address, { nonsense: 1 })],
      ]
      for (const [status, method, template, answer] of refusals) {
        assert.equal(answer.status, status, `${method} ${template}: ${answer.text}`)
        api.foresees(method, template, answer)
      }
      await kontor().delete(address)
    })

    test(`${name}: every documented filter and order is understood`, async () => {
      const parameters = api.operation('GET', path).parameters.map(api.resolve)
      const filters = parameters.filter(({ style }: Json) => style === 'deepObject')
      const plain = parameters.filter(({ in: place, style }: Json) => place === 'query' && !style)
      assert.ok(filters.length > 10)
      for (const { name: field, schema } of filters) {
        const { anyOf } = api.resolve(schema)
        const operators = anyOf.at(-1)
        assert.deepEqual(Object.keys(operators.properties), [...OPERATORS])
        assert.equal(operators.additionalProperties, false)
        const value = sampleOf(anyOf[0])
        for (const query of [
          `${field}=${value}`,
          `${field}=null`,
          ...OPERATORS.map((operator) => `${field}[${operator}]=${value}`),
        ]) {
          const answer = await kontor().get(`/${name}?${query}`)
          assert.equal(answer.status, 200, `${query}: ${answer.text}`)
        }
      }
      const sort = plain.find((parameter: Json) => parameter.name === 'sort').schema
      assert.equal(sort.default, 'createdAt')
      for (const field of sort.enum) assert.equal((await kontor().get(`/${name}?sort=${field}`)).status, 200, field)
      assert.deepEqual(
        plain.map((parameter: Json) => parameter.name),
        ['page', 'perPage', 'cursor', 'sort', 'order', 'search', 'updatedSince', 'includeTotal'],
      )
    })

    test(`${name}: what was received can be sent back whole, and the schema says so`, () =>
      withRecord(name, async (record, address) => {
        assert.deepEqual(api.faultsOf(api.bodySchema('PUT', one), record), [])
        const answer = await kontor().put(address, record)
        assert.equal(answer.status, 200, answer.text)
      }))

    test(`${name}: an unknown field and a wrong type are refused by schema and server alike`, async () => {
      const [example] = api.bodies('POST', path)
      for (const wrong of [{ ...example, nonsense: 1 }, { ...example, isActive: 'yes' }, {}]) {
        assert.notDeepEqual(api.faultsOf(api.bodySchema('POST', path), wrong), [])
        assert.equal((await kontor().post(`/${name}`, wrong)).status, 422)
      }
    })

    for (const [title, values] of [
      ['whatever the server takes, the schema takes', probes],
      ['the schema does not mind other scripts than the server', foreign],
      ['a text that is emptied is still as documented', ['']],
      ['no list holds nothing: null is no entry', [[null]]],
    ] as const) {
      test(`${name}: ${title}`, () =>
        withRecord(name, async (_record, address) => {
          const schema = api.bodySchema('PUT', one)
          const fields = Object.keys(resource.fields).filter((field) => isWritable(resource.fields[field]!))
          for (const body of fields.flatMap((field) => values.map((value) => ({ [field]: value })))) {
            const answer = await kontor().put(address, body)
            api.foresees('PUT', one, answer)
            if (answer.status === 200) assert.deepEqual(api.faultsOf(schema, body), [], JSON.stringify(body))
          }
        }))
    }
  }
})

function sampleOf({ type, format, anyOf, enum: choices }: Json): string {
  if (anyOf || format === 'date') return '2026-01-31'
  if (choices) return choices[0]
  return { number: '1.5', integer: '2', boolean: 'true' }[type as string] ?? 'some-text'
}
