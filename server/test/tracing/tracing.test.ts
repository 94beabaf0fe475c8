import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { tracing } from '../../src/core/tracing.ts'
import { RowBudgetExceeded } from '../../src/db/engine.ts'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { ADMIN, type Kontor, openKontor } from '../support/kontor.ts'
import { startKontor } from '../support/process.ts'
import { createItem } from '../support/records.ts'
import { type CollectedSpan, startCollector, type TraceCollector } from '../support/trace-collector.ts'
import { hooked, PRIVATE } from '../webhooks/hooks.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${CALLER}-01`

/** The spans of a server, after all of them have been sent. */
async function spansOf(
  kind: (typeof databaseKinds)[number],
  work: (kontor: Kontor) => Promise<unknown>,
): Promise<{ readonly spans: readonly CollectedSpan[]; readonly collector: TraceCollector }> {
  await using collector = await startCollector()
  const environment = { ...PRIVATE, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }
  const kontor = await openKontor(kind, { environment })
  try {
    await work(kontor)
  } finally {
    await kontor.close()
  }
  return { spans: collector.spans, collector }
}

onEveryDatabase('Traces', (kind) => {
  test('have a span for each request with its route, status and id, in the trace of the client', async () => {
    const headers = { traceparent, 'x-request-id': 'the-request-of-the-client' }
    const { spans } = await spansOf(kind, (kontor) => kontor.get('/items/itm_missing?include=permitted', { headers }))
    const request = spans.find(({ traceId }) => traceId === TRACE)!
    assert.equal(request.name, 'GET /api/v1/items/:id')
    assert.equal(request.parentSpanId, CALLER)
    assert.deepEqual(request.attributes, {
      'http.request.method': 'GET',
      'http.route': '/api/v1/items/:id',
      'http.response.status_code': 404,
      'error.type': 'NOT_FOUND',
      'kontor.request.id': 'the-request-of-the-client',
    })
    assert.equal(request.isFailed, false)
    const login = spans.find(({ name }) => name === 'POST /api/v1/auth/login')!
    assert.equal(login.parentSpanId, undefined)
    assert.notEqual(login.traceId, TRACE)
  })

  test('tell how long a write waited, and the commit that it shared', async () => {
    const { spans } = await spansOf(kind, async (kontor) => {
      const create = (itemCode: string) =>
        kontor.post('/items', { itemCode, itemName: 'Bolt' }, { headers: { traceparent } })
      await Promise.all([create('TRACE-1'), create('TRACE-2')])
    })
    const requests = spans.filter(({ traceId, name }) => traceId === TRACE && name === 'POST /api/v1/items')
    assert.equal(requests.length, 2)
    for (const { spanId } of requests) {
      const parts = spans.filter(({ parentSpanId }) => parentSpanId === spanId)
      assert.deepEqual(parts.map(({ name }) => name).sort(), ['group commit', 'wait in the write queue'])
      assert.ok(parts.every(({ ms }) => ms >= 0))
    }
    const commits = spans.filter(({ traceId, name }) => traceId === TRACE && name === 'group commit')
    assert.ok(commits.every(({ attributes }) => Number(attributes['kontor.group.size']) >= 1))
  })

  test('tell of a read that needs more rows than reads at the same time may examine', async () => {
    const other = '0af7651916cd43dd8448eb211c80319c'
    const { spans } = await spansOf(kind, async ({ engine }) => {
      const slow = (trace: string) =>
        tracing!.within(`00-${trace}-${CALLER}-01`, () =>
          engine.read(async (connection) => {
            if (connection.rowBudget !== undefined) throw new RowBudgetExceeded()
            return connection.query({ sql: 'select 1', parameters: [] })
          }),
        )
      await Promise.all([slow(TRACE), slow(other)])
    })
    const reads = spans.filter(({ name }) => name === 'slow read')
    assert.deepEqual(reads.map(({ traceId }) => traceId).sort(), [other, TRACE].sort())
  })

  test('are continued in webhooks', async () => {
    const { spans } = await spansOf(kind, async (kontor) => {
      await using hook = await hooked(kontor)
      const body = { itemCode: 'HOOKED', itemName: 'Bolt' }
      await kontor.post('/items', body, { headers: { traceparent } })
      const [webhook] = await hook.receiver.whenReceived(1)
      assert.match(String(webhook!.headers.traceparent), new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`))
    })
    const attempt = spans.find(({ name }) => name === 'webhook attempt')!
    assert.equal(attempt.traceId, TRACE)
    assert.equal(attempt.attributes['kontor.event.type'], 'items.created')
  })

  test('hold nothing that a user has entered', async () => {
    const { collector } = await spansOf(kind, async (kontor) => {
      const { id } = await createItem(kontor, { itemName: 'Confidential' })
      await kontor.get(`/items/${id}?search=Confidential`)
      await kontor.get('/items?search=Confidential')
    })
    for (const entered of ['Confidential', 'search', ADMIN.email, ADMIN.password, 'itm_', 'usr_'])
      assert.ok(!collector.text().includes(entered), entered)
  })

  test('that the client does not record are not sent', async () => {
    const headers = { traceparent: `00-${TRACE}-${CALLER}-00` }
    const { spans } = await spansOf(kind, (kontor) => kontor.post('/items', {}, { headers }))
    assert.ok(spans.every(({ traceId }) => traceId !== TRACE))
  })
})

describe('A server without a collector', () => {
  test('loads nothing of OpenTelemetry: one file imports it, and that file is imported on demand', () => {
    const source = join(import.meta.dirname, '../../src')
    const importing = (pattern: RegExp) =>
      readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && pattern.test(readFileSync(join(source, file), 'utf8')))
        .map((file) => basename(file))
    assert.deepEqual(importing(/from '@opentelemetry/), ['open-tracing.ts'])
    assert.deepEqual(importing(/open-tracing\.ts/), ['start-tracing.ts'])
    assert.deepEqual(importing(/from '.*open-tracing\.ts'/), [])
  })

  test('exports no traces', async () => {
    const kontor = await openKontor(databaseKinds[0]!)
    assert.equal(tracing, undefined)
    assert.equal((await kontor.get('/items', { headers: { traceparent } })).status, 200)
    await kontor.close()
  })

  test('is not slowed down at its end by a collector that does not answer', async () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
    const kontor = await openKontor(databaseKinds[0]!, { environment })
    assert.equal((await kontor.get('/items')).status, 200)
    await kontor.close()
    assert.equal(tracing, undefined)
  })
})

describe('Traces of a server with a thread that writes', () => {
  test('contain the commit of the thread', async () => {
    await using collector = await startCollector()
    const database = await databaseKinds[0]!.create('migrated')
    await using server = await startKontor({
      ...database.environment,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    })
    await fetch(`${server.origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent },
      body: JSON.stringify(ADMIN),
    })
    assert.equal((await server.stop()).code, 0)
    const names = new Set(collector.spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name))
    for (const name of ['POST /api/v1/auth/login', 'wait in the write queue', 'group commit'])
      assert.ok(names.has(name), `${name}: ${[...names]}`)
    await database.drop()
  })
})
