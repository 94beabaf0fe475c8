import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, PASSWORD, type Person, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create, read, rowsIn } from '../support/records.ts'

let number = 0
const userBody = (more: object = {}) => ({
  email: `user.${++number}@example.com`,
  name: 'New user',
  role: 'viewer',
  ...more,
})

onEveryDatabase('Users', (kind) => {
  const kontor = kontorFor(kind)
  const created = (more: object = {}) => create(kontor(), '/users', userBody(more))
  const refused = async (more: object, ...fields: string[]) => {
    const before = await rowsIn(kontor(), 'users')
    const messages = assertInvalid(await kontor().post('/users', userBody(more)), ...fields)
    assert.equal(await rowsIn(kontor(), 'users'), before)
    return messages
  }

  test('are created, read, listed, changed and deleted like any other record', async () => {
    const sent = userBody({ name: 'Zora Neumann' })
    const user = await create(kontor(), '/users', { ...sent, password: 'a fine long password' })
    assert.match(user.id, /^usr_/)
    const shown = { ...sent, type: 'user', isActive: true, version: 1 }
    for (const [field, value] of Object.entries(shown)) assert.deepEqual(user[field], value, field)
    assert.deepEqual(await read(kontor(), `/users/${user.id}`), user)
    const { body: found } = await kontor().get('/users?search=zora&role=viewer')
    assert.deepEqual(found.data, [user])
    const changed = await kontor().put(`/users/${user.id}`, { name: 'Zora Alt', role: 'sales' })
    assert.deepEqual(
      [changed.body.data.name, changed.body.data.role, changed.body.data.version],
      ['Zora Alt', 'sales', 2],
    )
    assert.equal((await kontor().delete(`/users/${user.id}`)).status, 204)
    assertRefused(await kontor().get(`/users/${user.id}`), 404, 'NOT_FOUND')
  })

  test('can be read, edited and sent back whole', async () => {
    const user = await created()
    const { status, body, text } = await kontor().put(`/users/${user.id}`, { ...user, name: 'Renamed' })
    assert.equal(status, 200, text)
    assert.equal(body.data.name, 'Renamed')
  })

  test('have one address each, whatever the case of its letters', async () => {
    const { email } = await created({ email: 'Änne.One@Example.com' })
    assert.equal(email, 'änne.one@example.com')
    for (const twin of [email, 'ÄNNE.ONE@EXAMPLE.COM', 'a\u0308nne.one@example.com'])
      assert.match((await refused({ email: twin }, 'email')).email!, /^email ".+" is already used by user usr_/)
    const other = await created()
    assertInvalid(await kontor().put(`/users/${other.id}`, { email: 'Änne.ONE@example.com' }), 'email')
    assert.equal((await read(kontor(), `/users/${other.id}`)).email, other.email)
  })

  test('sign in with their address in any case', async () => {
    const { email } = await created({ email: 'Karl.Capital@Example.COM', password: PASSWORD })
    for (const spelt of [email, 'KARL.capital@EXAMPLE.com']) {
      assert.equal((await kontor().login(spelt, PASSWORD)).status, 200, spelt)
    }
  })

  test('need a valid address, a name and a role, and all faults are reported at once', async () => {
    assertInvalid(await kontor().post('/users', { email: 'no-address' }), 'email', 'name', 'role')
    assertInvalid(await kontor().post('/users', userBody({ type: 'robot', isActive: 'yes' })), 'isActive', 'type')
    const { eMail } = await refused({ eMail: 'x@example.com' }, 'eMail')
    assert.match(eMail!, /Did you mean "email"\?/)
  })

  test('have a role that exists; the refusal gives the nearest name and all names', async () => {
    const { role } = await refused({ role: 'sails' }, 'role')
    assert.equal(
      role,
      'There is no role "sails". Did you mean "sales"? The roles are admin, manager, sales, accountant, warehouse, viewer.',
    )
    const user = await created()
    assertInvalid(await kontor().put(`/users/${user.id}`, { role: 'nothing' }), 'role')
  })

  test('have the role as it is spelt, in whatever case it was sent', async () => {
    const { id, role } = await created({ role: 'VIEWER' })
    assert.equal(role, 'viewer')
    assert.equal((await kontor().put(`/users/${id}`, { role: 'Sales' })).body.data.role, 'sales')
    const name = await addRole(kontor().engine, { items: { can: ['read'] } })
    await created({ role: name.toUpperCase() })
    const { body } = await kontor().get(`/roles?name=${name}`)
    assertRefused(await kontor().delete(`/roles/${body.data[0].id}`), 422, 'RESOURCE_IN_USE')
  })

  test('cannot be given values that only the service sets', async () => {
    const sent = { id: 'usr_chosen', version: 7, createdBy: 'usr_other', passwordHash: '$argon2id$mine' }
    const user = await created(sent)
    assert.notEqual(user.id, sent.id)
    assert.deepEqual([user.version, 'passwordHash' in user], [1, false])
    assertRefused(await kontor().login(user.email, '$argon2id$mine'), 401, 'INVALID_CREDENTIALS')
  })

  test('of the type service have no password and cannot sign in', async () => {
    const messages = await refused({ type: 'service', password: PASSWORD }, 'type')
    assert.match(messages.type!, /no password/)
    const service = await created({ type: 'service' })
    assertInvalid(await kontor().put(`/users/${service.id}`, { password: PASSWORD }), 'type')
    assertRefused(await kontor().login(service.email, PASSWORD), 401, 'INVALID_CREDENTIALS')
  })

  test('become services only without their password, which null takes away', async () => {
    const user = await created({ password: PASSWORD })
    assertInvalid(await kontor().put(`/users/${user.id}`, { type: 'service' }), 'type')
    assert.equal((await kontor().put(`/users/${user.id}`, { type: 'service', password: null })).status, 200)
    assertRefused(await kontor().login(user.email, PASSWORD), 401, 'INVALID_CREDENTIALS')
  })

  test('without a password cannot sign in until one is set', async () => {
    const user = await created()
    assertRefused(await kontor().login(user.email, 'null-null'), 401, 'INVALID_CREDENTIALS')
    await kontor().put(`/users/${user.id}`, { password: PASSWORD })
    assert.equal((await kontor().login(user.email, PASSWORD)).status, 200)
  })

  test('keep their password when other fields change', async () => {
    const user = await created({ password: PASSWORD })
    await kontor().put(`/users/${user.id}`, { name: 'New name' })
    assert.equal((await kontor().login(user.email, PASSWORD)).status, 200)
  })

  test('who have done something cannot be deleted; others can', async () => {
    const idle = await created()
    const busy = await signedIn(kontor(), 'manager')
    await kontor().post('/items', { itemCode: `BY-${busy.id}`, itemName: 'Made by the user' }, { token: busy.token })
    const answer = await kontor().delete(`/users/${busy.id}`)
    assertRefused(answer, 422, 'RESOURCE_IN_USE')
    assert.match(answer.body.error.message, /Make the user inactive instead\.$/)
    assert.equal((await kontor().delete(`/users/${idle.id}`)).status, 204)
    assertRefused(await kontor().delete(`/users/${idle.id}`), 404, 'NOT_FOUND')
  })

  test('who own a key cannot be deleted either', async () => {
    const { id: owner } = await created({ type: 'service' })
    await create(kontor(), '/api-keys', { name: 'Theirs', scopes: ['read'], owner })
    assertRefused(await kontor().delete(`/users/${owner}`), 422, 'RESOURCE_IN_USE')
  })
})

