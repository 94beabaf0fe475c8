import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { auditLog } from '../support/audit.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, type Person, signedIn } from '../support/people.ts'
import { assertRefused, create, createCustomer, createItem, itemBody, leavingAsItWas } from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('The audit log', (kind) => {
  const kontor = kontorFor(kind)
  let anna: Person
  let item: AnyRecord
  before(async () => {
    anna = await signedIn(kontor(), 'manager')
    item = (await kontor().post('/items', itemBody(), { token: anna.token })).body.data
    for (const itemName of ['A', 'B', 'C']) await kontor().put(`/items/${item.id}`, { itemName }, { token: anna.token })
    await createCustomer(kontor())
    await kontor().delete(`/customers/${(await createCustomer(kontor())).id}`)
  })

  test('is filtered by actor, resource, record, action, request and time, and by several at once', async () => {
    const [created] = await auditLog(kontor(), `recordId=${item.id}&action=create`)
    const queries: Readonly<Record<string, (entry: AnyRecord) => boolean>> = {
      [`actor=${anna.id}`]: ({ actor }) => actor === anna.id,
      'resource=customers': ({ resource }) => resource === 'customers',
      'resource[in]=customers,items': ({ resource }) => ['customers', 'items'].includes(resource),
      [`recordId=${item.id}`]: ({ recordId }) => recordId === item.id,
      'action=delete': ({ action }) => action === 'delete',
      [`requestId=${created.requestId}`]: ({ requestId }) => requestId === created.requestId,
      [`createdAt[gt]=${created.createdAt}`]: ({ createdAt }) => createdAt > created.createdAt,
      [`createdAt[lte]=${created.createdAt}`]: ({ createdAt }) => createdAt <= created.createdAt,
      [`actor=${anna.id}&resource=items&action=update`]: ({ actor, resource, action }) =>
        actor === anna.id && resource === 'items' && action === 'update',
    }
    const everything = await auditLog(kontor(), '')
    for (const [query, isMeant] of Object.entries(queries)) {
      const wanted = everything.filter(isMeant)
      assert.ok(wanted.length > 0 && wanted.length < everything.length, query)
      assert.deepEqual(await auditLog(kontor(), query), wanted, query)
    }
  })

  test('is sorted newest first, and read by cursor while it grows, each entry once', async () => {
    const before = (await auditLog(kontor(), '')).map(({ id }) => id).reverse()
    const seen: string[] = []
    for (let path = '/audit-log?perPage=3'; ; ) {
      const { body } = await kontor().get(path)
      seen.push(...body.data.map(({ id }: AnyRecord) => id))
      await createCustomer(kontor())
      if (!body.meta.hasMore) break
      path = `/audit-log?perPage=3&cursor=${encodeURIComponent(body.meta.nextCursor)}`
    }
    assert.deepEqual(seen, before)
  })

  test('counts its entries, and has an address for each', async () => {
    const { body } = await kontor().get(`/audit-log?recordId=${item.id}`)
    assert.equal(body.meta.total, 4)
    const [entry] = body.data
    assert.deepEqual((await kontor().get(`/audit-log/${entry.id}`)).body.data, entry)
    for (const name of ['diff', 'chain', 'sequence']) assert.ok(!(name in entry), name)
    assert.match(entry.hash, /^[0-9a-f]{64}$/)
  })

  test('cannot be searched for hidden values', async () => {
    for (const name of ['diff', 'chain', 'sequence', 'changes']) {
      assertRefused(await kontor().get(`/audit-log?${name}=1`), 400, 'INVALID_FILTER')
      assertRefused(await kontor().get(`/audit-log?sort=${name}`), 400, 'INVALID_SORT')
    }
  })

  test('is readable for administrators and managers only', async () => {
    for (const role of ['sales', 'accountant', 'warehouse', 'viewer']) {
      const { token } = await signedIn(kontor(), role)
      assertRefused(await kontor().get('/audit-log', { token }), 403, 'FORBIDDEN')
    }
    assert.equal((await kontor().get('/audit-log', { token: anna.token })).status, 200)
  })

  test('cannot be written by a client', async () => {
    const [{ id }] = await auditLog(kontor(), `recordId=${item.id}`)
    await leavingAsItWas(kontor(), 'audit-log', async () => {
      for (const [method, path] of [
        ['POST', '/audit-log'],
        ['PUT', `/audit-log/${id}`],
        ['PATCH', `/audit-log/${id}`],
        ['DELETE', `/audit-log/${id}`],
        ['DELETE', '/audit-log'],
      ] as const) {
        const { status } = await kontor().call(method, path, { body: { action: 'forged' } })
        assert.ok(status === 404 || status === 405, `${method} ${path}: ${status}`)
      }
    })
  })

  test('shows no changes of records that its reader may not read', async () => {
    const role = await addRole(kontor().engine, { 'audit-log': { can: ['read'] }, items: { can: ['read'] } })
    const { token } = await signedIn(kontor(), role)
    const entries = await auditLog(kontor(), 'resource[in]=items,customers,users', { token })
    assert.deepEqual([...new Set(entries.map(({ resource }) => resource))].sort(), ['customers', 'items', 'users'])
    for (const { resource, changes } of entries) assert.equal(changes !== null, resource === 'items', resource)
  })

  test('shows a user limited to their own records only the changes of these', async () => {
    const role = await addRole(kontor().engine, {
      'audit-log': { can: ['read'] },
      customers: { can: ['read', 'create', 'update'], own: true },
    })
    const { token } = await signedIn(kontor(), role)
    const mine = (await kontor().post('/customers', { name: 'Mine' }, { token })).body.data
    const foreign = await createCustomer(kontor(), { name: 'Of another user' })
    const changesOf = async (id: string, path = '/audit-log') =>
      (await kontor().get(`${path}?recordId=${id}`, { token })).body.data[0].changes
    assert.equal(await changesOf(foreign.id), null)
    assert.deepEqual((await changesOf(mine.id)).name, [null, 'Mine'])
    assert.deepEqual((await changesOf(mine.id, `/customers/${mine.id}/history`)).name, [null, 'Mine'])
  })
})

