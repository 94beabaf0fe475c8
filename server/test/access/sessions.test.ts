import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessions } from '../../src/auth/access.resources.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, behindTheScenes, changeUser, type Person, signedIn, signIn } from '../support/people.ts'
import { assertRefused } from '../support/records.ts'

const DAY = 86_400_000
const MANY = 120

onEveryDatabase('Sessions', (kind) => {
  const kontor = kontorFor(kind)
  const me = ({ token }: Person) => kontor().get('/auth/me', { token })
  const sessionsOf = async ({ token }: Person) => (await kontor().get('/auth/sessions', { token })).body.data
  const currentIdOf = async (person: Person): Promise<string> =>
    (await sessionsOf(person)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id

  test('signing out ends the session at once, and only that one', async () => {
    const person = await signedIn(kontor(), 'viewer')
    const elsewhere = await signIn(kontor(), person.email)
    const { status, text } = await kontor().post('/auth/logout', undefined, { token: person.token })
    assert.equal(status, 204)
    assert.equal(text, '')
    assertRefused(await me(person), 401, 'INVALID_TOKEN')
    assertRefused(await kontor().post('/auth/logout', undefined, { token: person.token }), 401, 'INVALID_TOKEN')
    assert.equal((await me(elsewhere)).status, 200)
  })

  test('signing out also ends the access tokens of earlier refreshes', async () => {
    const person = await signedIn(kontor(), 'viewer')
    const { body } = await kontor().post('/auth/refresh', { refreshToken: person.refreshToken }, { token: null })
    await kontor().post('/auth/logout', undefined, { token: body.data.token })
    assertRefused(await me(person), 401, 'INVALID_TOKEN')
  })

  test('the list shows where a user is signed in, the newest first, and marks the current session', async () => {
    const first = await signedIn(kontor(), 'viewer')
    const agent = { 'user-agent': 'test browser' }
    const credentials = { email: first.email, password: 'the same for everyone' }
    const login = await kontor().post('/auth/login', credentials, { token: null, headers: agent })
    const { status, headers, body } = await kontor().get('/auth/sessions', { token: login.body.data.token })
    assert.equal(status, 200)
    assert.equal(headers['cache-control'], 'no-store')
    const [here, there] = body.data
    assert.equal(body.data.length, 2)
    assert.deepEqual([here.isCurrent, here.userAgent, here.address], [true, 'test browser', '127.0.0.1'])
    assert.equal(there.isCurrent, false)
    const shown = ['address', 'createdAt', 'expiresAt', 'id', 'isCurrent', 'isWeb', 'kind', 'lastSeenAt', 'userAgent']
    assert.equal(here.kind, 'api')
    assert.deepEqual(Object.keys(here).sort(), shown)
  })

  test('the list shows no sessions of other users', async () => {
    const [anna, ben] = [await signedIn(kontor(), 'viewer'), await signedIn(kontor(), 'admin')]
    const ids = (await sessionsOf(ben)).map(({ id }: { id: string }) => id)
    assert.deepEqual(ids, [await currentIdOf(ben)])
    assert.ok(!ids.includes(await currentIdOf(anna)))
  })

  test('one of my sessions can be ended from another', async () => {
    const here = await signedIn(kontor(), 'viewer')
    const lost = await signIn(kontor(), here.email)
    const path = `/auth/sessions/${await currentIdOf(lost)}`
    assert.equal((await kontor().delete(path, { token: here.token })).status, 204)
    assertRefused(await me(lost), 401, 'INVALID_TOKEN')
    assert.equal((await sessionsOf(here)).length, 1)
    assertRefused(await kontor().delete(path, { token: here.token }), 404, 'NOT_FOUND')
  })

  test('the session in use can be ended like any other', async () => {
    const person = await signedIn(kontor(), 'viewer')
    const path = `/auth/sessions/${await currentIdOf(person)}`
    assert.equal((await kontor().delete(path, { token: person.token })).status, 204)
    assertRefused(await me(person), 401, 'INVALID_TOKEN')
  })

  test('the session of another user does not exist, not even for an administrator', async () => {
    const [anna, ben] = [await signedIn(kontor(), 'viewer'), await signedIn(kontor(), 'admin')]
    const path = `/auth/sessions/${await currentIdOf(anna)}`
    assertRefused(await kontor().delete(path, { token: ben.token }), 404, 'NOT_FOUND')
    assertRefused(await kontor().delete('/auth/sessions/ses_unknown', { token: ben.token }), 404, 'NOT_FOUND')
    assert.equal((await me(anna)).status, 200)
  })

  test('all other sessions can be ended, and no other user is signed out', async () => {
    const here = await signedIn(kontor(), 'viewer')
    const others = [await signIn(kontor(), here.email), await signIn(kontor(), here.email)]
    const stranger = await signedIn(kontor(), 'viewer')
    assert.equal((await kontor().delete('/auth/sessions', { token: here.token })).status, 204)
    for (const other of others) assertRefused(await me(other), 401, 'INVALID_TOKEN')
    assert.equal((await me(here)).status, 200)
    assert.equal((await me(stranger)).status, 200)
    assert.equal((await sessionsOf(here)).length, 1)
  })

  test('however many other sessions there are, all of them end', async () => {
    const here = await signedIn(kontor(), 'viewer')
    const now = new Date().toISOString()
    const expiresAt = new Date(Date.now() + DAY).toISOString()
    const values = { user: here.id, generation: 0, rotatedAt: now, lastSeenAt: now, expiresAt, endsAt: expiresAt }
    await behindTheScenes(kontor().engine, async (records) => {
      for (let count = 0; count < MANY; count++) {
        await records.insert(sessions, {
          ...values,
          salt: `salt ${count}`,
          address: '10.0.0.1',
          isWeb: false,
          isSso: false,
        })
      }
    })
    assert.equal((await kontor().delete('/auth/sessions', { token: here.token })).status, 204)
    assert.deepEqual(
      (await sessionsOf(here)).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent),
      [true],
    )
  })

  test('a disabled user is refused with the next request, and admitted again when enabled', async () => {
    const person = await signedIn(kontor(), 'viewer')
    await changeUser(kontor().engine, person.id, { isActive: false })
    assertRefused(await me(person), 401, 'INVALID_TOKEN')
    assertRefused(await kontor().get('/items', { token: person.token }), 401, 'INVALID_TOKEN')
    await changeUser(kontor().engine, person.id, { isActive: true })
    assert.equal((await me(person)).status, 200)
  })

  test('a changed role takes effect with the next request, up and down', async () => {
    const person = await signedIn(kontor(), 'viewer')
    const create = (name: string) => kontor().post('/customers', { name }, { token: person.token })
    assertRefused(await create('Before'), 403, 'FORBIDDEN')
    await changeUser(kontor().engine, person.id, { role: 'manager' })
    assert.equal((await create('Promoted')).status, 201)
    assert.equal((await me(person)).body.data.role, 'manager')
    await changeUser(kontor().engine, person.id, { role: 'viewer' })
    assertRefused(await create('After'), 403, 'FORBIDDEN')
  })

  test('a role that no longer exists allows nothing', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read'] } })
    const person = await signedIn(kontor(), role)
    assert.equal((await kontor().get('/items', { token: person.token })).status, 200)
    await changeUser(kontor().engine, person.id, { role: 'no such role' })
    assertRefused(await kontor().get('/items', { token: person.token }), 403, 'FORBIDDEN')
    assert.equal((await me(person)).status, 200)
  })
})
