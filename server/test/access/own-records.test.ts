import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, type Person, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer } from '../support/records.ts'

onEveryDatabase('A role that sees only its own records', (kind) => {
  const kontor = kontorFor(kind)
  let anna: Person
  let ben: Person
  before(async () => {
    const role = await addRole(kontor().engine, {
      customers: { can: ['read', 'create', 'update', 'delete'], own: true },
      items: { can: ['read'] },
    })
    ;[anna, ben] = [await signedIn(kontor(), role), await signedIn(kontor(), role)]
  })

  const createAs = async ({ token }: Person, name: string) => {
    const { status, body, text } = await kontor().post('/customers', { name }, { token })
    assert.equal(status, 201, text)
    return body.data
  }

  test('reads, changes and deletes its own records', async () => {
    const { token } = anna
    const { id, createdBy } = await createAs(anna, 'Mine')
    assert.equal(createdBy, anna.id)
    assert.equal((await kontor().get(`/customers/${id}`, { token })).status, 200)
    assert.equal((await kontor().put(`/customers/${id}`, { name: 'Still mine' }, { token })).status, 200)
    assert.equal((await kontor().delete(`/customers/${id}`, { token })).status, 204)
  })

  test("does not find a colleague's record, nor one of the administrator", async () => {
    const foreign = [await createAs(ben, "Ben's"), await createCustomer(kontor(), { name: "Administrator's" })]
    for (const { id, version } of foreign) {
      const { token } = anna
      const path = `/customers/${id}`
      const match = { 'if-match': `"${version}"` }
      assertRefused(await kontor().get(path, { token }), 404, 'NOT_FOUND')
      assertRefused(await kontor().put(path, { name: 'Stolen' }, { token }), 404, 'NOT_FOUND')
      assertRefused(await kontor().call('PATCH', path, { body: { name: 'Stolen' }, token }), 404, 'NOT_FOUND')
      assertRefused(await kontor().put(path, { name: 'Stolen' }, { token, headers: match }), 404, 'NOT_FOUND')
      assertRefused(await kontor().put(path, { creditLimit: -1 }, { token }), 422, 'VALIDATION_ERROR')
      assertRefused(await kontor().delete(path, { token }), 404, 'NOT_FOUND')
      const { data } = (await kontor().get(path)).body
      assert.equal(data.version, version)
    }
  })

  test('gets the same response for a foreign record as for none at all', async () => {
    const { id } = await createAs(ben, "Ben's secret")
    const { token } = anna
    const messageFor = async (wanted: string) => {
      const { status, body } = await kontor().get(`/customers/${wanted}`, { token })
      return [status, body.error.code, body.error.message.replace(wanted, 'ID')]
    }
    assert.deepEqual(await messageFor(id), await messageFor('cus_0000000000'))
  })

  test('finds only its own records in lists and totals, whatever the query', async () => {
    const role = await addRole(kontor().engine, { customers: { can: ['read', 'create'], own: true } })
    const clara = await signedIn(kontor(), role)
    const mine = [await createAs(clara, 'Listed one'), await createAs(clara, 'Listed two')].map(({ id }) => id)
    await createAs(ben, 'Listed three')
    const { token } = clara
    const queries = ['', '?search=listed', '?status=active', '?name[like]=Listed', '?type=Company', '?sort=name']
    for (const query of queries) {
      const { body, headers } = await kontor().get(`/customers${query}`, { token })
      assert.deepEqual(body.data.map(({ id }: { id: string }) => id).sort(), mine.toSorted(), query)
      assert.deepEqual([body.meta.total, body.meta.totalPages, headers['x-total-count']], [2, 1, '2'], query)
    }
    const foreign = await kontor().get('/customers?search=three', { token })
    assert.deepEqual([foreign.body.data, foreign.body.meta.total], [[], 0])
    const byCreator = await kontor().get(`/customers?createdBy=${ben.id}`, { token })
    assert.deepEqual([byCreator.body.data, byCreator.body.meta.total], [[], 0])
  })

  test('gets only its own records by cursor', async () => {
    const role = await addRole(kontor().engine, { customers: { can: ['read', 'create'], own: true } })
    const dora = await signedIn(kontor(), role)
    const mine: string[] = []
    for (const name of ['a', 'b', 'c']) {
      mine.push((await createAs(dora, name)).id)
      await createAs(ben, name)
    }
    const seen: string[] = []
    let path = '/customers?perPage=1&order=asc'
    for (;;) {
      const { body } = await kontor().get(path, { token: dora.token })
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (!body.meta.hasMore) break
      path = `/customers?perPage=1&order=asc&cursor=${encodeURIComponent(body.meta.nextCursor)}`
    }
    assert.deepEqual(seen, mine)
  })

  test('cannot set the creator of a record, neither to its own user nor to another', async () => {
    const sent = { name: 'Claimed', createdBy: ben.id }
    const { status, body, text } = await kontor().post('/customers', sent, { token: anna.token })
    assert.equal(status, 201, text)
    const created = body.data
    assert.equal(created.createdBy, anna.id)
    await kontor().put(`/customers/${created.id}`, { createdBy: ben.id }, { token: anna.token })
    assert.equal((await kontor().get(`/customers/${created.id}`)).body.data.createdBy, anna.id)
  })

  test('has this limit on that resource only', async () => {
    await kontor().post('/items', { itemCode: 'SHARED-1', itemName: 'Visible to all' })
    const { body } = await kontor().get('/items?itemCode=SHARED-1', { token: anna.token })
    assert.equal(body.meta.total, 1)
  })
})
