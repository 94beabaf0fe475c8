import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../../../scripts/free-port.ts'
import { appAt, connect, siteOf } from '../oauth/site.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { openKontor } from '../support/kontor.ts'
import { startMailServer } from '../support/mail-server.ts'
import { addUser, callFrom, PASSWORD } from '../support/people.ts'

onEveryDatabase('A sign-in to connect an app', (kind) => {
  test('is told by mail if the device is new, and not again while it is known', async () => {
    await using mails = await startMailServer()
    const port = await freePort() // links in mails need the address of the server before it listens
    const kontor = await openKontor(kind, {
      environment: { ...mails.environment, KONTOR_BASE_URL: `http://127.0.0.1:${port}` },
    })
    await using _ = { [Symbol.asyncDispose]: () => kontor.close() }
    await kontor.app.server.listen({ port, host: '127.0.0.1' })
    const site = siteOf(kontor)
    const app = await appAt(site, await site.register())
    const person = { ...(await addUser(kontor.engine, 'sales')), password: PASSWORD }
    const body = { email: person.email, password: PASSWORD }
    assert.equal((await callFrom(kontor.app.server, '203.0.113.7', 'POST', '/auth/login', { body })).status, 200)
    for (let time = 0; time < 2; time++) await connect(site, app, { person })
    const { body: sent } = await kontor.get(`/messages?to=${person.email}`)
    assert.deepEqual(
      sent.data.map((message: { kind: string }) => message.kind),
      ['new-device'],
    )
    assert.match((await mails.mailTo(person.email)).text, /Address: 127\.0\.0\.1/)
  })
})
