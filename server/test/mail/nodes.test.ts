import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { startMailServer } from '../support/mail-server.ts'
import { sameDatabase } from '../support/same-database.ts'
import { invite, isEnded, messageWith } from './mailing.ts'

const MESSAGES = 12

onEveryDatabase('Two nodes on one database', (kind) => {
  const shared = sameDatabase(kind)

  test('send each message once', async () => {
    await using mails = await startMailServer()
    const nodes = [
      await openKontor(shared, { environment: mails.environment }),
      await openKontor(shared, { environment: mails.environment }),
    ]
    try {
      const addresses = []
      for (let count = 0; count < MESSAGES; count++) addresses.push(await invite(nodes[count % 2]!))
      for (const to of addresses) assert.equal((await messageWith(nodes[0]!, { to }, isEnded)).attempts, 1)
      assert.deepEqual(mails.received.map(({ to }) => to).sort(), addresses.toSorted())
    } finally {
      for (const node of nodes) await node.close()
    }
  })
})
