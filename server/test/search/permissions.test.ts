import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Permissions } from '../../src/model/rights.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import { createOrder, createService, invoice, submit } from '../support/trade.ts'
import { askFor, codesFor, hitsByKind, hitsFor, namesFor } from './searching.ts'

onEveryDatabase('A search', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    await createItem(kontor(), { itemCode: 'SECRET-4711', itemName: 'Harbour crane' })
    const customer = await createCustomer(kontor(), { name: 'Harbour & Sons', email: 'boss@hidden-mail.example' })
    const order = await submit(kontor(), await createOrder(kontor(), [await createService(kontor())], { customer }))
    await invoice(kontor(), order)
  })
  const personWith = async (permissions: Permissions) => {
    const { token, id } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    return { token, id }
  }

  test("shows only the resources that the user's role may read", async () => {
    const person = await personWith({
      items: { can: ['read'] },
      customers: { can: ['create'] },
      invoices: { can: ['read'] },
    })
    assert.deepEqual(Object.keys(await hitsByKind(kontor(), 'harbour', {}, person)).sort(), ['invoices', 'items'])
    for (const types of ['customers', 'items,sales-orders'])
      assertRefused(await askFor(kontor(), 'harbour', { types }, person), 403, 'FORBIDDEN')
    assert.equal((await askFor(kontor(), 'harbour', { types: 'items,invoices' }, person)).status, 200)
    const powerless = await personWith({})
    assert.deepEqual(await hitsByKind(kontor(), 'harbour', {}, powerless), {})
  })

  test('finds nothing by a hidden field, and does not show it', async () => {
    const person = await personWith({ items: { can: ['read'], hidden: ['itemCode', 'status'] } })
    const [hit] = await hitsFor(kontor(), 'harbour', {}, person)
    assert.deepEqual([hit!.name, hit!.code, hit!.status], ['Harbour crane', null, null])
    for (const q of ['SECRET-4711', 'secret', 'secr', 'sercet', '4711', '47', 'cret', 'harbour secret'])
      assert.deepEqual(await hitsFor(kontor(), q, {}, person), [], q)
    const { text } = await askFor(kontor(), 'harbour', {}, person)
    assert.doesNotMatch(text, /secret/i)
  })

  test('finds a record with a hidden name by its code, scored as if it had no name', async () => {
    const person = await personWith({ items: { can: ['read'], hidden: ['itemName'] } })
    const [hit] = await hitsFor(kontor(), 'secret-4711', {}, person)
    assert.deepEqual([hit!.name, hit!.code, hit!.score], [null, 'SECRET-4711', 1])
    for (const q of ['Harbour crane', 'harbour', 'crane', 'rane', 'carne'])
      assert.deepEqual(await hitsFor(kontor(), q, {}, person), [], q)
  })

  test('does not reveal hidden names of customers, nor their addresses', async () => {
    const see = { can: ['read'] as const }
    const person = await personWith({
      customers: { ...see, hidden: ['email'] },
      'sales-orders': { ...see, hidden: ['customerName'] },
      invoices: { ...see, hidden: ['customerName'] },
    })
    assert.deepEqual(await namesFor(kontor(), 'harbour', {}, person), ['Harbour & Sons'])
    for (const q of ['hidden-mail', 'boss', 'boss@hidden-mail.example'])
      assert.deepEqual(await hitsFor(kontor(), q, {}, person), [], q)
    const documents = await hitsFor(kontor(), '2026', { types: 'sales-orders,invoices' }, person)
    assert.equal(documents.length, 2)
    for (const { name } of documents) assert.equal(name, null)
  })

  test('finds all visible matches although other records match in hidden fields', async () => {
    await createItem(kontor(), { itemCode: 'PLAIN-1', itemName: 'The flywheel' })
    for (let index = 0; index < 100; index++)
      await createItem(kontor(), { itemCode: `FLYWHEEL-${index}`, itemName: 'Plain' })
    const person = await personWith({ items: { can: ['read'], hidden: ['itemCode'] } })
    for (const q of ['flywheel', 'flywhe', 'flywheell'])
      assert.deepEqual(await namesFor(kontor(), q, {}, person), ['The flywheel'], q)
  })

  test('finds only own records for a user limited to these, also if a hundred newer ones match', async () => {
    const own = { can: ['read', 'create'] as const, own: true }
    const permissions = { customers: own, items: { can: ['read'] as const } }
    const [anna, ben] = [await personWith(permissions), await personWith(permissions)]
    const create = async (name: string, token?: string) =>
      assert.equal((await kontor().post('/customers', { name }, token ? { token } : {})).status, 201)
    await create('Anchor forge', anna.token)
    await create('Old anchor', anna.token)
    await create('Anchor of Ben', ben.token)
    for (let index = 0; index < 100; index++) await create(`Anchor ${index}`)
    for (const q of ['anchor', 'ancho', 'nchor', 'anhcor'])
      assert.deepEqual((await namesFor(kontor(), q, {}, anna)).sort(), ['Anchor forge', 'Old anchor'], q)
    assert.deepEqual(await namesFor(kontor(), 'anchor old', {}, anna), ['Old anchor'])
    assert.deepEqual(await namesFor(kontor(), 'anchor of ben', {}, anna), [])
    assert.deepEqual(await namesFor(kontor(), 'anchor', {}, ben), ['Anchor of Ben'])
    assert.deepEqual(await namesFor(kontor(), 'harbour', {}, anna), ['Harbour crane'], 'the rule is on that kind only')
  })

  test('with a key is limited by the scopes of the key', async () => {
    const narrow = withKey(await createKey(kontor(), { scopes: ['read'], resources: { items: ['read'] } }))
    assert.deepEqual(Object.keys(await hitsByKind(kontor(), 'harbour', {}, narrow)), ['items'])
    assertRefused(await askFor(kontor(), 'harbour', { types: 'customers' }, narrow), 403, 'INSUFFICIENT_SCOPE')
    const writing = withKey(await createKey(kontor(), { scopes: ['write'] }))
    assertRefused(await askFor(kontor(), 'harbour', {}, writing), 403, 'INSUFFICIENT_SCOPE')
    const reading = withKey(await createKey(kontor(), { scopes: ['read'] }))
    assert.deepEqual(await codesFor(kontor(), 'secret-4711', {}, reading), ['SECRET-4711'])
  })

  test('is described in the OpenAPI document', async () => {
    const { body } = await kontor().get('/openapi.json')
    const { parameters, responses, security } = body.paths['/api/v1/search'].get
    const named = Object.fromEntries(parameters.map(({ name, ...rest }: { name: string }) => [name, rest]))
    assert.equal(named.q.required, true)
    assert.equal(named.limit.schema.default, 20)
    assert.deepEqual(
      Object.keys(responses)
        .filter((status) => /^[2-4]/.test(status))
        .includes('400'),
      true,
    )
    assert.ok(security !== undefined || body.security !== undefined)
    assert.ok(JSON.stringify(named.types).includes('sales-orders'))
  })
})
