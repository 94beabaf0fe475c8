import { gzipSync } from 'node:zlib'
import { requestBytes as bytesOf, exchange, type RawRequest } from '../../support/raw-http.ts'
import { itemBody } from '../../support/records.ts'
import type { Cases, Scene } from '../recorder.ts'

const ITEMS = '/api/v1/items'

/** The first answer on a connection of its own. */
const answerTo = async ({ endpoint }: Scene, bytes: Buffer | string) => (await exchange(endpoint, bytes, 1))[0]!

const asAdministrator = ({ kontor }: Scene, { headers, ...request }: RawRequest) =>
  bytesOf({ target: ITEMS, headers: { Authorization: `Bearer ${kontor.token}`, ...headers }, ...request })

/** What the HTTP parser and the framework refuse. */
const malformed: Cases = async (scene) => {
  const refuses = async (code: string, bytes: Buffer | string) => scene.refuses(code, await answerTo(scene, bytes))
  for (const bytes of [
    'hello\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: four\r\n\r\n',
    'GET /api/v1/items?search=two words HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n',
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: one.test\r\nHost: two.test\r\n\r\n',
    bytesOf({ headers: { Host: null } }),
    bytesOf({ target: '/api/v1/items/%zz' }),
  ])
    await refuses('BAD_REQUEST', bytes)
  await refuses('HEADERS_TOO_LARGE', bytesOf({ headers: { 'X-Large': 'a'.repeat(20_000) } }))
  await refuses('PAYLOAD_TOO_LARGE', asAdministrator(scene, { method: 'POST', body: 'x'.repeat(1_500_000) }))
  await refuses('NOT_FOUND', asAdministrator(scene, { method: 'QUERY' }))
}

const bodies: Cases = async (scene) => {
  const { kontor, refuses } = scene
  const deep = `{"a":${'['.repeat(30)}${']'.repeat(30)}}`
  for (const text of [
    '[]',
    '{',
    '{"a": hello}',
    '{bad',
    '{"a":1} x',
    deep,
    '{"__proto__": {}}',
    '{"a": \u2028}',
    '\uFEFF',
  ])
    await refuses('INVALID_JSON', kontor.call('POST', '/items', { text }))
  const latin = asAdministrator(scene, { method: 'POST', body: Buffer.from('{"itemName":"K\xe4se"}', 'latin1') })
  await refuses('INVALID_JSON', answerTo(scene, latin))
  await refuses('BAD_REQUEST', kontor.call('POST', '/items', { text: '{}', headers: { 'content-length': '5' } }))
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')
  for (const text of [
    `{${keys(1001)}}`,
    `{"a":[${'1,'.repeat(10_001)}1]}`,
    `{"a":[${Array.from({ length: 26 }, () => `[${'1,'.repeat(9998)}1]`).join(',')}]}`,
  ])
    await refuses('PAYLOAD_TOO_LARGE', kontor.call('POST', '/items', { text }))
  await refuses('VALIDATION_ERROR', kontor.call('POST', '/items', { text: `{${keys(300)}}` }))
  const packed = asAdministrator(scene, {
    method: 'POST',
    target: '/api/v1/items/bulk',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: gzipSync(Buffer.alloc(3_000_000, ' ')),
  })
  await refuses('PAYLOAD_TOO_LARGE', answerTo(scene, packed))
  const coded = (coding: string) => kontor.post('/items', {}, { headers: { 'content-encoding': coding } })
  await refuses('UNSUPPORTED_MEDIA_TYPE', coded('br'))
  await refuses('BAD_REQUEST', coded('gzip'))
  await refuses('UNSUPPORTED_MEDIA_TYPE', kontor.post('/items', {}, { headers: { 'content-type': 'text/plain' } }))
}

const addresses: Cases = async ({ kontor, refuses }) => {
  await refuses('NOT_FOUND', kontor.get('/nothing'))
  await refuses('NOT_FOUND', kontor.get('/items/itm_unknown'))
  await refuses('NOT_FOUND', kontor.get(`/items/${'x'.repeat(100)}`))
  await refuses('METHOD_NOT_ALLOWED', kontor.delete('/items'))
  const parameters = Array.from({ length: 101 }, (_, index) => `p${index}=1`).join('&')
  for (const query of [parameters, 'search=%00', 'search=%zz'])
    await refuses('INVALID_PARAMETER', kontor.get(`/items?${query}`))
  await refuses('INVALID_PARAMETER', kontor.get('/items/itm_unknown?colour=red'))
  await refuses('INVALID_PARAMETER', kontor.get('/search?q=anvil&typs=items'))
}

const headers: Cases = async ({ kontor, refuses }) => {
  const { body } = await kontor.post('/items', itemBody({ itemCode: 'AX-001' }))
  const item = `/items/${body.data.id}`
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
  await refuses('BAD_REQUEST', kontor.post('/items', {}, keyed('x'.repeat(300))))
  await kontor.put(item, { category: 'Tools' }, keyed('the same key'))
  await refuses('IDEMPOTENCY_KEY_REUSED', kontor.put(item, { category: 'Parts' }, keyed('the same key')))
  await refuses('VERSION_MISMATCH', kontor.put(item, { category: 'Parts' }, { headers: { 'if-match': '"1"' } }))
  await refuses('VERSION_MISMATCH', kontor.post('/items', itemBody(), { headers: { 'if-match': '"1"' } }))
}

const assistants: Cases = async ({ kontor, refuses }) => {
  const post = async (body: unknown, headers = {}) => {
    const accept = 'application/json, text/event-stream'
    const answer = await kontor.call('POST', 'root:/mcp', { body, headers: { accept, ...headers } })
    const { error, result } = answer.body
    return { ...answer, body: { error: error?.data ?? result.structuredContent.error } }
  }
  const params = { name: 'run_action', arguments: { resource: 'invoices', action: 'run' } }
  await refuses('INVALID_PARAMETER', post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  await refuses('BAD_REQUEST', post([]))
  await refuses('FORBIDDEN', post({}, { origin: 'https://elsewhere.example' }))
}

/** The last one: from then on the server is stopping. */
const monitoring: Cases = async ({ kontor, refuses }) => {
  await refuses('UNAUTHORIZED', kontor.call('GET', 'root:/metrics', { token: null }))
  kontor.app.readiness.drain()
  await refuses('UNAVAILABLE', kontor.call('GET', 'root:/readyz', { token: null }))
}

export const requestCases: readonly Cases[] = [malformed, bodies, addresses, headers, assistants, monitoring]
