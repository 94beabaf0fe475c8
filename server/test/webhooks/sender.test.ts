import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { createSender, type Resolve } from '../../src/features/webhooks/sender.ts'
import { mintSecret, signedHeaders } from '../../src/features/webhooks/signature.ts'
import { isSignedBy, startReceiver } from '../support/webhook-receiver.ts'

const BODY = JSON.stringify({ type: 'items.created', data: { name: 'Schraube „M8“ €' } })
const seconds = () => Math.floor(Date.now() / 1000)
const HERE: LookupAddress = { address: '127.0.0.1', family: 4 }
const posting = (url: string, headers = {}) => ({ url, headers, body: BODY })
const send = createSender({ allowsPrivate: true })

/** Answers a name with the next of these addresses each time. */
function resolver(...answers: LookupAddress[][]) {
  const asked: string[] = []
  const resolve: Resolve = async (name) => {
    asked.push(name)
    return answers[Math.min(asked.length, answers.length) - 1]!
  }
  return { asked, resolve }
}

test('a webhook is posted with a signature that the library of Standard Webhooks accepts', async () => {
  await using receiver = await startReceiver()
  const [secret, previous] = [mintSecret(), mintSecret()]
  const headers = signedHeaders({ id: 'evt_1', timestamp: seconds(), body: BODY }, [secret, previous])
  assert.deepEqual(await send(posting(receiver.url, headers)), { status: 200, response: 'noted' })
  const [webhook] = receiver.received
  assert.equal(webhook!.text, BODY)
  assert.equal(webhook!.headers['content-type'], 'application/json')
  assert.equal(webhook!.headers['webhook-id'], 'evt_1')
  assert.ok(isSignedBy(secret, webhook!))
  assert.ok(isSignedBy(previous, webhook!))
  assert.ok(!isSignedBy(mintSecret(), webhook!))
})

test('a redirect is not followed, and is a failure that says so', async () => {
  await using receiver = await startReceiver()
  receiver.answer((_webhook, response) => response.writeHead(302, { location: receiver.url }).end())
  const { status, error } = await send(posting(receiver.url))
  assert.equal(status, 302)
  assert.match(error!, /redirect/)
  assert.equal(receiver.received.length, 1)
})

test('a receiver that does not answer in time is given up', async () => {
  await using receiver = await startReceiver()
  receiver.answer('silence')
  const impatient = createSender({ allowsPrivate: true, timeoutMs: 300 })
  assert.deepEqual(await impatient(posting(receiver.url)), { error: 'No complete answer within 0.3 seconds.' })
  // The timeout is for the whole answer: bytes that trickle in do not extend it.
  receiver.answer((_webhook, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  })
  assert.deepEqual(await impatient(posting(receiver.url)), { error: 'No complete answer within 0.3 seconds.' })
})

test('of a long answer 16 kB are read and the first 2 kB are kept', async () => {
  await using receiver = await startReceiver()
  let written = 0
  receiver.answer((_webhook, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1024))) written += 1024
    }
    response.on('drain', more)
    more()
  })
  const { status, response } = await send(posting(receiver.url))
  assert.equal(status, 200)
  assert.equal(response, 'x'.repeat(2048))
  assert.ok(written < 50_000_000)
})

test('Retry-After of the answer is passed on', async () => {
  await using receiver = await startReceiver()
  receiver.answer((_webhook, response) => response.writeHead(503, { 'retry-after': '120' }).end())
  assert.deepEqual(await send(posting(receiver.url)), { status: 503, response: '', retryAfter: '120' })
})

test('private addresses are refused without the setting, without a connection', async () => {
  await using receiver = await startReceiver()
  const strict = createSender({ allowsPrivate: false })
  const { port } = new URL(receiver.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]']) {
    const { error } = await strict(posting(`https://${host}:${port}/hook`))
    assert.match(error!, /was not found at a public address\.$/, host)
  }
  assert.equal(receiver.received.length, 0)
})

test('one private address among those of a name is enough to refuse it', async () => {
  const { resolve } = resolver([
    { address: '93.184.216.34', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ])
  for (const allowsPrivate of [true, false]) {
    const { error } = await createSender({ allowsPrivate, resolve })(posting('https://hooks.example/'))
    assert.equal(error, 'hooks.example was not found at a public address.')
  }
})

test('a name that does not exist is refused with the same words as one at a private address', async () => {
  const answers = [
    async () => [HERE],
    async () => [],
    () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })),
    () => Promise.reject(Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' })),
  ]
  for (const resolve of answers) {
    const result = await createSender({ allowsPrivate: false, resolve })(posting('https://db.internal.example/'))
    assert.deepEqual(result, { error: 'db.internal.example was not found at a public address.' })
  }
})

test('http:// is refused for a public address, even with the setting', async () => {
  const { resolve } = resolver([{ address: '93.184.216.34', family: 4 }])
  const { error } = await createSender({ allowsPrivate: true, resolve })(posting('http://hooks.example/'))
  assert.equal(error, 'http:// is for private addresses only. Use https://.')
})

test('a name is resolved once for each attempt: a private address at the second look-up is never connected to', async () => {
  await using receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  const names = resolver([HERE], [{ address: '169.254.169.254', family: 4 }])
  const pinning = createSender({ allowsPrivate: true, resolve: names.resolve })
  const url = `http://hooks.example:${port}/hook`
  assert.equal((await pinning(posting(url))).status, 200)
  assert.deepEqual(names.asked, ['hooks.example'])
  assert.equal(receiver.received[0]!.headers.host, `hooks.example:${port}`)
  // The next attempt looks again, and is refused.
  assert.equal((await pinning(posting(url))).error, 'hooks.example was not found at a public address.')
  assert.equal(receiver.received.length, 1)
})

test('over TLS the pinned address is asked for the certificate of the name', async () => {
  const names: string[] = []
  const server = createServer({
    SNICallback: (name, done) => {
      names.push(name)
      done(new Error('no certificate'))
    },
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { resolve } = resolver([HERE])
  const result = await createSender({ allowsPrivate: true, resolve })(posting(`https://hooks.example:${port}/`))
  server.close()
  assert.ok(result.error)
  assert.equal(result.status, undefined)
  assert.deepEqual(names, ['hooks.example'])
})

test('a receiver that is not there is a failure with the reason', async () => {
  const receiver = await startReceiver()
  await receiver[Symbol.asyncDispose]()
  assert.match((await send(posting(receiver.url))).error!, /ECONNREFUSED/)
})
