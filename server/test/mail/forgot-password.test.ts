import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailRequests } from '../../src/features/mail/mail-requests.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { tokenIn } from '../support/mail-server.ts'
import { addUser, behindTheScenes, callFrom, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { mailingFor } from './mailing.ts'

const NEW = 'chosen by the person alone'
let lastNetwork = 0

onEveryDatabase('Forgot password', (kind) => {
  const mailing = mailingFor(kind)
  const ask = (email: string, language?: string, address = `10.3.0.${++lastNetwork}`) => {
    const body = { email, ...(language && { language }) }
    return callFrom(mailing().kontor.app.server, address, 'POST', '/auth/forgot-password', { body })
  }

  test('sends a link that sets a new password, once, and ends all sessions', async () => {
    const { kontor, mails } = mailing()
    const { email } = await addUser(kontor.engine, 'sales')
    const { token: session } = await signIn(kontor, email)
    const answer = await ask(` ${email.toUpperCase()} `)
    assert.equal(answer.status, 202, answer.text)
    const token = tokenIn((await mails.mailTo(email)).text)
    const redeem = () => kontor.post('/auth/password-links/redeem', { token, newPassword: NEW }, { token: null })
    assert.equal((await redeem()).status, 204)
    assertRefused(await redeem(), 422, 'INVALID_LINK')
    assertRefused(await kontor.get('/auth/me', { token: session }), 401, 'INVALID_TOKEN')
    assert.equal((await kontor.login(email, NEW)).status, 200)
    assert.match((await mails.mailTo(email, 1)).text, /password of your account was changed/)
  })

  test('answers alike for an active user, an unknown address, a deactivated user and a service', async () => {
    const { kontor, mails } = mailing()
    const active = await addUser(kontor.engine, 'sales')
    const inactive = await addUser(kontor.engine, 'sales', { isActive: false })
    const service = await addUser(kontor.engine, 'sales', { type: 'service', passwordHash: null })
    const others = [inactive.email, service.email, 'unknown.person@people.example']
    const answers = []
    for (const email of [active.email, ...others]) answers.push(await ask(email))
    for (const { status, body, headers } of answers) {
      assert.equal(status, 202)
      assert.deepEqual(body, answers[0]!.body)
      assert.deepEqual(Object.keys(headers).sort(), Object.keys(answers[0]!.headers).sort())
    }
    await mails.mailTo(active.email)
    while ((await behindTheScenes(kontor.engine, (records) => records.find(mailRequests, {}))) !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    for (const email of others) {
      assert.equal((await kontor.get(`/messages?to=${email}`)).body.data.length, 0)
      assert.equal(mails.received.filter(({ to }) => to === email).length, 0)
    }
    const log = await kontor.get('/audit-log?action=forgot-password&perPage=4')
    assert.deepEqual(
      log.body.data.map(({ recordId }: { recordId: unknown }) => recordId),
      [null, null, null, null],
    )
  })

  test('writes in the language of the user, else in that of the request', async () => {
    const { kontor, mails } = mailing()
    const german = await addUser(kontor.engine, 'sales', { language: 'de' })
    const other = await addUser(kontor.engine, 'sales')
    await ask(german.email, 'en')
    await ask(other.email, 'de')
    for (const { email } of [german, other]) assert.match((await mails.mailTo(email)).text, /Der Link gilt 24 Stunden/)
    assertRefused(await ask(other.email, 'fr'), 422, 'VALIDATION_ERROR')
  })

  test('is throttled by address and network, known or not', async () => {
    const { kontor } = mailing()
    const { email } = await addUser(kontor.engine, 'sales')
    for (const target of [email, 'unknown@people.example']) {
      const network = `10.4.0.${++lastNetwork}`
      const answers = []
      for (let count = 0; count < 6; count++) answers.push(await ask(target, 'en', network))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [202, 202, 202, 202, 202, 429],
      )
      assertRefused(answers[5]!, 429, 'TOO_MANY_ATTEMPTS')
    }
    assert.equal((await kontor.login(email, 'the same for everyone')).status, 200)
  })

  test('requests for any number of addresses leave no message and few entries in the audit log', async () => {
    const { kontor } = mailing()
    const { body } = await kontor.get('/audit-log?perPage=1')
    for (let count = 0; count < 60; count++) assert.equal((await ask(`unknown.${count}@people.example`)).status, 202)
    const since = await kontor.get(`/audit-log?perPage=100&createdAt[gte]=${body.data[0].createdAt}`)
    const entries = since.body.data.filter((entry: object) => JSON.stringify(entry).includes('unknown.'))
    assert.ok(entries.length > 0 && entries.length <= 31, `${entries.length} entries`)
    assert.equal((await kontor.get('/messages?to[like]=unknown.')).body.data.length, 0)
  })

  test('a link in a message is not used in the address of another site: the origin comes from the settings', async () => {
    const { kontor, mails } = mailing()
    const { email } = await addUser(kontor.engine, 'sales')
    const headers = { host: 'attacker.example', 'x-forwarded-host': 'attacker.example' }
    await kontor.post('/auth/forgot-password', { email }, { token: null, headers })
    const { source } = await mails.mailTo(email)
    assert.ok(!source.includes('attacker'))
  })
})
