import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ADMIN } from '../support/kontor.ts'
import { runKontor, type ServerProcess, startKontor } from '../support/process.ts'

const WRITES = 300

/** On the embedded database one thread or one process writes for all; clients see no difference. */
for (const [title, more] of [
  ['A server with a thread that writes', {}],
  ['A server with two workers', { KONTOR_WORKERS: '2' }],
] as const)
  describe(title, () => {
    const KONTOR_DATA = mkdtempSync(join(tmpdir(), 'kontor-writer-'))
    const environment = {
      KONTOR_DATA,
      ...more,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      KONTOR_PLAN: 'custom:1000000/unlimited',
    }
    let server: ServerProcess
    let token = ''

    const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.origin}/api/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    }
    const signIn = async () => {
      token = ''
      token = (await call('POST', '/auth/login', ADMIN)).body.data.token
    }
    const refusals = async (): Promise<{ changes: { count?: [null, number] } }[]> =>
      (await call('GET', '/audit-log?action=refused&resource=items')).body.data

    before(async () => {
      server = await startKontor(environment)
      await signIn()
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      rmSync(KONTOR_DATA, { recursive: true, force: true })
    })

    test('refuses with the same messages, fields and headers', async () => {
      const item = { itemCode: 'TWICE', itemName: 'Bolt' }
      assert.equal((await call('POST', '/items', item)).status, 201)
      const { status, body } = await call('POST', '/items', item)
      assert.deepEqual([status, body.error.code, body.error.details[0].field], [422, 'VALIDATION_ERROR', 'itemCode'])
      const attempts = [1, 2, 3, 4, 5, 6].map(() =>
        call('POST', '/auth/login', { email: 'unknown@example.com', password: 'wrong password' }),
      )
      const throttled = (await Promise.all(attempts)).find((answer) => answer.status === 429)
      assert.ok(Number(throttled?.headers.get('retry-after')) >= 1)
    })

    test('repeats a response for the same Idempotency-Key, also for concurrent requests', async () => {
      const keyed = () => call('POST', '/items', { itemCode: 'KEYED', itemName: 'Nut' }, { 'idempotency-key': 'one' })
      const answers = await Promise.all(Array.from({ length: 8 }, keyed))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
      assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1)
    })

    test('writes on two threads: changes there, audit entries of refusals here', async () => {
      const role = { name: 'reader', permissions: { items: { can: ['read'] } } }
      assert.equal((await call('POST', '/roles', role)).status, 201)
      const reader = { email: 'reader@example.com', name: 'Reader', role: 'reader', password: 'seven blue horses' }
      assert.equal((await call('POST', '/users', reader)).status, 201)
      const { body } = await call('POST', '/auth/login', { email: reader.email, password: reader.password })
      const asReader = { authorization: `Bearer ${body.data.token}` }
      const requests = Array.from({ length: WRITES }, (_, index) =>
        index % 3 === 0
          ? call('DELETE', '/items/itm_none', undefined, asReader)
          : call('POST', '/items', { itemCode: `MANY-${index}`, itemName: `Washer ${index}` }),
      )
      const answers = await Promise.all(requests)
      for (const [index, { status }] of answers.entries()) assert.equal(status, index % 3 === 0 ? 403 : 201)
      assert.ok((await refusals()).length >= 1)
    })

    test('sees previous writes and deactivated users with the next request', async () => {
      for (let round = 0; round < 20; round++) {
        const { body } = await call('POST', '/items', { itemCode: `SEEN-${round}`, itemName: `Plain washer ${round}` })
        assert.equal((await call('GET', `/items/${body.data.id}`)).status, 200)
        assert.equal((await call('GET', `/search?q=SEEN-${round}`)).body.data.items[0].id, body.data.id)
      }
      await call('POST', '/auth/logout')
      assert.equal((await call('GET', '/items')).status, 401)
      await signIn()
    })

    test('keeps all that it acknowledged, consistently, when it is stopped in the middle of writing', async () => {
      const requests = Array.from({ length: WRITES }, (_, index) =>
        call('POST', '/items', { itemCode: `LAST-${index}`, itemName: 'Spring' }).catch(() => undefined),
      )
      await Promise.race(requests)
      const { code } = await server.stop()
      assert.equal(code, 0)
      const acknowledged = (await Promise.all(requests)).filter((answer) => answer?.status === 201)
      assert.ok(acknowledged.length > 0)
      server = await startKontor(environment)
      await signIn()
      for (const answer of acknowledged) assert.equal((await call('GET', `/items/${answer!.body.data.id}`)).status, 200)
      assert.equal(
        (await refusals()).reduce((sum, { changes }) => sum + (changes.count?.[1] ?? 1), 0),
        WRITES / 3,
        'refusals that were only counted are written when the server stops',
      )
      const { code: verified, output } = await runKontor(['verify'], environment)
      assert.equal(verified, 0, output)
    })
  })
