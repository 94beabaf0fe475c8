import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { PASSWORD, type Person, signedIn, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'
import { addApp } from '../support/second-factor.ts'

const MINUTE_MS = 60_000
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

interface Event {
  readonly at: string
  readonly action: string
  readonly subject: string | null
  readonly address: string
  readonly userAgent: string | null
  readonly credential: string | null
}

onEveryDatabase('The security events of a user', (kind) => {
  const kontor = kontorFor(kind)
  const eventsOf = async ({ token }: Pick<Person, 'token'>): Promise<Event[]> => {
    const { status, body, text } = await kontor().get('/auth/security-events', { token })
    assert.equal(status, 200, text)
    return body.data
  }
  const actionsOf = async (person: Pick<Person, 'token'>) => (await eventsOf(person)).map(({ action }) => action)

  test('are the sign-ins with their address and device, and the failed attempts, the newest first', async () => {
    const me = await signedIn(kontor(), 'viewer')
    await kontor().login(me.email, 'wrong')
    const body = { email: me.email, password: PASSWORD }
    await kontor().post('/auth/login', body, { token: null, headers: { 'user-agent': AGENT } })
    const [last, failed, first, ...none] = await eventsOf(me)
    assert.deepEqual([last!.action, last!.address, last!.userAgent], ['login', '127.0.0.1', AGENT])
    assert.match(last!.credential!, /^ses_/)
    assert.deepEqual([failed!.action, failed!.userAgent, failed!.credential], ['login-failed', null, null])
    assert.equal(first!.action, 'login')
    assert.ok(first!.at <= failed!.at && failed!.at <= last!.at)
    assert.deepEqual(none, [])
  })

  test('are the changes of the password, the e-mail address and the second factor, and nothing else', async () => {
    const me = await signedIn(kontor(), 'admin')
    const { token } = me
    const administrator = await signedIn(kontor(), 'admin')
    const { id } = administrator
    assert.equal((await kontor().put(`/users/${me.id}`, { name: 'Renamed' }, administrator)).status, 200)
    const email = `moved.${id}@people.example`
    await kontor().post('/auth/email', { currentPassword: PASSWORD, email }, { token })
    await addApp(kontor(), me)
    await kontor().post('/auth/two-factor/recovery-codes', undefined, { token })
    await kontor().post('/auth/reauthenticate', { password: PASSWORD }, { token })
    await kontor().post('/auth/password', { currentPassword: PASSWORD, newPassword: 'a wholly new one 77' }, { token })
    assert.deepEqual(await actionsOf(me), [
      'password-changed',
      'reauthenticated',
      'recovery-codes-renewed',
      'second-factor-added',
      'email-changed',
      'login',
    ])
    assert.deepEqual(await actionsOf(administrator), ['login'])
    await kontor().post(`/users/${me.id}/reset-two-factor`, undefined, administrator)
    await kontor().login(email, 'a wholly new one 77')
    const again = (await kontor().login(email, 'a wholly new one 77')).body.data
    const [, , reset] = await eventsOf(again)
    assert.deepEqual([reset!.action, reset!.userAgent], ['second-factor-reset', null], 'a device of another user')
  })

  test('are the API keys that the user has created and revoked, by their names', async () => {
    const me = await signedIn(kontor(), 'admin')
    const key = await createKey(kontor(), { name: 'Till' }, me)
    await kontor().delete(`/api-keys/${key.id}`, me)
    const events = (await eventsOf(me)).map(({ action, subject }) => [action, subject])
    assert.deepEqual(events, [
      ['key-revoked', 'Till'],
      ['key-created', 'Till'],
      ['login', null],
    ])
  })

  test('are the last fifty, and none of other users', async () => {
    const me = await signedIn(kontor(), 'viewer')
    for (let count = 0; count < 51; count++) await signIn(kontor(), me.email)
    assert.equal((await eventsOf(me)).length, 50)
    const other = await signedIn(kontor(), 'viewer')
    assert.equal((await eventsOf(other)).length, 1)
  })

  test('are not shown to an API key (403)', async () => {
    const key = await createKey(kontor(), { scopes: ['read', 'admin'] })
    assertRefused(await kontor().get('/auth/security-events', withKey(key)), 403, 'FORBIDDEN')
  })
})

onEveryDatabase('The API keys that act for a user', (kind) => {
  const kontor = kontorFor(kind)

  test('are listed for the user, whatever the role, also those that an administrator has created', async () => {
    const me = await signedIn(kontor(), 'viewer')
    const { id, key } = await createKey(kontor(), { name: 'Display', owner: me.id })
    const { key: other } = await createKey(kontor(), { name: 'Not mine' })
    const { status, body, text } = await kontor().get('/auth/api-keys', me)
    assert.equal(status, 200, text)
    assert.equal(body.data.length, 1)
    const [shown] = body.data
    assert.deepEqual([shown.id, shown.name, shown.scopes, shown.lastUsedAt], [id, 'Display', ['read'], null])
    assert.ok(!text.includes(key) && !text.includes(other))
    kontor().advance(91 * 24 * 60 * MINUTE_MS)
    const later = await signIn(kontor(), me.email)
    assert.deepEqual((await kontor().get('/auth/api-keys', later)).body.data, [], 'one that has expired cannot act')
  })

  test('are revoked by the user, and only by their owner (404)', async () => {
    const administrator = await signedIn(kontor(), 'admin')
    const [me, other] = [await signedIn(kontor(), 'viewer'), await signedIn(kontor(), 'viewer')]
    const key = await createKey(kontor(), { owner: me.id }, administrator)
    const path = `/auth/api-keys/${key.id}`
    assertRefused(await kontor().delete(path, other), 404, 'NOT_FOUND')
    assertRefused(await kontor().delete(path, withKey(key)), 403, 'FORBIDDEN')
    assert.equal((await kontor().get('/items', withKey(key))).status, 200)
    assert.equal((await kontor().delete(path, me)).status, 204)
    assertRefused(await kontor().get('/items', withKey(key)), 401, 'INVALID_API_KEY')
    assertRefused(await kontor().delete(path, me), 404, 'NOT_FOUND')
  })
})
