import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { KontorError } from '../src/errors.ts'
import { KontorConnectionError } from '../src/index.ts'
import { delayBefore, isRetryable } from '../src/retry.ts'
import { type Fate, faultyFetch, refusal, siteFor } from './site.ts'

const soon = { 'retry-after': '1' }

onEveryDatabase('The client repeats a request', (kind) => {
  const site = siteFor(kind)

  const createdThrough = async (name: string, ...fates: Fate[]) => {
    const { fetch, sent } = faultyFetch(fates)
    const answer = await site().client({ fetch }).customers.create({ name })
    const { meta } = await site().client().customers.list({ filter: { name } })
    return { answer, sent, total: meta.total }
  }

  test('whose response was lost: the write is done once, under one Idempotency-Key', async () => {
    const { answer, sent, total } = await createdThrough('Lost reply', 'lost after', 'lost before', 'passes')
    assert.deepEqual([sent.length, total, answer.isReplayed], [3, 1, true])
    assert.equal(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size, 1)
    assert.ok(sent[0]!.headers['idempotency-key'])
  })

  test('after 429 and 503, not before the time that the server asks for', async () => {
    const begin = performance.now()
    const { sent, total } = await createdThrough(
      'Busy',
      refusal(429, 'RATE_LIMIT_EXCEEDED', soon),
      refusal(503, 'OUTCOME_UNKNOWN'),
    )
    assert.deepEqual([sent.length, total], [3, 1])
    assert.ok(performance.now() - begin >= 1000)
  })

  test('with a new key for each call, and with the key of the caller if there is one', async () => {
    const { fetch, sent } = faultyFetch([])
    const kontor = site().client({ fetch })
    const own = { idempotencyKey: 'order-4711' }
    const first = await kontor.customers.create({ name: 'Keyed' }, own)
    const second = await kontor.customers.create({ name: 'Keyed' }, own)
    assert.equal(second.data.id, first.data.id)
    assert.equal(second.isReplayed, true)
    await kontor.customers.delete(first.data.id)
    await kontor.customers.list()
    const keys = sent.map(({ headers }) => headers['idempotency-key'])
    assert.deepEqual([keys[0], keys[1], keys[3]], ['order-4711', 'order-4711', undefined])
    assert.notEqual(keys[2], keys[0])
  })

  test('only as often as it is allowed, and then throws the last failure', async () => {
    const { fetch, sent } = faultyFetch(['lost before', 'lost before', 'lost before'])
    const read = site().client({ fetch, retries: 1 }).items.list()
    await assert.rejects(read, { name: 'KontorConnectionError', isWrite: false })
    assert.equal(sent.length, 2)
  })

  test('but not one that was refused for its content, or whose server asks to wait for minutes', async () => {
    for (const answer of [
      refusal(422, 'VALIDATION_ERROR'),
      refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '3600' }),
    ]) {
      const { fetch, sent } = faultyFetch([answer])
      await assert.rejects(site().client({ fetch }).customers.create({ name: 'Refused' }), { name: 'KontorError' })
      assert.equal(sent.length, 1)
    }
  })

  test('but not a write without a key of which it is not known whether it was done', async () => {
    const body = { name: 'Web shop', scopes: ['read' as const] }
    for (const fate of ['lost after', refusal(503, 'OUTCOME_UNKNOWN')] as const) {
      const { fetch, sent } = faultyFetch([fate])
      await assert.rejects(site().person({ fetch }).apiKeys.create(body))
      assert.deepEqual([sent.length, sent[0]!.headers['idempotency-key']], [1, undefined])
    }
    const { fetch, sent } = faultyFetch([refusal(503, 'UNAVAILABLE'), 'passes'])
    await site().person({ fetch }).apiKeys.create(body)
    assert.equal(sent.length, 2, 'nothing was done, so it may be repeated')
  })

  test('until the caller gives up: the pause ends at once', async () => {
    const stop = new AbortController()
    const { fetch, sent } = faultyFetch([refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '50' })])
    const read = site().client({ fetch }).items.list({}, { signal: stop.signal })
    setTimeout(() => stop.abort(), 50)
    await assert.rejects(read, { name: 'AbortError' })
    assert.equal(sent.length, 1)
  })

  test('whose response does not begin in time', async () => {
    let attempts = 0
    const kontor = site().client({
      timeoutMs: 50,
      fetch: (address, init) => {
        attempts += 1
        if (attempts > 1) return fetch(address, { ...init, signal: null })
        return new Promise((_, reject) => init.signal!.addEventListener('abort', () => reject(init.signal!.reason)))
      },
    })
    assert.ok((await kontor.items.list()).data)
    assert.equal(attempts, 2)
  })
})

test('pauses grow, are random, and never shorter than the server asks for', () => {
  const lost = new KontorConnectionError(new Error('gone'), false)
  const asked = new KontorError(429, { error: { code: 'RATE_LIMIT_EXCEEDED' } }, new Headers({ 'retry-after': '7' }))
  assert.deepEqual(
    [1, 2, 3, 20].map((attempt) => delayBefore(attempt, lost, () => 1)),
    [500, 1000, 2000, 30_000],
  )
  assert.equal(
    delayBefore(1, lost, () => 0),
    250,
  )
  assert.ok(delayBefore(1, asked, () => 0) >= 7000)
})

test('a proxy that answers without a code is believed only where repetition is safe', () => {
  const gateway = new KontorError(502, undefined, new Headers())
  assert.deepEqual([isRetryable(gateway, true), isRetryable(gateway, false)], [true, false])
})
