import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../src/index.ts'

/** The example of the specification of Standard Webhooks. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"test": 2432232314}'
const NOW = 1_614_265_330_000
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(NOW / 1000),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const OTHER = `whsec_${Buffer.from('another secret of 24 byte').toString('base64')}`
const signedBy = (secret: string, body: string): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

test('a webhook with a right signature is answered as what it holds', async () => {
  assert.deepEqual(await verifyWebhook(headers, BODY, SECRET, NOW), { test: 2432232314 })
  const bytes = new TextEncoder().encode(BODY)
  assert.deepEqual(await verifyWebhook(new Headers(headers), bytes, SECRET, NOW), { test: 2432232314 })
  const capital = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
  assert.deepEqual(await verifyWebhook(capital, BODY, SECRET, NOW), { test: 2432232314 })
})

test('during a rotation one right signature, or one right secret, is enough', async () => {
  const both = { ...headers, 'webhook-signature': `${signedBy(OTHER, BODY)} ${headers['webhook-signature']}` }
  for (const secret of [SECRET, OTHER, ['whsec_AAAA', SECRET]])
    assert.deepEqual(await verifyWebhook(both, BODY, secret, NOW), { test: 2432232314 })
})

test('what the library of Standard Webhooks signs is accepted', async () => {
  const now = new Date()
  const signed = new Webhook(SECRET).sign('evt_1', now, BODY)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const given = { 'webhook-id': 'evt_1', 'webhook-timestamp': timestamp, 'webhook-signature': signed }
  assert.deepEqual(await verifyWebhook(given, BODY, SECRET), JSON.parse(BODY))
})

test('a webhook that was changed, is signed by another secret, is too old or lacks a header is refused', async () => {
  const refused = (given: object, body = BODY, secret = SECRET, now = NOW) =>
    assert.rejects(verifyWebhook({ ...headers, ...given }, body, secret, now), { name: 'WebhookError' })
  await refused({}, `${BODY} `)
  await refused({}, BODY, OTHER)
  await refused({}, BODY, SECRET, NOW + 301_000)
  await refused({}, BODY, SECRET, NOW - 301_000)
  await refused({ 'webhook-timestamp': 'nonsense' })
  await refused({ 'webhook-id': undefined })
  await refused({ 'webhook-id': 'msg_other' })
  await refused({ 'webhook-signature': 'v1,not base64!' })
  await refused({ 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') })
})
