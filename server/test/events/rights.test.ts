import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyEvent, endOfFeed, eventsAfter, typesOf } from '../support/events.ts'
import { createKey, withKey } from '../support/keys.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, changeUser, type Person, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, itemBody } from '../support/records.ts'
import { createService, createSubmitted } from '../support/trade.ts'

onEveryDatabase('The change feed shows', (kind) => {
  const kontor = kontorFor(kind)
  let start: string
  before(async () => {
    start = await endOfFeed(kontor())
    await createItem(kontor())
    await createSubmitted(kontor(), [await createService(kontor())])
  })

  const seenBy = async ({ token }: Person, query?: string, after = start): Promise<readonly AnyEvent[]> =>
    (await eventsAfter(kontor(), after, query, { token })).events

  test('only changes of resources that the role may read', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read'] } })
    const person = await signedIn(kontor(), role)
    const events = await seenBy(person)
    assert.deepEqual(new Set(events.map(({ resource }) => resource)), new Set(['items']))
    assertRefused(await kontor().get('/events?resources=customers', { token: person.token }), 403, 'FORBIDDEN')
    assertRefused(await kontor().get('/events?types=invoices.paid', { token: person.token }), 403, 'FORBIDDEN')
  })

  test('only changes of resources that the credential reaches, and nothing without the scope to read', async () => {
    const narrow = await createKey(kontor(), { scopes: ['read'], resources: { customers: ['read'] } })
    const events = (await eventsAfter(kontor(), start, '', withKey(narrow))).events
    assert.deepEqual(typesOf(events), ['customers.created'])
    const writer = await createKey(kontor(), { scopes: ['write'] })
    assertRefused(await kontor().get('/events', withKey(writer)), 403, 'INSUFFICIENT_SCOPE')
    assertRefused(await kontor().get('/events', { token: null }), 401, 'UNAUTHORIZED')
  })

  test('no changes of users, roles and settings to a role without these rights', async () => {
    const sales = await signedIn(kontor(), 'sales')
    const from = await endOfFeed(kontor())
    const user = { email: 'new@people.example', name: 'New', role: 'sales', password: 'a long new password' }
    assert.equal((await kontor().post('/users', user)).status, 201)
    assert.deepEqual(await seenBy(sales, '', from), [])
    const [event] = (await eventsAfter(kontor(), from)).events
    assert.equal(event.type, 'users.created')
    assert.ok(!JSON.stringify(event).includes('a long new password'))
  })

  test('neither names nor values of hidden fields, and no event for a change of hidden fields alone', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read'], hidden: ['costPrice'] } })
    const person = await signedIn(kontor(), role)
    const from = await endOfFeed(kontor())
    const item = await createItem(kontor(), { costPrice: 7.31 })
    await kontor().put(`/items/${item.id}`, { costPrice: 8.42 })
    await kontor().put(`/items/${item.id}`, { costPrice: 9.53, itemName: 'Renamed' })
    await kontor().delete(`/items/${item.id}`)
    const events = await seenBy(person, 'include=record', from)
    assert.deepEqual(typesOf(events), ['items.created', 'items.updated', 'items.deleted'])
    assert.deepEqual(events[1].changes, { itemName: ['Anvil', 'Renamed'] })
    for (const event of events) assert.doesNotMatch(JSON.stringify(event), /costPrice|7\.31|8\.42|9\.53/)
  })

  test('no business event of a status that is hidden', async () => {
    const role = await addRole(kontor().engine, { 'sales-orders': { can: ['read'], hidden: ['status'] } })
    const types = typesOf(await seenBy(await signedIn(kontor(), role)))
    assert.ok(types.includes('sales-orders.created'))
    assert.ok(!types.includes('sales-orders.submitted'))
  })

  test('to a role limited to own records only these, also after they are deleted', async () => {
    const role = await addRole(kontor().engine, { items: { can: ['read', 'create', 'delete'], own: true } })
    const [anna, ben] = [await signedIn(kontor(), role), await signedIn(kontor(), role)]
    const from = await endOfFeed(kontor())
    const created = []
    for (const { token } of [anna, ben]) {
      const { body } = await kontor().post('/items', itemBody(), { token })
      created.push(body.data.id)
    }
    for (const id of created) assert.equal((await kontor().delete(`/items/${id}`)).status, 204)
    const kept = (await kontor().post('/items', itemBody(), { token: anna.token })).body.data.id
    const recordsOf = (events: readonly AnyEvent[]) => events.map(({ type, recordId }) => [type, recordId])
    assert.deepEqual(recordsOf(await seenBy(anna, 'include=record', from)), [
      ['items.created', created[0]],
      ['items.deleted', created[0]],
      ['items.created', kept],
    ])
    assert.deepEqual(recordsOf(await seenBy(ben, '', from)), [
      ['items.created', created[1]],
      ['items.deleted', created[1]],
    ])
  })

  test('what the reader may see now, not what was allowed when it happened', async () => {
    const person = await signedIn(kontor(), 'sales')
    assert.ok((await seenBy(person)).length > 0)
    const blind = await addRole(kontor().engine, { invoices: { can: ['read'] } })
    await changeUser(kontor().engine, person.id, { role: blind })
    assert.deepEqual(await seenBy(person), [])
    await createCustomer(kontor())
    assert.deepEqual(await seenBy(person), [])
  })
})
