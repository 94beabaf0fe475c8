import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'

onEveryDatabase('New words of concurrent writes', (kind) => {
  const arena = arenaFor(kind)
  const found = async (client: number, q: string) => {
    const { status, body, text } = await arena().send(client, {
      method: 'GET',
      path: `/search?q=${q}&types=items&limit=100`,
    })
    assert.equal(status, 200, text)
    return body.data.items as { id: string; name: string }[]
  }

  test('are stored once, and lead to every record', async () => {
    const words = ['gyroscope', 'heliostat', 'planimeter', 'tachymeter']
    const create = (client: number) => ({
      method: 'POST' as const,
      path: '/items',
      // Each in another order, so that locking them one by one would deadlock.
      body: {
        itemCode: `RACE-${client}-9001-8002`,
        itemName: words.map((_, index) => words[(client + index) % 4]).join(' '),
      },
    })
    assert.deepEqual(outcomesOf(await arena().rush(create)), { 201: CLIENTS })
    for (const client of [0, 1])
      for (const word of [...words, 'gyrosocpe', 'heliosta', '9001'])
        assert.equal((await found(client, word)).length, CLIENTS, `${word} for client ${client}`)
    await assertVerified(arena())
  })

  test('are found at once by the client that wrote them, while others write', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const name = `solo${String.fromCharCode(97 + (client % 26))}${String.fromCharCode(97 + (client >> 3))}q`
        const body = { itemCode: `SOLO-${client}`, itemName: name }
        const { status, body: created, text } = await arena().send(client, { method: 'POST', path: '/items', body })
        assert.equal(status, 201, text)
        const hits = await found(client + 1, name)
        return hits.some(({ id }) => id === created.data.id)
      }),
    )
    assert.deepEqual([...new Set(outcomes)], [true])
    await assertVerified(arena())
  })

  test('follow records that are renamed concurrently', async () => {
    const { id } = await arena().create('/items', { itemCode: 'RENAMED', itemName: 'Beginning' })
    const rename = (client: number) => ({
      method: 'PUT' as const,
      path: `/items/${id}`,
      body: { itemName: `Renamed by ${client % 2 ? 'odd' : 'even'} client${client}` },
    })
    assert.deepEqual(outcomesOf(await arena().rush(rename)), { 200: CLIENTS })
    const { itemName } = await arena().read(`/items/${id}`)
    assert.deepEqual((await found(0, encodeURIComponent(itemName)))[0]!.id, id)
    assert.deepEqual(await found(1, 'beginning'), [])
    await assertVerified(arena())
  })
})
