import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Connection, RowBudgetExceeded } from '../../src/db/engine.ts'
import { databaseKinds } from '../support/databases.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'

/** A statement that would run for days. */
const ENDLESS = {
  sql: 'with recursive "n" ("i") as (select 1 union all select "i" + 1 from "n" limit 1000000000000) select count(*) from "n"',
  parameters: [],
}
const select = (value: number) => ({ sql: `select ${value}`, parameters: [] })

/** Work that does not fit into the row budget. */
const slow =
  <T>(work: (connection: Connection) => Promise<T>) =>
  async (connection: Connection) => {
    if (connection.rowBudget !== undefined) throw new RowBudgetExceeded()
    return work(connection)
  }

/** A client asks for a list that is never found, and disconnects when the database is looking for it. */
async function disconnectDuringRead({ app, engine, token }: Kontor): Promise<unknown> {
  const { read } = engine
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  engine.read = (work, onCancel) => {
    engine.read = read // only this one
    const endless = slow(async (connection) => {
      await connection.query(select(1)) // now its process is up
      const finding = connection.query(ENDLESS)
      begun.resolve()
      await finding
      return work(connection)
    })
    const reading = read(endless, onCancel)
    reading.catch(ended.resolve)
    return reading
  }
  const client = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const request = fetch(`${app.server.listeningOrigin}/api/v1/items`, { headers, signal: client.signal })
  await begun.promise
  client.abort()
  await assert.rejects(request)
  return ended.promise
}

async function openListening(context: TestContext): Promise<Kontor> {
  const kontor = await openKontor(databaseKinds[0]!)
  context.after(() => kontor.close())
  await kontor.app.server.listen({ port: 0, host: '127.0.0.1' })
  return kontor
}

test('a slow read of the embedded database ends when its client disconnects, and does not delay the next one', async (context) => {
  const kontor = await openListening(context)
  assert.match(String(await disconnectDuringRead(kontor)), /disconnected/)
  assert.deepEqual(await kontor.engine.read(slow(({ query }) => query(select(1)))), [[1]])
})

test('a client that disconnects again and again during slow reads does not make the slow read of another start again', async (context) => {
  const kontor = await openListening(context)
  let beginnings = 0
  const { promise: disconnections, resolve } = Promise.withResolvers<void>()
  const reading = kontor.engine.read(
    slow(async ({ query }) => {
      beginnings++
      const first = await query(select(1))
      if (beginnings === 1) await disconnections
      return [first, await query(select(2))]
    }),
  )
  for (let time = 0; time < 3; time++) assert.match(String(await disconnectDuringRead(kontor)), /disconnected/)
  resolve()
  assert.deepEqual(await reading, [[[1]], [[2]]])
  assert.equal(beginnings, 1)
})
