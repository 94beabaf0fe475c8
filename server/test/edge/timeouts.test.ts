import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { readConfig } from '../../src/config/config.ts'
import { longFile } from '../../src/http/answers/long-file.ts'
import { createServer } from '../../src/http/server.ts'
import {
  assertRefusal,
  eventually,
  exchange,
  holdDownload,
  openSocket,
  readAnswers,
  requestBytes,
} from '../support/raw-http.ts'

const REQUEST_MS = 1500

/** Answers with what it is sent, and keeps it. */
function createEcho() {
  const rate = { limit: 60, remaining: 60, reset: Math.ceil(Date.now() / 1000) + 60 }
  const server = createServer({
    config: readConfig({}),
    log: false,
    anonymousHeaders: () =>
      Object.fromEntries(Object.entries(rate).map(([name, value]) => [`x-ratelimit-${name}`, String(value)])),
    timeouts: { headersMs: 1000, requestMs: REQUEST_MS, silenceMs: 15_000, keepAliveMs: 15_000, checkMs: 20 },
  })
  const arrived: string[] = []
  server.post('/echo', async ({ body }) => {
    arrived.push(JSON.stringify(body))
    return body
  })
  const endpoint = () => ({ port: (server.server.address() as { port: number }).port })
  return { server, arrived, endpoint }
}

const echo = (body: string) => requestBytes({ method: 'POST', target: '/echo', headers: { Connection: null }, body })

describe('A server with short timeouts', { concurrency: true }, () => {
  const { server, arrived, endpoint } = createEcho()
  const refuse = async (_request: unknown, reply: FastifyReply) => reply.code(401).send('no')
  server.post('/refused', { onRequest: refuse }, async () => 'never')

  before(() => server.listen({ port: 0, host: '127.0.0.1' }))
  after(() => server.close())

  test('answers 408 to headers that never end, and closes the connection', async () => {
    const [answer] = await exchange(endpoint(), 'POST /echo HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    assertRefusal(answer!, 408, 'REQUEST_TIMEOUT')
    assert.equal(answer!.headers.connection, 'close')
  })

  test('answers 408 to headers that arrive too slowly', async () => {
    const socket = openSocket(endpoint())
    socket.write('POST /echo HTTP/1.1\r\nHost: x\r\n')
    const trickle = setInterval(() => socket.write('X-Drop: 1\r\n'), 50)
    socket.once('data', () => clearInterval(trickle))
    const answers = await readAnswers(socket)
    assertRefusal(answers[0]!, 408, 'REQUEST_TIMEOUT')
  })

  test('answers 408 to a connection without any data', async () => {
    const [answer] = await exchange(endpoint(), '')
    assertRefusal(answer!, 408, 'REQUEST_TIMEOUT')
  })

  test('answers 408 to a body that never ends, with the request id, and discards the body', async () => {
    const headers = { 'Content-Length': '1000', 'X-Request-Id': 'the-slow-request' }
    const request = { method: 'POST', target: '/echo', headers, body: '{"slow":1}' }
    const answers = await exchange(endpoint(), requestBytes(request))
    assert.equal(answers.length, 1)
    assertRefusal(answers[0]!, 408, 'REQUEST_TIMEOUT')
    assert.equal(answers[0]!.headers['x-request-id'], 'the-slow-request')
    assert.ok(!arrived.includes('{"slow":1}'))
  })

  test('sends one response to a refused client that never ends its body', async () => {
    const headers = { 'Content-Length': '1000', Connection: 'keep-alive' }
    const request = { method: 'POST', target: '/refused', headers, body: '{"a":' }
    const answers = await exchange(endpoint(), requestBytes(request))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401],
    )
  })

  test('serves several requests on a connection, also after a pause', async () => {
    const socket = openSocket(endpoint())
    const answers = readAnswers(socket, 2)
    for (const body of ['{"number":1}', '{"number":2}']) {
      socket.write(echo(body))
      await eventually(() => arrived.includes(body) || undefined)
      await sleep(REQUEST_MS + 100) // longer than a request may take
    }
    assert.deepEqual(
      (await answers).map(({ status, text }) => ({ status, text })),
      [
        { status: 200, text: '{"number":1}' },
        { status: 200, text: '{"number":2}' },
      ],
    )
  })
})

