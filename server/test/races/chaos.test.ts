import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { cause, openJournal } from '../support/load.ts'
import { arenaFor, assertVerified, CLIENTS } from '../support/race.ts'

const REQUESTS_PER_CLIENT = 16

onEveryDatabase(`${CLIENTS} clients on few items and customers, who do everything at once`, (kind) => {
  const arena = arenaFor(kind)

  test('are served or refused for a reason; the database is consistent at any time', async () => {
    const journal = await openJournal(arena())
    const load = { name: 'chaos', requests: REQUESTS_PER_CLIENT }
    const clients = Array.from({ length: CLIENTS }, (_, client) => cause(arena(), journal, client, load))
    await assertVerified(arena()) // of one moment, in the middle of it
    await Promise.all(clients)
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
