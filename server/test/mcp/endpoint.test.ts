import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openAuditKeys } from '../../src/app/secrets/secrets.ts'
import { readConfig } from '../../src/config/config.ts'
import { mapConcurrently } from '../../src/features/bulk/map-concurrently.ts'
import { verify } from '../../src/verify/verify.ts'
import { siteFor } from '../oauth/site.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { createKey } from '../support/keys.ts'
import { signedIn } from '../support/people.ts'
import { createItem, read } from '../support/records.ts'
import { connectAssistant, message, post } from './assistant.ts'

const list = message('list_records', { resource: 'items' })

onEveryDatabase('The endpoint for assistants', (kind) => {
  const site = siteFor(kind)
  const metadataAt = '/.well-known/oauth-protected-resource'

  test('refuses a message without a valid credential (401) and says where to ask for access', async () => {
    const { origin } = site()
    const challenge = `resource_metadata="${origin}${metadataAt}/mcp"`
    const without = await post(site(), null, list)
    assert.equal(without.status, 401)
    assert.equal(without.headers.get('www-authenticate'), `Bearer realm="api", ${challenge}`)
    assert.deepEqual(
      [without.body.jsonrpc, without.body.id, without.body.error.data.code],
      ['2.0', null, 'UNAUTHORIZED'],
    )
    const wrong = await post(site(), { token: 'kto_wrong' }, list)
    assert.equal(wrong.status, 401)
    assert.equal(wrong.headers.get('www-authenticate'), `Bearer realm="api", error="invalid_token", ${challenge}`)
    assert.equal((await post(site(), { key: 'ktk_wrong' }, list)).body.error.data.code, 'INVALID_API_KEY')
  })

  test('publishes the metadata of the protected resource (RFC 9728), for the origin and for the endpoint', async () => {
    const { origin } = site()
    for (const path of ['', '/mcp']) {
      const response = await fetch(`${origin}${metadataAt}${path}`)
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      assert.deepEqual(await response.json(), {
        resource: `${origin}${path}`,
        authorization_servers: [origin],
        scopes_supported: ['read', 'write', 'delete', 'admin'],
        bearer_methods_supported: ['header'],
        resource_name: 'Kontor',
      })
    }
    assert.equal((await fetch(`${origin}${metadataAt}/other`)).status, 404)
  })

  test('answers to POST only: there is no stream to read and no session to end', async () => {
    const { key } = await createKey(site().kontor)
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const headers = { 'x-api-key': key, accept: 'text/event-stream' }
      const response = await fetch(`${site().origin}/mcp`, { method, headers })
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
    }
    const response = await fetch(`${site().origin}/mcp`, { headers: { accept: 'text/event-stream' } })
    assert.equal(response.status, 401)
  })

  test('needs no session: every message stands for itself', async () => {
    const key = await createKey(site().kontor)
    const { status, headers, body } = await post(site(), key, list)
    assert.deepEqual([status, headers.get('mcp-session-id')], [200, null])
    assert.match(headers.get('content-type')!, /^application\/json/)
    assert.ok(body.result.structuredContent.records)
    assert.ok(headers.get('x-request-id') && headers.get('x-ratelimit-limit'))
  })

  test('refuses pages of other sites (403), but not programs and not its own pages', async () => {
    const key = await createKey(site().kontor)
    for (const origin of ['https://evil.example', 'null']) {
      const { status, body } = await post(site(), key, list, { origin })
      assert.deepEqual([status, body.error.data.code], [403, 'FORBIDDEN'])
    }
    assert.equal((await post(site(), key, list, { origin: site().origin })).status, 200)
  })

  test('writes to the audit log that a change came through it, and the log stays valid', async () => {
    const key = await createKey(site().kontor, { scopes: ['read', 'write'] })
    const assistant = await connectAssistant(site(), key)
    const values = { itemCode: 'MCP-1', itemName: 'Bolt' }
    const { record } = await assistant.use('create_record', { resource: 'items', values })
    await site().kontor.put(`/items/${record.id}`, { itemName: 'Nut' })
    const entries = await read(site().kontor, `/audit-log?recordId=${record.id}&order=asc`)
    assert.deepEqual(
      entries.map(({ operation, credential }: Record<string, string>) => [operation, credential === key.id]),
      [
        ['mcp:items.create', true],
        ['items.update', false],
      ],
    )
    const { engine, database } = site().kontor
    const keys = await openAuditKeys(readConfig(database.environment), engine)
    for (const { name, violations } of await verify(engine, {}, keys)) assert.equal(violations, 0, name)
  })

  test('ends with the credential: a revoked key is refused on the next message', async () => {
    const key = await createKey(site().kontor)
    assert.equal((await post(site(), key, list)).status, 200)
    assert.equal((await site().kontor.delete(`/api-keys/${key.id}`)).status, 204)
    assert.equal((await post(site(), key, list)).status, 401)
  })

  test('survives garbage, and answers it with an error of JSON-RPC', async () => {
    const key = await createKey(site().kontor, { scopes: ['read', 'write', 'delete', 'admin'] })
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`
    const bodies: readonly unknown[] = [
      '',
      'null',
      '7',
      '"x"',
      '{',
      '{}',
      Buffer.from([0xff, 0xfe, 0x00]),
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}`,
      '{"__proto__":{"a":1}}',
      [list, list],
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 7, arguments: [] } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: '__proto__', arguments: {} } },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'toString', arguments: {} } },
    ]
    for (const body of bodies) {
      const { status, text } = await post(site(), key, body)
      const title = `${JSON.stringify(body).slice(0, 100)}: ${status} ${text}`
      assert.ok(status < 500, title)
      assert.ok(typeof JSON.parse(text).error.code === 'number', title)
    }
    assert.equal((await post(site(), key, list)).status, 200)
  })

  test('answers hostile arguments with a refusal and never with a failure', async () => {
    const key = await createKey(site().kontor, { scopes: ['read', 'write', 'delete', 'admin'] })
    const assistant = await connectAssistant(site(), key)
    const { id } = await createItem(site().kontor)
    const hostile = [
      null,
      0,
      -1,
      1e308,
      '',
      ' ',
      '\u0000',
      "' or 1=1 --",
      '%',
      'x'.repeat(5000),
      [],
      [[]],
      {},
      { a: {} },
    ]
    for (const { name, inputSchema } of await assistant.tools()) {
      const usual = { resource: 'items', id, report: 'sales', action: 'run', status: 'draft', values: {}, q: 'a' }
      const known = Object.keys(inputSchema.properties ?? {})
      const given = Object.fromEntries(Object.entries(usual).filter(([argument]) => known.includes(argument)))
      if (name === 'delete_record') continue // what it deletes is decided by the id alone
      const calls = known.flatMap((argument) => hostile.map((value) => ({ ...given, [argument]: value })))
      await mapConcurrently(8, calls, async (call) => {
        const { structuredContent } = await assistant.client.callTool({ name, arguments: call })
        const { error } = structuredContent as { error?: { code: string } }
        assert.notEqual(error?.code, 'INTERNAL_ERROR', `${name} ${JSON.stringify(call).slice(0, 200)}`)
      })
    }
  })

  test('takes no more than a megabyte (413)', async () => {
    const key = await createKey(site().kontor)
    const { status, body } = await post(site(), key, { ...list, padding: 'x'.repeat(1_100_000) })
    assert.deepEqual([status, body.error.data.code], [413, 'PAYLOAD_TOO_LARGE'])
  })
})

