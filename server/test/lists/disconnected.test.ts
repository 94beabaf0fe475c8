import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RowBudgetExceeded } from '../../src/db/engine.ts'
import { databaseKinds } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'

/** A statement that would run for days. */
const ENDLESS =
  'with recursive "n" ("i") as (select 1 union all select "i" + 1 from "n" limit 1000000000000) select count(*) from "n"'

test('a slow read of the embedded database ends when its client disconnects, and does not delay the next one', async () => {
  const kontor = await openKontor(databaseKinds[0]!)
  const { engine } = kontor
  const { read } = engine
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  engine.read = (work, onCancel) => {
    engine.read = read // only this one
    const reading = read(async (connection) => {
      if (connection.rowBudget !== undefined) throw new RowBudgetExceeded()
      begun.resolve()
      await connection.query({ sql: ENDLESS, parameters: [] })
      return work(connection)
    }, onCancel)
    reading.catch(ended.resolve)
    return reading
  }
  await kontor.app.server.listen({ port: 0, host: '127.0.0.1' })
  const client = new AbortController()
  const headers = { authorization: `Bearer ${kontor.token}` }
  const address = kontor.app.server.listeningOrigin
  const request = fetch(`${address}/api/v1/items`, { headers, signal: client.signal })
  await begun.promise
  client.abort()
  await assert.rejects(request)
  assert.match(String(await ended.promise), /disconnected/)
  const slow = (work: Parameters<typeof read>[0]) =>
    read(async (connection) => {
      if (connection.rowBudget !== undefined) throw new RowBudgetExceeded()
      return work(connection)
    })
  assert.deepEqual(await slow(({ query }) => query({ sql: 'select 1', parameters: [] })), [[1]])
  await kontor.close()
})
