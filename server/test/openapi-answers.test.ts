import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Resource } from '../src/model/resource.ts'
import { catalog } from '../src/resources/catalog.ts'
import { onEveryDatabase } from './support/databases.ts'
import { fixtureOf } from './support/fixtures.ts'
import { ADMIN, type Answer, type CallOptions, openKontor } from './support/kontor.ts'
import { svg } from './support/logos.ts'
import { type DescribedApi, describedApi, type Json } from './support/openapi.ts'
import { create } from './support/records.ts'
import { stoppedKontorFor } from './support/stopped-clock.ts'
import { created, createWorld, type World } from './support/world.ts'

type Refusal = [status: number, method: string, path: string, answer: Answer]

const HISTORY = '/api/v1/{resource}/{id}/history'

onEveryDatabase('What the OpenAPI document promises', (kind) => {
  const kontor = stoppedKontorFor(kind)
  let api: DescribedApi
  let world: World
  before(async () => {
    api = describedApi((await kontor().get('/openapi.json', { token: null })).body)
    world = await createWorld(kontor())
  })

  /** Answers of every documented change, of a read, and of reads that ask for less and for more. */
  async function useRecord(address: string, template: string): Promise<Json> {
    for (const change of api.bodies('PUT', template))
      for (const method of ['PUT', 'PATCH']) {
        const changed = await kontor().call(method, address, { body: change })
        assert.equal(changed.status, 200, changed.text)
        api.foresees(method, template, changed)
      }
    const read = await kontor().get(address)
    api.foresees('GET', template, read)
    const part = await kontor().get(`${address}?fields=id,version`)
    assert.deepEqual(Object.keys(part.body.data), ['id', 'version'])
    const unchanged = await kontor().get(address, { headers: { 'if-none-match': read.headers.etag! } })
    assert.equal(unchanged.status, 304)
    api.foresees('GET', template, unchanged)
    const whole = await kontor().get(`${address}?include=permitted&expand=createdBy`)
    api.foresees('GET', template, whole)
    return whole.body.data
  }

  function checkRefusals(refusals: readonly Refusal[]): void {
    for (const [status, method, template, answer] of refusals) {
      assert.equal(answer.status, status, `${method} ${template}: ${answer.text}`)
      api.foresees(method, template, answer)
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

  test('api-keys: a key that is limited to no resources shows null for them', async () => {
    const made = await kontor().post('/api-keys', { name: 'Web shop', scopes: ['read'] })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.data.resources, null)
    api.foresees('POST', '/api/v1/api-keys', made)
  })

  for (const { name } of created) {
    const path = `/api/v1/${name}`
    const one = `${path}/{id}`

    test(`${name}: its examples are accepted, and every answer is as documented`, async () => {
      for (const example of world.withRealIds(api.bodies('POST', path))) {
        const made = await kontor().post(`/${name}`, example)
        assert.equal(made.status, 201, made.text)
        api.foresees('POST', path, made)
        const address = `/${name}/${made.body.data.id}`
        const record = await useRecord(address, one)
        api.foresees('GET', path, await kontor().get(`/${name}`))
        const { schema } = api.operation('GET', path).responses[200].content['application/json']
        const documented = api.resolve(api.resolve(schema).properties.data.items)
        assert.deepEqual(Object.keys(record), Object.keys(documented.properties))
        const removed = await kontor().delete(address)
        assert.equal(removed.status, fixtureOf(name).kept ? 422 : 204, removed.text)
        api.foresees('DELETE', one, removed)
      }
    })

    test(`${name}: every refusal is as documented`, async () => {
      const key = { headers: { 'idempotency-key': `documented ${name}` } }
      const made = await kontor().post(`/${name}`, world.bodyOf(name), key)
      const address = `/${name}/${made.body.data.id}`
      const plain = { text: 'a', headers: { 'content-type': 'text/plain' } }
      checkRefusals([
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
        [404, 'PUT', one, await kontor().put(`/${name}/nonsense`, {})],
        [404, 'DELETE', one, await kontor().delete(`/${name}/nonsense`)],
        [412, 'PUT', one, await kontor().put(address, {}, { headers: { 'if-match': '"99"' } })],
        [413, 'POST', path, await kontor().call('POST', `/${name}`, { text: `"${'x'.repeat(2_000_000)}"` })],
        [415, 'POST', path, await kontor().call('POST', `/${name}`, plain)],
        [422, 'POST', path, await kontor().post(`/${name}`, {})],
        [422, 'POST', path, await kontor().post(`/${name}`, { nonsense: 1 }, key)],
        [422, 'PUT', one, await kontor().put(address, { nonsense: 1 })],
      ])
      await kontor().delete(address)
    })
  }

  test('everything that can be read without an id, and each first record with its history, is as documented', async () => {
    await create(kontor(), '/api-keys', { name: 'Shop', scopes: ['read'] })
    await create(kontor(), '/oauth-clients', {
      name: 'Shop',
      redirectUris: ['https://shop.example/back'],
      scopes: ['read'],
    })
    await create(kontor(), '/imports', { resource: 'items', csv: 'Code,Name\nA,' })
    const logo = { text: svg(), headers: { 'content-type': 'image/svg+xml' } }
    api.foresees('PUT', '/api/v1/settings/logo', await kontor().call('PUT', '/settings/logo', logo))
    const paths = api.operations.filter(({ method }) => method === 'GET').map(({ path }) => path)
    const keptHistories: string[] = api.operation('GET', HISTORY).parameters[0].schema.enum
    const isPlain = (path: string) =>
      path.startsWith('/api/v1/') && !path.includes('{') && !/\.json$|export$/.test(path)
    for (const path of paths.filter(isPlain)) {
      const question = { '/api/v1/search': '?q=bolt', '/api/v1/imports/template': '?resource=items' }[path] ?? ''
      const answer = await kontor().get(path.replace('/api/v1', '') + question)
      assert.equal(answer.status, 200, `${path}: ${answer.text}`)
      api.foresees('GET', path, answer)
      const [first] = Array.isArray(answer.body?.data) ? answer.body.data : []
      if (!first?.id || !paths.includes(`${path}/{id}`)) continue
      const address = `${path.replace('/api/v1', '')}/${first.id}`
      api.foresees('GET', `${path}/{id}`, await kontor().get(address))
      if (!keptHistories.includes(path.replace('/api/v1/', ''))) continue
      api.foresees('GET', HISTORY, await kontor().get(`${address}/history`))
    }
  })

  test('settings: its example is accepted, every answer and every refusal is as documented', async () => {
    const path = '/api/v1/settings'
    const record = await useRecord('/settings', path)
    assert.deepEqual(Object.keys(record), Object.keys(api.document.components.schemas.Settings.properties))
    checkRefusals([
      [400, 'GET', path, await kontor().get('/settings?fields=nonsense')],
      [400, 'PUT', path, await kontor().call('PUT', '/settings', { text: '{' })],
      [401, 'GET', path, await kontor().get('/settings', { token: null })],
      [412, 'PUT', path, await kontor().put('/settings', {}, { headers: { 'if-match': '"99"' } })],
      [422, 'PUT', path, await kontor().put('/settings', { currency: 'Taler' })],
      [415, 'PUT', `${path}/logo`, await kontor().put('/settings/logo', {})],
      [422, 'PUT', path, await kontor().put('/settings', { currency: 'CHF' })],
    ])
  })
})