onEveryDatabase('The history of a record', (kind) => {
  const kontor = kontorFor(kind)

  test('tells what happened to it, the newest first, page by page', async () => {
    const { id } = await createItem(kontor(), { itemName: 'One' })
    for (const itemName of ['Two', 'Three']) await kontor().put(`/items/${id}`, { itemName })
    await createItem(kontor())
    const { body } = await kontor().get(`/items/${id}/history`)
    assert.equal(body.meta.total, 3)
    const told = body.data.map(({ changes }: AnyRecord) => changes.itemName)
    assert.deepEqual(told, [
      ['Two', 'Three'],
      ['One', 'Two'],
      [null, 'One'],
    ])
    const first = await kontor().get(`/items/${id}/history?perPage=2`)
    const cursor = encodeURIComponent(first.body.meta.nextCursor)
    const rest = await kontor().get(`/items/${id}/history?perPage=2&cursor=${cursor}`)
    assert.deepEqual([...first.body.data, ...rest.body.data], body.data)
    assert.deepEqual((await kontor().get(`/items/${id}/history?action=create`)).body.data, [body.data[2]])
  })

  test('is for users who may read the record, without addresses and credentials', async () => {
    const { id } = await createItem(kontor())
    const { token } = await signedIn(kontor(), 'viewer')
    const { status, body } = await kontor().get(`/items/${id}/history`, { token })
    assert.equal(status, 200)
    for (const name of ['address', 'credential']) {
      assert.ok(!(name in body.data[0]))
      for (const query of [`${name}=x`, `sort=${name}`, `fields=${name}`]) {
        assert.ok((await kontor().get(`/items/${id}/history?${query}`, { token })).status >= 400, query)
      }
    }
    assertRefused(await kontor().get('/users/usr_1/history', { token }), 403, 'FORBIDDEN')
  })

  test('does not exist for a missing record, nor for one that the user may not see', async () => {
    assertRefused(await kontor().get('/items/itm_none/history'), 404, 'NOT_FOUND')
    const { id } = await createCustomer(kontor())
    const role = await addRole(kontor().engine, { customers: { can: ['read'], own: true } })
    const { token } = await signedIn(kontor(), role)
    assertRefused(await kontor().get(`/customers/${id}/history`, { token }), 404, 'NOT_FOUND')
    const removed = await createItem(kontor())
    await kontor().delete(`/items/${removed.id}`)
    assertRefused(await kontor().get(`/items/${removed.id}/history`), 404, 'NOT_FOUND')
  })

  test('cannot be made to show another record', async () => {
    const [one, two] = [await createItem(kontor()), await createItem(kontor())]
    const { body } = await kontor().get(`/items/${one.id}/history?recordId=${two.id}`)
    assert.deepEqual(body.data, [])
    const list = await kontor().get(`/items/${one.id}/history?recordId[ne]=${one.id}`)
    assert.deepEqual(list.body.data, [])
  })

  test('exists for the settings as well', async () => {
    await kontor().put('/settings', { companyName: 'Kettenwerk' })
    const { status, body } = await kontor().get('/settings/history')
    assert.equal(status, 200)
    assert.equal(body.data[0].changes.companyName[1], 'Kettenwerk')
    const { token } = await signedIn(kontor(), 'manager')
    assertRefused(await kontor().get('/settings/history', { token }), 403, 'FORBIDDEN')
  })

  test('of a user shows their sign-ins, to users who may read users', async () => {
    const { id } = await signedIn(kontor(), 'viewer')
    const { token } = await signedIn(kontor(), 'manager')
    const { body } = await kontor().get(`/users/${id}/history`, { token })
    assert.deepEqual(
      body.data.map(({ action }: AnyRecord) => action),
      ['login'],
    )
    const role = await create(kontor(), '/roles', { name: 'told', permissions: {} })
    assert.equal((await kontor().get(`/roles/${role.id}/history`)).body.meta.total, 1)
  })
})
