import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { startMailServer } from '../support/mail-server.ts'
import { sameDatabase } from '../support/same-database.ts'
import { invite, isEnded, MINUTE, messageWith } from './mailing.ts'

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

  test('send each message once although the clock of one is five minutes ahead', async () => {
    await using mails = await startMailServer()
    mails.answer('silence')
    const { environment } = mails
    const nodes = [await openKontor(shared, { environment })]
    try {
      const first = await invite(nodes[0]!)
      await mails.whenAnnounced(1)
      nodes.push(await openKontor(shared, { environment, clock: () => Date.now() + 5 * MINUTE }))
      const second = await invite(nodes[1]!)
      await mails.whenAnnounced(2) // the second node looks at the older message before its own
      for (const to of [first, second])
        assert.equal((await messageWith(nodes[0]!, { to }, ({ attempts }) => attempts > 0)).attempts, 1)
    } finally {
      for (const node of nodes) await node.close()
    }
  })
})
