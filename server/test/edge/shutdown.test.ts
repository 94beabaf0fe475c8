import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request } from 'node:http'
import { after, test } from 'node:test'
import { onEveryDatabase, type TestDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'
import { ask, assertRefusal, assertUsualHeaders, eventually, requestBytes } from '../support/raw-http.ts'

const CLIENTS = 16
const SETTINGS = { KONTOR_ADMIN_PASSWORD: ADMIN.password, KONTOR_PLAN: 'custom:1000000/unlimited' }

interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

/** Rejects unless the answer arrives whole. */
function send(port: number, path: string, options: { agent?: Agent; token?: string; body?: unknown }): Promise<Reply> {
  const text = options.body === undefined ? undefined : JSON.stringify(options.body)
  return new Promise((resolve, reject) => {
    const asked = request({
      port,
      host: '127.0.0.1',
      path,
      method: text === undefined ? 'GET' : 'POST',
      agent: options.agent ?? false,
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(options.token && { authorization: `Bearer ${options.token}` }),
      },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let received = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(received) }),
      )
    })
    asked.end(text)
  })
}

async function signIn({ port }: ServerProcess): Promise<string> {
  const { body } = await send(port, '/api/v1/auth/login', { body: ADMIN })
  return body.data.token
}

/** Creates items one after the other until the server refuses connections. Anything but a response or a refused connection is a fault. */
async function createItems(port: number, token: string, client: number, acknowledged: string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (let number = 1; ; number++) {
      const itemCode = `CLIENT-${client}-${number}`
      const { status, headers } = await send(port, '/api/v1/items', {
        agent,
        token,
        body: { itemCode, itemName: 'Made while it stops' },
      })
      assert.equal(status, 201)
      assertUsualHeaders({ status, headers: headers as Record<string, string> })
      acknowledged.push(itemCode)
    }
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ECONNREFUSED', `client ${client}: ${error}`)
  } finally {
    agent.destroy()
  }
}

async function storedItems(server: ServerProcess): Promise<Set<string>> {
  const token = await signIn(server)
  const codes = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `perPage=100&fields=itemCode&cursor=${cursor}`
    const { body } = await send(server.port, `/api/v1/items?${query.replace(/&cursor=$/, '')}`, { token })
    for (const { itemCode } of body.data) codes.add(itemCode)
    cursor = body.meta.nextCursor
  }
  return codes
}

onEveryDatabase('A server that receives a stop signal', (kind) => {
  const databases: TestDatabase[] = []
  after(() => Promise.all(databases.map((database) => database.drop())))

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`(${signal}) under load answers all requests that it has accepted, and loses nothing`, async () => {
      const database = await kind.create('migrated')
      databases.push(database)
      await using server = await startKontor({ ...database.environment, ...SETTINGS })
      const token = await signIn(server)
      const acknowledged: string[] = []
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        createItems(server.port, token, client, acknowledged),
      )
      await eventually(() => acknowledged.length >= 10 * CLIENTS || undefined)
      server.child.kill(signal)
      server.child.kill(signal) // a second one changes nothing
      await Promise.all(clients)
      const { code, signal: killedBy, said } = await server.outcome
      assert.deepEqual({ code, killedBy }, { code: 0, killedBy: null }, said)

      await using next = await startKontor({ ...database.environment, ...SETTINGS })
      const stored = await storedItems(next)
      assert.deepEqual(
        acknowledged.filter((itemCode) => !stored.has(itemCode)),
        [],
      )
      assert.equal(stored.size, acknowledged.length, 'nothing was stored without an answer')
      assert.equal((await next.stop()).code, 0)
    })
  }

  test('reports for the configured time that it is not ready, and continues to serve', async () => {
    const database = await kind.create('migrated')
    databases.push(database)
    await using server = await startKontor({ ...database.environment, ...SETTINGS, KONTOR_DRAIN_SECONDS: '4' })
    const token = await signIn(server)
    const readiness = () => ask(server, requestBytes({ target: '/readyz' }))
    assert.equal((await readiness()).status, 200)
    server.child.kill('SIGTERM')
    const notReady = await eventually(async () => {
      const answer = await readiness()
      return answer.status === 200 ? undefined : answer
    })
    assertRefusal(notReady, 503, 'UNAVAILABLE')
    assert.match(notReady.headers['retry-after']!, /^[1-9]\d*$/)
    assert.match(notReady.body.error.message, /stopping/)
    const body = { itemCode: 'WHILE-DRAINING', itemName: 'Made while it drains' }
    assert.equal((await send(server.port, '/api/v1/items', { token, body })).status, 201)
    assert.equal((await server.outcome).code, 0)
  })
})
