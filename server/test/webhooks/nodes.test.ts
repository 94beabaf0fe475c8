import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { sameDatabase } from '../support/same-database.ts'
import { createItem, hooked, PRIVATE } from './hooks.ts'

const ITEMS = 40

// The embedded database belongs to one server.
for (const kind of databaseKinds.filter(({ name }) => name !== 'SQLite')) {
  describe(`Two nodes on one database, on ${kind.name}`, () => {
    const shared = sameDatabase(kind)

    test('send each event to a webhook once, whichever node it was committed on', async () => {
      const nodes = [
        await openKontor(shared, { environment: PRIVATE }),
        await openKontor(shared, { environment: PRIVATE }),
      ] as const
      try {
        await using hook = await hooked(nodes[0])
        await using other = await hooked(nodes[1])
        const ids = []
        for (let count = 0; count < ITEMS; count++) ids.push((await createItem(nodes[count % 2 ? 1 : 0])).id)
        for (const { receiver } of [hook, other]) {
          await receiver.whenReceived(ITEMS)
          // Whatever a second dispatcher would send twice comes before the event that is committed last.
          const last = await createItem(nodes[1])
          await receiver.whenThere(({ body }) => body.data.recordId === last.id)
          const received = receiver.received.map(({ body }) => body.data.recordId)
          assert.equal(new Set(received).size, received.length)
          assert.deepEqual(
            ids.filter((id) => !received.includes(id)),
            [],
          )
        }
      } finally {
        for (const node of nodes) await node.close()
      }
    })
  })
}
