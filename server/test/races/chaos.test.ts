import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { cause, openJournal } from '../support/load.ts'
import { arenaFor, assertVerified, CLIENTS } from '../support/race.ts'

const OPERATIONS_PER_CLIENT = 25

onEveryDatabase('Everything at once', (kind) => {
  const arena = arenaFor(kind)

  test(`${CLIENTS} clients on few items and customers: nothing fails, and everything agrees in the end`, async () => {
    const journal = await openJournal(arena())
    const load = { name: 'chaos', operations: OPERATIONS_PER_CLIENT }
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => cause(arena(), journal, client, load)))
    await assertVerified(arena())
  })
})
