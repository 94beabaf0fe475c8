import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { ADMIN } from '../support/kontor.ts'
import { addUser, callFrom, PASSWORD, signIn } from '../support/people.ts'
import { mailingFor } from './mailing.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const DAY = 86_400_000

onEveryDatabase('Notices', (kind) => {
  const mailing = mailingFor(kind)
  const from = (address: string, email: string, agent: string) =>
    callFrom(mailing().kontor.app.server, address, 'POST', '/auth/login', {
      body: { email, password: PASSWORD },
      headers: { 'user-agent': agent },
    })
  const kindsTo = async (email: string) => {
    const { token } = (await mailing().kontor.login(ADMIN.email, ADMIN.password)).body.data
    const { body } = await mailing().kontor.get(`/messages?to=${email}&order=asc&perPage=100`, { token })
    return body.data.map((message: { kind: string }) => message.kind)
  }

  test('a sign-in from a new device or network is told, the first one and an updated browser are not', async () => {
    const { kontor, mails } = mailing()
    const { email } = await addUser(kontor.engine, 'sales', { language: 'de' })
    await from('203.0.113.7', email, FIREFOX)
    await from('203.0.113.7', email, FIREFOX.replaceAll('140.0', '141.0'))
    assert.deepEqual(await kindsTo(email), [])
    await from('203.0.113.7', email, 'curl/8.5.0')
    await from('198.51.100.1', email, FIREFOX)
    await from('198.51.100.1', email, FIREFOX)
    assert.deepEqual(await kindsTo(email), ['new-device', 'new-device'])
    const { text } = await mails.mailTo(email)
    assert.match(text, /Gerät: curl\/8\.5\.0/)
    assert.match(text, /Adresse: 203\.0\.113\.7/)
  })

  test('a new API key is told to its owner', async () => {
    const { kontor, mails } = mailing()
    const { id, email, name } = await addUser(kontor.engine, 'sales')
    const key = await kontor.post('/api-keys', { name: 'Web shop', scopes: ['read'], owner: id })
    assert.equal(key.status, 201, key.text)
    const { text, source } = await mails.mailTo(email)
    assert.match(text, new RegExp(`Administrator has created the API key “Web shop”, which acts for ${name}`))
    assert.ok(!source.includes(key.body.data.key))
  })

  test('a new webhook, and a new address of one, is told to the user with whose rights it reads', async () => {
    const { kontor, mails } = mailing()
    const { email, name } = await addUser(kontor.engine, 'admin')
    const { token } = await signIn(kontor, email)
    const body = { url: 'https://shop.example.com/hook?token=secret', events: ['items.*'] }
    const created = await kontor.post('/webhooks', body, { token })
    assert.equal(created.status, 201, created.text)
    const { text, source } = await mails.mailTo(email)
    assert.match(
      text,
      /has set a webhook to send changes to https:\/\/shop\.example\.com\. It reads with the rights of/,
    )
    assert.ok(text.includes(name) && !source.includes('token=secret') && !source.includes(created.body.data.secret))
    const change = (changes: object) => kontor.put(`/webhooks/${created.body.data.id}`, changes, { token })
    await change({ description: 'Shop' })
    assert.deepEqual(await kindsTo(email), ['new-webhook'])
    await change({ url: 'https://other.example.com/' })
    assert.deepEqual(await kindsTo(email), ['new-webhook', 'new-webhook'])
  })

  test('a new webhook of a service is told to the user who created its API key', async () => {
    const { kontor, mails } = mailing()
    const maker = await addUser(kontor.engine, 'admin')
    const { token } = await signIn(kontor, maker.email)
    const service = await addUser(kontor.engine, 'admin', { type: 'service' })
    const key = await createKey(kontor, { scopes: ['admin', 'read'], owner: service.id }, { token })
    const body = { url: 'https://shop.example.com/', events: ['items.*'] }
    assert.equal((await kontor.post('/webhooks', body, withKey(key))).status, 201)
    const { text } = await mails.mailTo(maker.email, 1) // the first one is about the key
    assert.ok(text.includes('webhook') && text.includes(service.name), text)
  })

  test('a new administrator is told to all administrators', async () => {
    const { kontor, mails } = mailing()
    const other = await addUser(kontor.engine, 'admin')
    const promoted = await addUser(kontor.engine, 'sales')
    assert.equal((await kontor.put(`/users/${promoted.id}`, { role: 'admin' })).status, 200)
    for (const email of [ADMIN.email, other.email, promoted.email])
      assert.match((await mails.mailTo(email)).text, new RegExp(`made ${promoted.name} .* an administrator`))
    await kontor.put(`/users/${promoted.id}`, { name: 'Renamed' })
    assert.deepEqual(await kindsTo(promoted.email), ['new-administrator'])
  })

  test('a changed password is told, and a changed e-mail address to the old and the new one', async () => {
    const { kontor, mails } = mailing()
    const { id, email } = await addUser(kontor.engine, 'sales')
    const { token } = await signIn(kontor, email)
    const own = { currentPassword: PASSWORD, newPassword: 'chosen by the person alone' }
    assert.equal((await kontor.post('/auth/password', own, { token })).status, 204)
    await kontor.put(`/users/${id}`, { password: 'and another one after it' })
    await kontor.put(`/users/${id}`, { email: `new.${email}` })
    assert.deepEqual(await kindsTo(email), ['password-changed', 'password-changed', 'email-changed'])
    assert.deepEqual(await kindsTo(`new.${email}`), ['email-changed'])
    assert.match((await mails.mailTo(email)).text, /By: sales/)
    assert.match((await mails.mailTo(email, 1)).text, /By: Administrator/)
    await kontor.put(`/users/${id}`, { name: 'No notice of this' })
    assert.deepEqual(await kindsTo(`new.${email}`), ['email-changed'])
  })

  test('a device counts as known for 90 days after its last use', async () => {
    const { kontor } = mailing()
    const { email } = await addUser(kontor.engine, 'sales')
    await from('203.0.113.9', email, FIREFOX)
    kontor.advance(89 * DAY)
    await from('203.0.113.9', email, FIREFOX)
    kontor.advance(91 * DAY)
    assert.deepEqual(await kindsTo(email), [])
    await from('203.0.113.9', email, FIREFOX)
    assert.deepEqual(await kindsTo(email), ['new-device'])
  })
})
