import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, openKontor } from '../support/kontor.ts'
import { type ServerProcess, startKontor } from '../support/process.ts'
import { sameDatabase } from '../support/same-database.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import { PRIVATE } from '../webhooks/hooks.ts'

/** A client of a server in a process of its own. */
async function clientOf({ origin }: ServerProcess) {
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
    const answer = (await response.json()) as any
    assert.ok(response.ok, JSON.stringify(answer))
    return answer.data
  }
  const { token } = await post('/auth/login', ADMIN)
  return (path: string, body: object) => post(path, body, token)
}

onEveryDatabase('kill -9 of a server that sends webhooks', (kind) => {
  const shared = sameDatabase(kind)

  test('loses no event: neither one that was just committed nor one that is being sent', async () => {
    await using receiver = await startReceiver()
    receiver.answer('silence')
    const { environment } = await shared.create('migrated')
    const settings = { ...environment, ...PRIVATE, KONTOR_ADMIN_PASSWORD: ADMIN.password }
    await using server = await startKontor(settings)
    const post = await clientOf(server)
    await post('/webhooks', { url: receiver.url, events: ['items.created'] })
    const sent = await post('/items', { itemCode: 'KILL-1', itemName: 'Sent' })
    const [first] = await receiver.whenReceived(1) // and not answered
    const committed = await post('/items', { itemCode: 'KILL-2', itemName: 'Committed' })
    await server.stop('SIGKILL')

    receiver.answer(200)
    const kontor = await openKontor(shared, { environment: PRIVATE })
    try {
      const again = await receiver.whenThere((webhook) => webhook !== first && webhook.body.data.recordId === sent.id)
      assert.equal(again.text, first!.text)
      assert.equal(again.headers['webhook-id'], first!.headers['webhook-id'])
      await receiver.whenThere(({ body }) => body.data.recordId === committed.id)
    } finally {
      await kontor.close()
    }
  })

  // The embedded database belongs to one server.
  const testNodes = kind.name === 'SQLite' ? () => {} : test
  testNodes('another node goes on with its work', async () => {
    await using receiver = await startReceiver()
    const { environment } = await shared.create('migrated')
    const settings = { ...environment, ...PRIVATE, KONTOR_ADMIN_PASSWORD: ADMIN.password }
    await using server = await startKontor(settings)
    const post = await clientOf(server)
    await post('/webhooks', { url: receiver.url, events: ['items.created'] })
    await post('/items', { itemCode: 'NODE-1', itemName: 'One' })
    await receiver.whenThere(({ body }) => body.data.record.itemCode === 'NODE-1')
    const survivor = await openKontor(shared, { environment: PRIVATE })
    try {
      receiver.answer('silence')
      await post('/items', { itemCode: 'NODE-2', itemName: 'Two' })
      await receiver.whenThere(({ body }) => body.data.record.itemCode === 'NODE-2')
      const before = receiver.received.length
      await server.stop('SIGKILL')
      receiver.answer(200)
      await receiver.whenReceived(before + 1)
    } finally {
      await survivor.close()
    }
  })
})
