import assert from 'node:assert/strict'
import { test } from 'node:test'
import { queueMessage } from '../../src/features/mail/outbox.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { BASE_URL, tokenIn } from '../support/mail-server.ts'
import { behindTheScenes } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { afterAttempt, invite, isEnded, mailingFor, messageWith } from './mailing.ts'

onEveryDatabase('Mail', (kind) => {
  const mailing = mailingFor(kind)

  test('a message is sent after the commit as text and HTML, and then its body is erased', async () => {
    const { kontor, mails } = mailing()
    mails.answer('accept')
    const email = await invite(kontor)
    const mail = await mails.mailTo(email)
    assert.match(mail.text, new RegExp(`^${BASE_URL}/set-password#ktl_\\w+\\r?$`, 'm'))
    assert.match(mail.source, /^From: Kontor <kontor@sender\.example>/m)
    assert.match(mail.source, /Content-Type: text\/html/)
    const message = await messageWith(kontor, { to: email }, isEnded)
    assert.equal(message.status, 'sent')
    assert.equal(message.messageId, mail.messageId)
    assert.equal(message.attempts, 1)
    assert.equal(message.nextAttemptAt, null)
    assert.equal(message.body, null)
    const { body } = await kontor.get(`/messages/${message.id}`)
    assert.equal(body.data.status, 'sent')
    assert.ok(body.data.sentAt)
  })

  test('no response and no audit entry contains the body of a message', async () => {
    const { kontor, mails } = mailing()
    mails.answer(451)
    const email = await invite(kontor)
    const { id, body } = await afterAttempt(kontor, email, 1)
    const token = tokenIn(body!)
    const lists = ['/messages?perPage=100', '/messages/export', '/audit-log?perPage=100', `/messages?search=${token}`]
    for (const path of [`/messages/${id}`, ...lists]) {
      const { status, text } = await kontor.get(path)
      assert.equal(status, 200, text)
      assert.ok(!text.includes(token) && !text.includes('"body"'), path)
    }
    assertRefused(await kontor.get('/messages?body[ne]=x'), 400, 'INVALID_FILTER')
  })

  test('messages cannot be written through the API', async () => {
    const { kontor } = mailing()
    const [{ id }] = (await kontor.get('/messages')).body.data
    assertRefused(await kontor.post('/messages', {}), 405, 'METHOD_NOT_ALLOWED')
    assertRefused(await kontor.put(`/messages/${id}`, {}), 405, 'METHOD_NOT_ALLOWED')
    assertRefused(await kontor.delete(`/messages/${id}`), 405, 'METHOD_NOT_ALLOWED')
  })

  test('a recipient that the mail server refuses for good is not tried again', async () => {
    const { kontor, mails } = mailing()
    mails.answer(550)
    const { status, attempts, reason, body } = await messageWith(kontor, { to: await invite(kontor) }, isEnded)
    assert.equal(status, 'failed')
    assert.equal(attempts, 1)
    assert.match(reason!, /550/)
    assert.equal(body, null)
  })

  test('a request that is refused sends nothing', async () => {
    const { kontor, mails } = mailing()
    mails.answer('accept')
    const email = await invite(kontor)
    const again = await kontor.post('/users/invitations', { email, name: 'Anna again', role: 'viewer' })
    assertRefused(again, 422, 'VALIDATION_ERROR')
    const rolledBack = behindTheScenes(kontor.engine, async (records) => {
      const ctx = { records, now: new Date().toISOString(), mail: { origin: BASE_URL, domain: 'sender.example' } }
      const draft = { kind: 'test', to: 'never@people.example', subject: 'x', language: 'en', body: 'x' } as const
      await queueMessage(ctx as never, draft)
      throw new Error('rolled back')
    })
    await assert.rejects(rolledBack, /rolled back/)
    await mails.mailTo(email)
    assert.equal((await kontor.get(`/messages?to=${email}`)).body.meta.total, 1)
    assert.equal((await kontor.get('/messages?to=never@people.example')).body.meta.total, 0)
  })
})
