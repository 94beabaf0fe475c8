import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds, onEveryDatabase } from '../support/databases.ts'
import { endOfFeed, typesOf } from '../support/events.ts'
import { type Answer, kontorFor, openKontor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { twoNodesFor } from '../support/two-nodes.ts'

/** So long that a test which depends on it fails by its own time limit. */
const LONG = 30

onEveryDatabase('A request that waits for events', (kind) => {
  const kontor = kontorFor(kind)

  test('is answered as soon as something happens', async () => {
    const cursor = await endOfFeed(kontor())
    const answer = kontor().get(`/events?after=${cursor}&wait=${LONG}`)
    await createItem(kontor())
    assert.deepEqual(typesOf((await answer).body.data), ['items.created'])
  })

  test('goes on waiting while nothing happens that is asked for', async () => {
    const cursor = await endOfFeed(kontor())
    const answer = kontor().get(`/events?after=${cursor}&wait=${LONG}&resources=items`)
    for (let count = 0; count < 5; count++) await createCustomer(kontor())
    const item = await createItem(kontor())
    const { body } = await answer
    assert.deepEqual([body.data.length, body.data[0].recordId], [1, item.id])
  })

  test('is answered with an empty page and a cursor when the time is over', async () => {
    const cursor = await endOfFeed(kontor())
    const { body } = await kontor().get(`/events?after=${cursor}&wait=1`)
    assert.deepEqual(body, { success: true, data: [], meta: { cursor, hasMore: false } })
  })

  test('is refused as soon as its session ends', async () => {
    const { token } = await signedIn(kontor(), 'sales')
    const cursor = await endOfFeed(kontor())
    const answer = kontor().get(`/events?after=${cursor}&wait=${LONG}`, { token })
    await kontor().post('/auth/logout', undefined, { token })
    assertRefused(await answer, 401, 'INVALID_TOKEN')
  })

  test('is one of at most twenty of a user', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const cursor = await endOfFeed(kontor())
    const answers = Array.from({ length: 21 }, () => kontor().get(`/events?after=${cursor}&wait=${LONG}`, { token }))
    const refused = await new Promise<Answer>((resolve) => {
      for (const answer of answers) answer.then((one) => one.status === 429 && resolve(one))
    })
    assertRefused(refused, 429, 'RATE_LIMIT_EXCEEDED')
    await createItem(kontor())
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 20)
    const again = kontor().get(`/events?after=${await endOfFeed(kontor())}&wait=${LONG}`, { token })
    await createItem(kontor())
    assert.equal((await again).status, 200)
  })

  test('leaves its place to others when its client disconnects', async () => {
    const { token } = await signedIn(kontor(), 'viewer')
    const origin = await kontor().app.server.listen({ port: 0, host: '127.0.0.1' })
    const aborting = new AbortController()
    const wait = (seconds: number, signal?: AbortSignal) =>
      fetch(`${origin}/api/v1/events?after=now&wait=${seconds}`, {
        headers: { authorization: `Bearer ${token}` },
        ...(signal && { signal }),
      })
    // The first probe below may take the place of one of these requests, which then tries again.
    const takePlace = async () => {
      while ((await wait(LONG, aborting.signal).catch(() => undefined))?.status === 429);
    }
    const all = Array.from({ length: 20 }, takePlace)
    while ((await wait(1)).status !== 429); // until all of them wait
    aborting.abort()
    await Promise.all(all)
    while ((await wait(1)).status !== 200); // until the server has noticed
  })

  test('is answered at once when the server stops', async () => {
    const other = await openKontor(kind)
    const origin = await other.app.server.listen({ port: 0, host: '127.0.0.1' })
    const headers = { authorization: `Bearer ${other.token}` }
    const answer = fetch(`${origin}/api/v1/events?after=now&wait=${LONG}`, { headers })
    await fetch(`${origin}/api/v1/events?after=now&wait=1`, { headers }) // by then the other one waits
    const end = performance.now() + LONG * 1000
    await other.close()
    const response = await answer
    assert.deepEqual([response.status, performance.now() < end], [200, true])
    assert.deepEqual(((await response.json()) as { data: unknown }).data, [])
  })
})

for (const kind of databaseKinds.filter(({ name }) => name === 'PostgreSQL')) {
  describe('A request that waits on one of two nodes', () => {
    const nodes = twoNodesFor(kind)

    test('is answered when the other one changes something', async () => {
      const [one, other] = nodes()
      const cursor = await endOfFeed(one)
      const answer = one.get(`/events?after=${cursor}&wait=${LONG}`)
      await createItem(other)
      assert.deepEqual(typesOf((await answer).body.data), ['items.created'])
    })
  })
}