onEveryDatabase('A user who administers users, but is no administrator', (kind) => {
  const kontor = kontorFor(kind)
  let clerk: Person
  let admin: Person
  before(async () => {
    const role = await addRole(kontor().engine, {
      users: { can: ['read', 'create', 'update', 'delete'] },
      items: { can: ['read'], hidden: ['costPrice'] },
      customers: { can: ['read'], own: true },
    })
    clerk = await signedIn(kontor(), role)
    admin = await signedIn(kontor(), 'admin')
  })
  const asClerk = () => ({ token: clerk.token })
  const put = (id: string, body: object) => kontor().put(`/users/${id}`, body, asClerk())

  test('creates and changes users who may do no more than they do', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read'], hidden: ['costPrice', 'sellingPrice'] } })
    const { status, body, text } = await kontor().post('/users', userBody({ role, password: PASSWORD }), asClerk())
    assert.equal(status, 201, text)
    const { id, email } = body.data
    assert.equal((await put(id, { name: 'Changed', password: `${PASSWORD} 2` })).status, 200)
    assert.equal((await kontor().login(email, `${PASSWORD} 2`)).status, 200)
  })

  test('cannot assign a role that may do more, sees more fields, or sees the records of others', async () => {
    const bigger = [
      'admin',
      'viewer',
      await addRole(kontor().engine, { items: { can: ['read'] } }),
      await addRole(kontor().engine, { items: { can: ['read', 'update'], hidden: ['costPrice'] } }),
      await addRole(kontor().engine, { customers: { can: ['read'] } }),
      await addRole(kontor().engine, { '*': { can: ['manage'] } }),
    ]
    for (const role of bigger) {
      assertRefused(await kontor().post('/users', userBody({ role }), asClerk()), 403, 'FORBIDDEN')
    }
    const small = await create(kontor(), '/users', userBody({ role: clerk.role }))
    for (const role of bigger) assertRefused(await put(small.id, { role }), 403, 'FORBIDDEN')
    assert.equal((await read(kontor(), `/users/${small.id}`)).role, clerk.role)
  })

  test('cannot change the password, address or activity of a user who may do more, nor delete that user', async () => {
    const fresh = await create(kontor(), '/users', userBody({ role: 'admin' }))
    for (const id of [admin.id, fresh.id]) {
      for (const change of [
        { password: PASSWORD },
        { email: 'mine@example.com' },
        { isActive: false },
        { role: clerk.role },
      ])
        assertRefused(await put(id, change), 403, 'FORBIDDEN')
      assertRefused(await kontor().delete(`/users/${id}`, asClerk()), 403, 'FORBIDDEN')
    }
    assert.equal((await kontor().get('/auth/me', { token: admin.token })).status, 200)
  })

  test('cannot change their own role, type or activity', async () => {
    const lower = await addRole(kontor().engine, { items: { can: ['read'], hidden: ['costPrice'] } })
    for (const change of [{ role: lower }, { role: 'admin' }, { type: 'service', password: null }, { isActive: false }])
      assertRefused(await put(clerk.id, change), 403, 'FORBIDDEN')
    assertRefused(await kontor().delete(`/users/${clerk.id}`, asClerk()), 403, 'FORBIDDEN')
    assert.equal((await put(clerk.id, { name: 'My new name', role: clerk.role.toUpperCase() })).status, 200)
    assert.equal((await read(kontor(), `/users/${clerk.id}`)).role, clerk.role)
  })
})
