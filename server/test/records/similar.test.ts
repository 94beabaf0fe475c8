import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Permission } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer } from '../support/records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('A customer that may be there already', (kind) => {
  const kontor = kontorFor(kind)
  let known: AnyRecord
  before(async () => {
    const more = { email: 'einkauf@nordlicht.example', taxId: 'DE123456789' }
    known = await createCustomer(kontor(), { name: 'Nordlicht Fahrräder GmbH', ...more })
    await createCustomer(kontor(), { name: 'Nordlicht Fahrräder GmbH & Co. KG' })
  })
  const similar = async (query: string, options?: CallOptions): Promise<AnyRecord[]> =>
    (await kontor().get(`/customers/similar?${query}`, options)).body.data
  const alikeIn = async (query: string, options?: CallOptions): Promise<string[]> =>
    (await similar(query, options)).flatMap(({ fields }) => fields)
  const personWith = async (customers: Partial<Permission>) =>
    signedIn(kontor(), await addRole(kontor().engine, { customers: { can: ['read', 'create'], ...customers } }))

  test('is known by its name, its e-mail address or its tax id, and by nothing else', async () => {
    assert.deepEqual(await alikeIn('name=Nordlicht%20Fahrräder%20GmbH'), ['name'])
    assert.deepEqual(await alikeIn('name=Other&email=EINKAUF@nordlicht.example'), ['email'])
    assert.deepEqual(await alikeIn('name=Other&taxId=de123456789'), ['taxId'])
    assert.deepEqual(await alikeIn('name=Nordlicht'), [])
    assert.deepEqual(await alikeIn('name=Nordlicht%20Fahrräder%20GmbH%20%26%20Co'), [])
  })

  test('is created all the same', async () => {
    const { status, body } = await kontor().post('/customers', { name: 'nordlicht FAHRRADER gmbh' })
    assert.equal(status, 201)
    assert.equal((await kontor().delete(`/customers/${body.data.id}`)).status, 204)
  })

  test('is told to a form before it is saved', async () => {
    const name = encodeURIComponent('Nordlicht Fahrräder gmbh')
    assert.deepEqual(await similar(`name=${name}&email=einkauf@nordlicht.example&taxId=none`), [
      { id: known.id, title: known.name, fields: ['name', 'email'] },
    ])
    assert.deepEqual(await similar('name=Other'), [])
    assert.deepEqual(await similar(''), [])
    assertRefused(await kontor().get('/customers/similar?city=Hamburg'), 400, 'INVALID_PARAMETER')
    assert.equal((await kontor().get('/items/similar')).status, 404, 'items declare no such fields')
    const { body } = await kontor().get('/resources/customers')
    assert.deepEqual(body.data.similarBy, ['name', 'email', 'taxId'])
  })

  test('is not told to a user who may not read the other one', async () => {
    const [own, writer] = [await personWith({ own: true }), await personWith({ can: ['create'] })]
    assert.deepEqual(await similar('name=Nordlicht%20Fahrräder%20GmbH', { token: own.token }), [])
    assertRefused(await kontor().get('/customers/similar?name=X', { token: writer.token }), 403, 'FORBIDDEN')
  })

  test('is not told by a field that the role does not see', async () => {
    const { token } = await personWith({ hidden: ['email', 'taxId'] })
    const both = await similar('name=Other&email=einkauf@nordlicht.example&taxId=DE123456789', { token })
    assert.deepEqual(both, [])
    const { body } = await kontor().get('/resources/customers', { token })
    assert.deepEqual(body.data.similarBy, ['name'])
    const nameless = await personWith({ hidden: ['name'] })
    assert.deepEqual(await similar('email=einkauf@nordlicht.example', { token: nameless.token }), [])
  })
})
