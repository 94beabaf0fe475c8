import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { afterAttempt, DAY, invite, isEnded, MINUTE, mailingFor, messageWith, waitOf } from './mailing.ts'

onEveryDatabase('Mail that is refused', (kind) => {
  const mailing = mailingFor(kind)

  test('a temporary refusal is tried again after growing waits, with the same Message-ID', async () => {
    const { kontor, mails } = mailing()
    mails.answer(451)
    const email = await invite(kontor)
    const first = await afterAttempt(kontor, email, 1)
    assert.match(first.reason!, /451/)
    assert.equal(waitOf(first), MINUTE)
    kontor.advance(MINUTE)
    const second = await afterAttempt(kontor, email, 2)
    assert.equal(waitOf(second), 5 * MINUTE)
    mails.answer('accept')
    kontor.advance(5 * MINUTE)
    const mail = await mails.mailTo(email)
    assert.equal(mail.messageId, first.messageId)
    assert.equal((await messageWith(kontor, { to: email }, isEnded)).attempts, 3)
  })

  test('is tried again although the attempt before was made while the clock was a day ahead', async () => {
    const { kontor, mails } = mailing()
    mails.answer(451)
    const email = await invite(kontor)
    await afterAttempt(kontor, email, 1)
    kontor.advance(DAY)
    await afterAttempt(kontor, email, 2)
    mails.answer('accept')
    kontor.advance(-DAY)
    await mails.mailTo(email)
  })

  test('after seven attempts the message has failed, with the reason', async () => {
    const { kontor, mails } = mailing()
    mails.answer(451)
    const email = await invite(kontor)
    for (let attempt = 1; attempt < 7; attempt++) kontor.advance(waitOf(await afterAttempt(kontor, email, attempt)))
    const { status, attempts, reason, body } = await messageWith(kontor, { to: email }, isEnded)
    assert.equal(status, 'failed')
    assert.equal(attempts, 7)
    assert.match(reason!, /refused by the test/)
    assert.equal(body, null)
  })
})