describe('A server that closes', { concurrency: true }, () => {
  test('answers a request that is still arriving, and then closes the connection', async () => {
    const { server, arrived, endpoint } = createEcho()
    await server.listen({ port: 0, host: '127.0.0.1' })
    const socket = openSocket(endpoint())
    const answers = readAnswers(socket)
    socket.write(echo('{"number":1}'))
    await eventually(() => arrived.length > 0 || undefined)
    const closed = server.close()
    await eventually(() => !server.server.listening || undefined)
    socket.write(echo('{"number":2}'))
    assert.deepEqual(
      (await answers).map(({ text, headers }) => [text, headers.connection]),
      [
        ['{"number":1}', 'keep-alive'],
        ['{"number":2}', 'close'],
      ],
    )
    await closed
  })

  test('answers a slow request, and then closes the connection', async () => {
    const { server, endpoint } = createEcho()
    const entered = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    server.get('/slow', async () => {
      entered.resolve()
      await released.promise
      return { isDone: true }
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const answers = exchange(endpoint(), requestBytes({ target: '/slow', headers: { Connection: 'keep-alive' } }))
    await entered.promise
    const closed = server.close()
    await sleep(1000) // longer than a silent connection is left open
    released.resolve()
    assert.deepEqual(
      (await answers).map(({ text, headers }) => [text, headers.connection]),
      [['{"isDone":true}', 'close']],
    )
    await closed
  })

  test('does not wait for a request that never ends, nor for an idle connection', async () => {
    const { server, arrived, endpoint } = createEcho()
    await server.listen({ port: 0, host: '127.0.0.1' })
    const silent = openSocket(endpoint())
    const silentAnswers = readAnswers(silent)
    silent.write(echo('{"number":1}'))
    await eventually(() => arrived.length > 0 || undefined)
    const unfinished = requestBytes({ method: 'POST', target: '/echo', headers: { 'Content-Length': '99' }, body: '{' })
    const isReceived = once(server.server, 'request')
    const slowAnswers = exchange(endpoint(), unfinished)
    await isReceived
    const isConnected = once(server.server, 'connection')
    const nothing = exchange(endpoint(), '')
    await isConnected
    await server.close()
    assert.equal((await silentAnswers).length, 1)
    assertRefusal((await nothing)[0]!, 408, 'REQUEST_TIMEOUT')
    assertRefusal((await slowAnswers)[0]!, 408, 'REQUEST_TIMEOUT')
  })
})

describe('A server that needs longer than the idle timeout', () => {
  const SILENCE_MS = 200
  const server = createServer({
    config: readConfig({}),
    log: false,
    anonymousHeaders: () => ({}),
    timeouts: { headersMs: 1000, requestMs: REQUEST_MS, silenceMs: SILENCE_MS, keepAliveMs: SILENCE_MS, checkMs: 20 },
  })
  server.get('/slow', async () => {
    await sleep(4 * SILENCE_MS)
    return { done: true }
  })

  before(() => server.listen({ port: 0, host: '127.0.0.1' }))
  after(() => server.close())

  test('does not close a connection that waits for its response', async () => {
    const { port } = server.server.address() as { port: number }
    const response = await fetch(`http://127.0.0.1:${port}/slow`)
    assert.deepEqual(await response.json(), { done: true })
  })
})

describe('A streamed file', () => {
  const SILENCE_MS = 200
  const TIME_MS = 500
  const server = createServer({
    config: readConfig({}),
    log: false,
    anonymousHeaders: () => ({}),
    timeouts: { headersMs: 1000, requestMs: REQUEST_MS, silenceMs: SILENCE_MS, keepAliveMs: SILENCE_MS, checkMs: 20 },
  })
  let stalled: Readable | undefined

  async function* endless(pauseMs: number) {
    for (;;) {
      yield Buffer.alloc(100_000, 'x')
      await sleep(pauseMs)
    }
  }

  server.get('/stalled', (_request, reply) => {
    stalled = longFile(endless(0))
    return reply.send(stalled)
  })
  server.get('/slow', (_request, reply) => reply.send(Readable.from(slowly())))
  server.get('/endless', (_request, reply) => reply.send(longFile(endless(1), TIME_MS)))

  async function* slowly() {
    yield Buffer.from('one ')
    await sleep(4 * SILENCE_MS)
    yield Buffer.from('two')
  }

  const endpoint = () => ({ port: (server.server.address() as { port: number }).port })
  const held = (target: string) => holdDownload(endpoint(), requestBytes({ target }))

  before(() => server.listen({ port: 0, host: '127.0.0.1' }))
  after(() => server.close())

  test('is aborted when the client does not read it', async () => {
    const download = await held('/stalled')
    await eventually(() => stalled?.destroyed || undefined)
    assert.equal((await download.readOn()).isWhole, false)
  })

  test('is not aborted while the server prepares the next chunk', async () => {
    const { text, isWhole } = await (await held('/slow')).readOn()
    assert.match(text, /one .*two/s)
    assert.equal(isWhole, true)
  })

  test('is aborted when the total time is over, however steadily the client reads', async () => {
    assert.equal((await (await held('/endless')).readOn()).isWhole, false)
  })
})
