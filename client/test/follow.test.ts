import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../server/test/support/databases.ts'
import { faultyFetch, refusal, siteFor } from './site.ts'

onEveryDatabase('The client follows the change feed', (kind) => {
  const site = siteFor(kind)

  test('from a cursor on, and goes on waiting for what comes next', async () => {
    const kontor = site().client()
    const { meta } = await kontor.events.list({ after: 'now' })
    const { data: first } = await kontor.customers.create({ name: 'First' })
    const seen: string[] = []
    for await (const event of kontor.events.follow({
      after: meta.cursor,
      types: ['customers.*'],
      include: ['record'],
    })) {
      seen.push(`${event.type} ${event.recordId} ${event.version}`)
      if (event.type === 'customers.deleted') break
      if (event.type === 'customers.created') await kontor.customers.update(event.recordId, { name: 'Second' })
      else await kontor.customers.delete(event.recordId)
    }
    assert.deepEqual(
      seen,
      [1, 2, 3].map((version, index) => `customers.${VERBS[index]} ${first.id} ${version}`),
    )
  })

  test('over broken connections and a server that is away, without a gap or a repetition', async () => {
    const fates = ['lost before', 'lost after', refusal(503, 'UNAVAILABLE'), refusal(502)] as const
    const { fetch, sent } = faultyFetch(fates)
    const { meta } = await site().client().events.list({ after: 'now' })
    const { data } = await site().client().items.create({ itemCode: 'F-1', itemName: 'Found' })
    const kontor = site().client({ fetch, retries: 1 })
    for await (const event of kontor.events.follow({ after: meta.cursor })) {
      assert.equal(event.recordId, data.id)
      break
    }
    assert.equal(sent.length, fates.length + 1)
  })

  test('until the signal is aborted, and throws what is refused', async () => {
    const aborting = new AbortController()
    const kontor = site().client()
    const { meta } = await kontor.events.list({ after: 'now' })
    await kontor.items.create({ itemCode: 'F-2', itemName: 'Last' })
    let count = 0
    for await (const event of kontor.events.follow({ after: meta.cursor }, { signal: aborting.signal })) {
      count += event.type === 'items.created' ? 1 : 0
      setImmediate(() => aborting.abort())
    }
    assert.equal(count, 1)
    const wrong = kontor.events.follow({ types: ['items.sold'] })
    await assert.rejects(wrong.next(), { code: 'INVALID_PARAMETER' })
  })
})

const VERBS = ['created', 'updated', 'deleted']
