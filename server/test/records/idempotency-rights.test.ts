import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permissions } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, changeUser, type Person, signedIn } from '../support/people.ts'
import { createCustomer, customerBody } from '../support/records.ts'

const ALL: Permissions = { '*': { can: ['read', 'create', 'update', 'delete', 'export'] } }
let keys = 0
const newKey = () => `rights-${++keys}`

onEveryDatabase('A request that is repeated with its Idempotency-Key shows what the caller may read now', (kind) => {
  const kontor = kontorFor(kind)
  const userWith = async (permissions: Permissions): Promise<Person> =>
    signedIn(kontor(), await addRole(kontor().engine, permissions))
  const restrict = async ({ id }: Person, permissions: Permissions) =>
    changeUser(kontor().engine, id, { role: await addRole(kontor().engine, permissions) })
  const sender =
    (method: string, path: string, body: object, key = newKey()) =>
    async (options: CallOptions): Promise<Answer> => {
      const headers = { ...options.headers, 'idempotency-key': key }
      const answer = await kontor().call(method, path, { ...options, body, headers })
      assert.ok(answer.status < 300, answer.text)
      return answer
    }
  const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'

  test('a caller with the same rights gets the same bytes, with another credential too', async () => {
    const user = await userWith(ALL)
    const send = sender('POST', '/customers', customerBody({ creditLimit: 6161 }))
    const first = await send(user)
    const again = (await kontor().login(user.email, 'the same for everyone')).body.data.token
    for (const token of [user.token, again]) {
      const replay = await send({ token })
      assert.equal(replay.text, first.text)
      assert.deepEqual([replay.headers.etag, replay.headers.location], [first.headers.etag, first.headers.location])
      assert.ok(isReplay(replay))
    }
  })

  test('a key that may only write gets the id and the version, and a key that may read the record', async () => {
    const send = sender('POST', '/customers', customerBody({ creditLimit: 6161 }))
    const first = await send(withKey(await createKey(kontor(), { scopes: ['read', 'write'] })))
    const { id, version } = first.body.data
    const writing = await send(withKey(await createKey(kontor(), { scopes: ['write'] })))
    assert.deepEqual([writing.status, writing.body.data, isReplay(writing)], [201, { id, version }, true])
    const narrowed = await createKey(kontor(), { scopes: ['read', 'write'], resources: { customers: ['write'] } })
    assert.deepEqual((await send(withKey(narrowed))).body.data, { id, version })
    const narrow = sender('POST', '/customers', customerBody())
    await narrow(withKey(narrowed))
    assert.match((await narrow({})).text, /"creditLimit":/)
  })

  test('a field that was hidden since is left out', async () => {
    const user = await userWith(ALL)
    const { id } = await createCustomer(kontor(), { creditLimit: 6161 })
    const send = sender('PUT', `/customers/${id}`, { name: `Renamed ${newKey()}` })
    const first = await send(user)
    assert.equal(first.body.data.creditLimit, 6161)
    await restrict(user, { ...ALL, customers: { can: ['read', 'update'], hidden: ['creditLimit'] } })
    const replay = await send(user)
    assert.deepEqual([replay.body.data.id, replay.body.data.name], [id, first.body.data.name])
    assert.doesNotMatch(replay.text, /6161|creditLimit/)
    assert.notEqual(replay.headers.etag, first.headers.etag)
  })

  test('without the right to read, or where the record is not an own one, only its id and version are told', async () => {
    const { id } = await createCustomer(kontor(), { creditLimit: 6161 })
    const withdrawn: Permissions[] = [
      { customers: { can: ['create', 'update'] } },
      { customers: { can: ['read', 'create', 'update'], own: true } },
    ]
    for (const permissions of withdrawn) {
      const user = await userWith(ALL)
      const send = sender('PUT', `/customers/${id}`, { name: `Renamed ${newKey()}` })
      const { version } = (await send(user)).body.data
      await restrict(user, permissions)
      const replay = await send(user)
      assert.deepEqual([replay.body, isReplay(replay)], [{ success: true, data: { id, version } }, true])
    }
  })

  test('of a batch and of many records, it is told which they are and what became of them', async () => {
    const user = await userWith(ALL)
    const { name } = customerBody()
    const body = { name, creditLimit: 6161 }
    const batch = sender('POST', '/batch', { operations: [{ method: 'POST', path: '/customers', body, ref: 'one' }] })
    const bulk = sender('POST', '/customers/bulk', { action: 'create', rows: [body, { creditLimit: -6161 }] })
    const [inBatch] = (await batch(user)).body.data
    const [made, failed] = (await bulk(user)).body.data.results
    assert.equal(failed.ok, false)
    await restrict(user, { ...ALL, customers: { can: ['read', 'create'], hidden: ['creditLimit', 'name'] } })
    const { id, version } = inBatch.data
    assert.deepEqual((await batch(user)).body.data, [{ ref: 'one', status: 201, data: { id, version } }])
    const again = await bulk(user)
    assert.deepEqual(again.body.data.results, [
      { id: made.id, title: null, ok: true, created: true },
      {
        id: null,
        title: null,
        ok: false,
        error: { code: 'VALIDATION_ERROR', message: 'Some fields are not valid.', details: [] },
      },
    ])
    assert.doesNotMatch(again.text, /6161/)
  })

  test('a deletion has nothing to show', async () => {
    const user = await userWith(ALL)
    const { id } = await createCustomer(kontor())
    const headers = { 'idempotency-key': newKey() }
    const remove = () => kontor().delete(`/customers/${id}`, { ...user, headers })
    assert.equal((await remove()).status, 204)
    await restrict(user, { customers: { can: ['delete'] } })
    const replay = await remove()
    assert.deepEqual([replay.status, replay.text, isReplay(replay)], [204, '', true])
  })
})
