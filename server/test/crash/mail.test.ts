import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../../../scripts/free-port.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { ADMIN, openKontor } from '../support/kontor.ts'
import { startMailServer, tokenIn } from '../support/mail-server.ts'
import { startKontor } from '../support/process.ts'
import { sameDatabase } from '../support/same-database.ts'

/** Longer than a node that has taken a message may need to send it. */
const LEASE_MS = 121_000

onEveryDatabase('kill -9 while a message is being sent', (kind) => {
  const shared = sameDatabase(kind)

  test('the message of an answered request is sent after the next start, with the same Message-ID', async () => {
    await using mails = await startMailServer()
    mails.answer('silence')
    const database = await shared.create('migrated')
    const port = await freePort()
    await using server = await startKontor({
      ...database.environment,
      ...mails.environment,
      KONTOR_ADMIN_PASSWORD: ADMIN.password,
      PORT: String(port), // the server announces its public address
    })
    const base = `http://127.0.0.1:${port}/api/v1`
    const post = (path: string, body: object, token?: string) =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
    const { data } = (await (await post('/auth/login', ADMIN)).json()) as { data: { token: string } }
    const invitation = { email: 'anna@people.example', name: 'Anna', role: 'viewer' }
    assert.equal((await post('/users/invitations', invitation, data.token)).status, 201)
    await mails.whenAnnounced(1)
    await server.stop('SIGKILL')
    assert.equal(mails.received.length, 0)

    mails.answer('accept')
    const kontor = await openKontor(shared, { environment: mails.environment })
    try {
      // The new server takes the message when it has seen the attempt of the killed one for this time.
      const passing = setInterval(() => kontor.advance(LEASE_MS), 1000)
      const { text, messageId } = await mails.mailTo(invitation.email)
      clearInterval(passing)
      const redeem = { token: tokenIn(text), newPassword: 'chosen by the person alone' }
      assert.equal((await kontor.post('/auth/password-links/redeem', redeem, { token: null })).status, 204)
      const { body } = await kontor.get(`/messages?to=${invitation.email}`)
      assert.equal(body.data[0].messageId, messageId)
      assert.equal(body.data[0].attempts, 2)
    } finally {
      await kontor.close()
    }
  })
})
