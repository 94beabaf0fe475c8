import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adoptSecret } from '../../src/app/secrets/adopt-secret.ts'
import { readConfig } from '../../src/config/config.ts'
import { webhookStates } from '../../src/features/webhooks/webhooks.resource.ts'
import { FIRST, SECOND } from '../secrets/instances.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { behindTheScenes } from '../support/people.ts'
import { sameDatabase } from '../support/same-database.ts'
import { isSignedBy, startReceiver } from '../support/webhook-receiver.ts'
import { createItem, createWebhook, deliveryWhen, PRIVATE } from './hooks.ts'

onEveryDatabase('After the secret of the instance was lost', (kind) => {
  const same = sameDatabase(kind)

  test('a webhook goes on where it was, as soon as it has a secret again', async () => {
    await using receiver = await startReceiver()
    const before = await openKontor(same, { environment: { ...PRIVATE, KONTOR_SECRET: FIRST } })
    const { id } = await createWebhook(before, receiver)
    // As an earlier version has stored it: sealed.
    const { cursor } = (await before.get('/events?after=now')).body.meta
    const item = await createItem(before)
    await receiver.whenReceived(1)
    await deliveryWhen(before, id, ({ status }) => status === 'delivered')
    await before.app.server.close() // nothing is sent from here on
    await behindTheScenes(before.engine, async (records) => {
      await records.update(webhookStates, await records.lock(webhookStates, id), { cursor })
    })
    const environment = { ...PRIVATE, KONTOR_SECRET: SECOND }
    const config = readConfig({ ...before.database.environment, ...environment })
    await adoptSecret({ config, engine: before.engine, now: new Date().toISOString(), isLost: true })
    await before.engine.close()
    const after = await openKontor(same, { environment })
    try {
      const failed = await deliveryWhen(after, id, ({ attempts }) => attempts[0]?.error)
      assert.match(failed.attempts[0]!.error!, /Give the webhook a new secret/)
      assert.equal(failed.recordId, item.id)
      const { secret } = (await after.post(`/webhooks/${id}/rotate-secret`)).body.data
      after.advance(10_000)
      const [, again] = await receiver.whenReceived(2)
      assert.ok(isSignedBy(secret, again!))
      assert.equal(again!.body.data.recordId, item.id)
    } finally {
      await after.close()
    }
  })
})