onEveryDatabase('Calls of assistants', (kind) => {
  const site = siteFor(kind, { environment: { KONTOR_PLAN: 'custom:20/unlimited' } })

  test('count against the limit of the user, one by one (429)', async () => {
    const { token } = await signedIn(site().kontor, 'viewer')
    for (let call = 0; call < 19; call++) assert.equal((await post(site(), { token }, list)).status, 200)
    assert.equal((await post(site(), { token }, [list, list])).status, 400)
    const { status, headers, body } = await post(site(), { token }, list)
    assert.deepEqual([status, body.error.data.code], [429, 'RATE_LIMIT_EXCEEDED'])
    assert.ok(Number(headers.get('retry-after')) > 0)
  })
})

describe('With KONTOR_MCP=off', () => {
  const site = siteFor(databaseKinds[0]!, { environment: { KONTOR_MCP: 'off' } })

  test('there is no endpoint for assistants and no metadata of it (404), also for browsers', async () => {
    const key = await createKey(site().kontor)
    assert.equal((await post(site(), key, list)).status, 404)
    for (const path of ['/mcp', '/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])
      assert.equal((await fetch(`${site().origin}${path}`, { headers: { accept: 'text/html' } })).status, 404, path)
  })
})

describe('With KONTOR_CORS_ORIGINS', () => {
  const origin = 'https://assistant.example'
  const site = siteFor(databaseKinds[0]!, { environment: { KONTOR_CORS_ORIGINS: origin } })

  test('pages of these origins may use the endpoint', async () => {
    const key = await createKey(site().kontor)
    const { status, headers } = await post(site(), key, list, { origin })
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, origin])
    const refused = await post(site(), null, list, { origin })
    assert.match(refused.headers.get('access-control-expose-headers')!, /WWW-Authenticate/)
    const preflight = await fetch(`${site().origin}/mcp`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, origin])
    assert.equal((await post(site(), key, list, { origin: 'https://evil.example' })).status, 403)
  })
})
