import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { addRole, addUser, type Person, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create, createCustomer, createItem, itemBody, read } from '../support/records.ts'

let number = 0
const nameOf = () => `role of our own ${++number}`

onEveryDatabase('A custom role', (kind) => {
  const kontor = kontorFor(kind)
  const created = (permissions: object) => create(kontor(), '/roles', { name: nameOf(), permissions })
  const faults = async (permissions: object, ...fields: string[]) =>
    assertInvalid(await kontor().post('/roles', { name: nameOf(), permissions }), ...fields)

  test('takes effect with the next request: rights, own records, hidden and read-only fields', async () => {
    const { name } = await created({
      items: { can: ['read', 'update'], hidden: ['costPrice'], readOnly: ['itemName'] },
      customers: { can: ['read', 'create'], own: true },
    })
    const { token } = await signedIn(kontor(), name)
    const item = await createItem(kontor(), { costPrice: 3 })
    const seen = await kontor().get(`/items/${item.id}`, { token })
    assert.deepEqual([seen.status, 'costPrice' in seen.body.data], [200, false])
    assertRefused(await kontor().post('/items', itemBody(), { token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().put(`/items/${item.id}`, { itemName: 'x' }, { token }), 403, 'FIELD_NOT_PERMITTED')
    const { id } = await createCustomer(kontor())
    assertRefused(await kontor().get(`/customers/${id}`, { token }), 404, 'NOT_FOUND')
    const mine = await kontor().post('/customers', { name: 'Mine' }, { token })
    assert.equal((await kontor().get(`/customers/${mine.body.data.id}`, { token })).status, 200)
    assertRefused(await kontor().get('/invoices', { token }), 403, 'FORBIDDEN')
  })

  test('is read, listed, changed and deleted; fields that are not sent stay as they are', async () => {
    const role = await created({ items: { can: ['read'] } })
    assert.match(role.id, /^rol_/)
    assert.deepEqual(role.permissions, { items: { can: ['read'], own: false, hidden: [], readOnly: [] } })
    assert.deepEqual([role.isShipped, role.version], [false, 1])
    const path = `/roles/${role.id}`
    assert.deepEqual(await read(kontor(), path), role)
    const changed = await kontor().put(path, { description: 'For stocktaking' })
    assert.deepEqual(
      [changed.body.data.description, changed.body.data.permissions],
      ['For stocktaking', role.permissions],
    )
    assert.equal((await kontor().delete(path)).status, 204)
    assertRefused(await kontor().get(path), 404, 'NOT_FOUND')
  })

  test('has a unique name, whatever its case, and keeps it', async () => {
    const { id, name } = await created({ items: { can: ['read'] } })
    for (const twin of [name, name.toUpperCase(), 'Admin'])
      assertInvalid(await kontor().post('/roles', { name: twin, permissions: {} }), 'name')
    assertRefused(await kontor().put(`/roles/${id}`, { name: nameOf() }), 422, 'DOCUMENT_LOCKED')
  })

  test('names only resources and fields that exist: each fault has its path and the nearest name', async () => {
    const messages = await faults(
      {
        itms: { can: ['read'] },
        items: { can: ['read'], hidden: ['costPrice', 'costprise'], readOnly: ['itemcode'] },
        'sales-orders': { can: ['read'], hidden: ['items.rat'] },
        users: { can: ['read'], hidden: ['passwordHash'] },
        sessions: { can: ['read'] },
        '*': { can: ['read'], hidden: ['notes'] },
      },
      'permissions.itms',
      'permissions.items.hidden[1]',
      'permissions.items.readOnly[0]',
      'permissions.sales-orders.hidden[0]',
      'permissions.users.hidden[0]',
      'permissions.sessions',
      'permissions.*.hidden[0]',
    )
    assert.match(messages['permissions.itms']!, /Did you mean "items"\?/)
    assert.match(messages['permissions.items.hidden[1]']!, /Did you mean "costPrice"\?/)
    assert.match(messages['permissions.items.readOnly[0]']!, /Did you mean "itemCode"\?/)
    assert.match(messages['permissions.sales-orders.hidden[0]']!, /Did you mean "items\.rate"\?/)
  })

  test('takes only rights that exist, and only in that shape', async () => {
    await faults({ items: { can: ['read', 'fly'] } }, 'permissions.items.can[1]')
    await faults({ items: 'read' }, 'permissions.items')
    await faults({ '': 0, 'items.': 0 }, 'permissions.', 'permissions.items.')
    await faults({ items: { can: 'read', own: 'yes' } }, 'permissions.items.can', 'permissions.items.own')
    await faults({ items: { may: ['read'] } }, 'permissions.items.may')
    assertInvalid(await kontor().post('/roles', { name: nameOf() }), 'permissions')
    assertInvalid(await kontor().post('/roles', { name: nameOf(), permissions: ['items'] }), 'permissions')
  })

  test('cannot hide what lists are sorted by: the id, and the time of creation that an id contains', async () => {
    const closed = { can: ['read'], hidden: ['id', 'createdAt'] }
    await faults({ items: closed }, 'permissions.items.hidden[0]', 'permissions.items.hidden[1]')
  })

  test('without permissions allows nothing but reading the own user', async () => {
    const { name } = await created({})
    const { token } = await signedIn(kontor(), name)
    for (const path of ['/items', '/users', '/settings'])
      assertRefused(await kontor().get(path, { token }), 403, 'FORBIDDEN')
    assert.deepEqual((await kontor().get('/auth/me', { token })).body.data.permissions, {})
  })

  test('cannot be deleted while a user has it, even an inactive one', async () => {
    const role = await created({ items: { can: ['read'] } })
    const { id, name } = await addUser(kontor().engine, role.name, { isActive: false })
    const refused = await kontor().delete(`/roles/${role.id}`)
    assertRefused(refused, 422, 'RESOURCE_IN_USE')
    assert.ok(refused.body.error.message.includes(`is used by ${name}`), refused.text)
    await kontor().put(`/users/${id}`, { role: 'viewer' })
    assert.equal((await kontor().delete(`/roles/${role.id}`)).status, 204)
  })
})

onEveryDatabase('Shipped roles', (kind) => {
  const kontor = kontorFor(kind)

  test('exist, and can be neither changed nor deleted', async () => {
    const { data } = (await kontor().get('/roles?isShipped=true&order=asc')).body
    const names = ['admin', 'manager', 'sales', 'accountant', 'warehouse', 'viewer']
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      names,
    )
    for (const role of data.filter(({ name }: { name: string }) => name !== 'admin')) {
      for (const change of [{ permissions: {} }, { description: 'x' }, { name: 'x' }]) {
        assertRefused(await kontor().put(`/roles/${role.id}`, change), 422, 'DOCUMENT_LOCKED')
      }
      assertRefused(await kontor().delete(`/roles/${role.id}`), 422, 'DOCUMENT_LOCKED')
      assert.deepEqual(await read(kontor(), `/roles/${role.id}`), role)
    }
    const admin = data[0]
    assert.ok((await kontor().put(`/roles/${admin.id}`, { permissions: {} })).status >= 400)
    assertRefused(await kontor().delete(`/roles/${admin.id}`), 422, 'RESOURCE_IN_USE')
  })

  test('cannot be created by a client: isShipped is ignored', async () => {
    const sent = { name: nameOf(), permissions: {}, isShipped: true }
    assert.equal((await create(kontor(), '/roles', sent)).isShipped, false)
  })
})

onEveryDatabase('A user who administers roles, but is no administrator', (kind) => {
  const kontor = kontorFor(kind)
  const rights = ['read', 'create', 'update', 'delete']
  let clerk: Person
  let ownRole: { id: string }
  before(async () => {
    ownRole = await create(kontor(), '/roles', {
      name: 'role clerk',
      permissions: {
        roles: { can: rights },
        items: { can: ['read', 'update'], hidden: ['costPrice'], readOnly: ['itemCode'] },
        customers: { can: ['read'], own: true },
        '*': { can: ['read'] },
      },
    })
    clerk = await signedIn(kontor(), 'role clerk')
  })
  const asClerk = () => ({ token: clerk.token })
  const post = (permissions: object): Promise<Answer> =>
    kontor().post('/roles', { name: nameOf(), permissions }, asClerk())

  test('creates roles that may do no more than their own', async () => {
    for (const permissions of [
      { items: { can: ['read'], hidden: ['costPrice'], readOnly: ['itemCode'] } },
      { items: { can: ['update'], hidden: ['costPrice', 'itemCode'] } },
      { customers: { can: ['read'], own: true }, invoices: { can: ['read'] } },
      {},
    ]) {
      const { status, text } = await post(permissions)
      assert.equal(status, 201, text)
    }
  })

  test('cannot create a role that may do more: not another right, field, record or resource', async () => {
    const before = (await kontor().get('/roles')).body.meta.total
    for (const permissions of [
      { items: { can: ['read'], readOnly: ['itemCode'] } },
      { items: { can: ['read'], hidden: ['costPrice'] } },
      { items: { can: ['delete'], hidden: ['costPrice'], readOnly: ['itemCode'] } },
      { customers: { can: ['read'] } },
      { invoices: { can: ['read', 'create'] } },
      { users: { can: ['read'] } },
      { roles: { can: ['manage'] } },
      { '*': { can: ['read'] } },
      { '*': { can: ['manage'] } },
    ]) {
      const answer = await post(permissions)
      assertRefused(answer, 403, 'FORBIDDEN')
      assert.match(answer.body.error.message, /may do more with \S+ than your own role may/)
    }
    assert.equal((await kontor().get('/roles')).body.meta.total, before)
  })

  test('neither raises a lower role above their own, nor changes or deletes a higher one', async () => {
    const low = (await post({ items: { can: ['read'], hidden: ['costPrice'], readOnly: ['itemCode'] } })).body.data
    const raised = { permissions: { items: { can: ['read'] } } }
    assertRefused(await kontor().put(`/roles/${low.id}`, raised, asClerk()), 403, 'FORBIDDEN')
    assert.deepEqual(await read(kontor(), `/roles/${low.id}`), low)
    const name = await addRole(kontor().engine, { users: { can: ['read'] } })
    const [high] = (await kontor().get(`/roles?name=${name}`)).body.data
    assertRefused(await kontor().put(`/roles/${high.id}`, { permissions: {} }, asClerk()), 403, 'FORBIDDEN')
    assertRefused(await kontor().delete(`/roles/${high.id}`, asClerk()), 403, 'FORBIDDEN')
  })

  test('cannot change the role that they have, up or down', async () => {
    for (const permissions of [{}, { '*': { can: ['manage', 'read'] } }])
      assertRefused(await kontor().put(`/roles/${ownRole.id}`, { permissions }, asClerk()), 403, 'FORBIDDEN')
    assert.equal((await kontor().get('/roles', asClerk())).status, 200)
  })
})
