import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Connection, Engine } from '../../src/db/engine.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { createItem } from '../support/records.ts'

/** How often the reads of a request wait for the database: statements that are sent together share a round trip. */
async function roundTripsOf(engine: Engine, work: () => Promise<unknown>): Promise<number> {
  const { read } = engine
  let roundTrips = 0
  let pending = 0
  const counted = (connection: Connection): Connection => ({
    ...connection,
    async query(query) {
      if (pending++ === 0) roundTrips++
      return connection.query(query).finally(() => pending--)
    },
  })
  engine.read = (reads) => read((connection) => reads(counted(connection)))
  try {
    await work()
  } finally {
    engine.read = read
  }
  return roundTrips
}

onEveryDatabase('A list asks the database for its total and its page', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    for (let index = 0; index < 5; index++) await createItem(kontor(), { category: 'Washers' })
  })
  const roundTrips = (query: string) =>
    roundTripsOf(kontor().engine, async () => {
      const { status, body, text } = await kontor().get(`/items?perPage=2&${query}`)
      assert.equal(status, 200, text)
      assert.deepEqual([body.data.length, body.meta.total], [2, 5], text)
    })

  test('at once for the first page', async () => {
    assert.equal(await roundTrips(''), 1)
    assert.equal(await roundTrips('category=Washers'), 1)
  })

  test('at once for a page after a cursor', async () => {
    const { body } = await kontor().get('/items?perPage=2&category=Washers')
    assert.equal(await roundTrips(`category=Washers&includeTotal=true&cursor=${body.meta.nextCursor}`), 1)
  })

  test('one after the other for a page by number, which is read from the nearer end', async () => {
    assert.equal(await roundTrips('category=Washers&page=2'), 2)
  })
})
