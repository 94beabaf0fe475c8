import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseKinds } from '../support/databases.ts'
import { createKey } from '../support/keys.ts'
import { type Kontor, openKontor } from '../support/kontor.ts'
import { runKontor, spawnKontor } from '../support/process.ts'
import { createItem } from '../support/records.ts'
import { isSignedBy, startReceiver } from '../support/webhook-receiver.ts'

const HOOK = ['listen', '--forward-to', 'http://127.0.0.1:9/hook']

async function withServer(work: (kontor: Kontor, origin: string) => Promise<void>): Promise<void> {
  const kontor = await openKontor(databaseKinds[0]!)
  try {
    await work(kontor, await kontor.app.server.listen({ port: 0, host: '127.0.0.1' }))
  } finally {
    await kontor.close()
  }
}

test('kontor listen posts each event of a server as a webhook that its printed secret signs', () =>
  withServer(async (kontor, origin) => {
    await using receiver = await startReceiver()
    const { key } = await createKey(kontor, { scopes: ['read'] })
    const words = ['listen', '--forward-to', receiver.url, '--events', 'items.created']
    const { child, outcome } = spawnKontor(words, { KONTOR_URL: origin, KONTOR_API_KEY: key })
    let output = ''
    await new Promise<void>((resolve) => {
      child.stdout!.on('data', (text: string) => {
        output += text
        if (output.includes('Listening to')) resolve()
      })
    })
    const [, secret] = /^Secret: (whsec_\S+)$/m.exec(output)!
    const item = await createItem(kontor)
    await kontor.put(`/items/${item.id}`, { itemName: 'Renamed' }) // not asked for
    const last = await createItem(kontor)
    const received = await receiver.whenReceived(2)
    assert.deepEqual(
      received.map(({ body }) => [body.type, body.data.recordId, body.data.record.id]),
      [item, last].map(({ id }) => ['items.created', id, id]),
    )
    for (const webhook of received) assert.ok(isSignedBy(secret!, webhook))
    child.kill('SIGKILL')
    await outcome
  }))

test('kontor listen says what is missing, and what the server refuses', () =>
  withServer(async (_kontor, origin) => {
    assert.equal((await runKontor(['listen'])).code, 2)
    const unset = await runKontor(HOOK)
    assert.equal(unset.code, 1)
    assert.match(unset.said, /KONTOR_URL must be the address of a server/)
    assert.match((await runKontor(HOOK, { KONTOR_URL: origin })).said, /KONTOR_API_KEY must be/)
    const refused = await runKontor(HOOK, { KONTOR_URL: origin, KONTOR_API_KEY: 'ktk_live_wrong' })
    assert.equal(refused.code, 1)
    assert.match(refused.said, /The API key is not valid/)
  }))
