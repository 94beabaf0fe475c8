import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { trailOf } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, type Person, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused } from '../support/records.ts'

const OVERDUE = { name: 'Overdue', resource: 'invoices', query: 'status=overdue&sort=dueDate', columns: ['dueDate'] }

onEveryDatabase('Views', (kind) => {
  const kontor = kontorFor(kind)
  let anna: Person
  let ben: Person
  before(async () => {
    ;[anna, ben] = [await signedIn(kontor(), 'viewer'), await signedIn(kontor(), 'warehouse')]
  })

  const save = async ({ token }: Person, more: object = {}) => {
    const { status, body, text } = await kontor().post('/views', { ...OVERDUE, ...more }, { token })
    assert.equal(status, 201, text)
    return body.data
  }
  const namesFor = async ({ token }: Person, query = '') =>
    (await kontor().get(`/views?sort=name&order=asc&${query}`, { token })).body.data.map(
      (view: { name: string }) => view.name,
    )

  test('are saved, changed and deleted by their owner, whatever the role', async () => {
    const { token } = anna
    const view = await save(anna)
    assert.deepEqual(
      [view.name, view.resource, view.query, view.columns, view.isShared, view.isDefault, view.createdBy],
      [...Object.values(OVERDUE), false, false, anna.id],
    )
    const changed = await kontor().put(`/views/${view.id}`, { name: 'Late', columns: [] }, { token })
    assert.deepEqual([changed.status, changed.body.data.name, changed.body.data.columns], [200, 'Late', []])
    assert.equal((await kontor().get(`/views/${view.id}/history`, { token })).body.data.length, 2)
    assert.equal((await kontor().delete(`/views/${view.id}`, { token })).status, 204)
  })

  test('of others do not exist, unless they are shared', async () => {
    const [mine, hidden, shared] = [
      await save(anna, { name: 'A mine' }),
      await save(ben, { name: 'B hidden' }),
      await save(ben, { name: 'C shared', isShared: true }),
    ]
    assert.deepEqual(await namesFor(anna), ['A mine', 'C shared'])
    assert.deepEqual(await namesFor(anna, 'isShared=true'), ['C shared'])
    assert.deepEqual(await namesFor(ben), ['B hidden', 'C shared'])
    const { token } = anna
    assert.equal((await kontor().get('/views', { token })).body.meta.total, 2)
    for (const address of [`/views/${hidden.id}`, `/views/${hidden.id}/history`])
      assertRefused(await kontor().get(address, { token }), 404, 'NOT_FOUND')
    assert.equal((await kontor().get(`/views/${shared.id}`, { token })).body.data.name, 'C shared')
    for (const { id } of [mine, hidden, shared]) await kontor().delete(`/views/${id}`)
  })

  test('that others share can be read, not changed', async () => {
    const [hidden, shared] = [await save(ben), await save(ben, { isShared: true })]
    const { token } = anna
    for (const [{ id }, status, code] of [
      [hidden, 404, 'NOT_FOUND'],
      [shared, 403, 'FORBIDDEN'],
    ] as const) {
      assertRefused(await kontor().put(`/views/${id}`, { name: 'Stolen' }, { token }), status, code)
      assertRefused(await kontor().put(`/views/${id}`, { isShared: false }, { token }), status, code)
      assertRefused(await kontor().delete(`/views/${id}`, { token }), status, code)
    }
    assert.deepEqual((await kontor().get(`/views/${shared.id}`)).body.data, shared)
    await kontor().put(`/views/${shared.id}`, { isShared: false }, { token: ben.token })
    assertRefused(await kontor().get(`/views/${shared.id}`, { token }), 404, 'NOT_FOUND')
  })

  test('are all open to an administrator, whose changes are logged', async () => {
    const { id } = await save(ben, { name: 'Of Ben' })
    assert.ok((await kontor().get('/views')).body.data.some((view: { id: string }) => view.id === id))
    const changed = await kontor().put(`/views/${id}`, { name: 'Tidied up' })
    assert.deepEqual([changed.status, changed.body.data.createdBy], [200, ben.id])
    assert.deepEqual((await trailOf(kontor(), changed))[0].changes, { name: ['Of Ben', 'Tidied up'] })
    assert.equal((await kontor().delete(`/views/${id}`)).status, 204)
  })

  test('are the default of a list one at a time: a new default replaces the old one', async () => {
    const first = await save(anna, { isDefault: true })
    const elsewhere = await save(anna, { isDefault: true, resource: 'items' })
    const ofBen = await save(ben, { isDefault: true, isShared: true })
    const second = await save(anna, { isDefault: true })
    const isDefault = async (id: string) => (await kontor().get(`/views/${id}`)).body.data.isDefault
    assert.deepEqual(
      [await isDefault(first.id), await isDefault(second.id), await isDefault(elsewhere.id), await isDefault(ofBen.id)],
      [false, true, true, true],
    )
    await kontor().put(`/views/${first.id}`, { isDefault: true }, { token: anna.token })
    assert.deepEqual([await isDefault(first.id), await isDefault(second.id)], [true, false])
  })

  test('take a query as in an address, and refuse an unknown resource', async () => {
    assert.equal((await save(anna, { query: '?status=open' })).query, 'status=open')
    const { token } = anna
    assertInvalid(await kontor().post('/views', { name: 'x', resource: 'Sales orders' }, { token }), 'resource')
    assertInvalid(await kontor().post('/views', {}, { token }), 'name', 'resource')
    const { id } = await save(anna)
    assertInvalid(await kontor().put(`/views/${id}`, { resource: '../users' }, { token }), 'resource')
  })

  test('need the scopes of a credential like everything else, and can be closed by a role', async () => {
    const reading = withKey(await createKey(kontor(), { scopes: ['read'], owner: anna.id }))
    assert.equal((await kontor().get('/views', reading)).status, 200)
    assertRefused(await kontor().post('/views', OVERDUE, reading), 403, 'INSUFFICIENT_SCOPE')
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, { views: { can: [] } }))
    assertRefused(await kontor().get('/views', { token }), 403, 'FORBIDDEN')
    const poor = await signedIn(kontor(), await addRole(kontor().engine, { items: { can: ['read'] } }))
    assert.equal((await save(poor)).createdBy, poor.id)
  })
})
