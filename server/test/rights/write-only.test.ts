import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { createKey, withKey } from '../support/keys.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, itemBody } from '../support/records.ts'
import { createOrder, createStockedItem, createSubmitted } from '../support/trade.ts'

const WRITES = ['create', 'update', 'delete', 'submit', 'cancel'] as const

onEveryDatabase('A write without the right to read', (kind) => {
  const kontor = kontorFor(kind)
  const byRole = async (): Promise<CallOptions> => {
    const can = WRITES
    const permissions = { items: { can }, customers: { can }, 'sales-orders': { can }, invoices: { can } }
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, permissions))
    return { token }
  }
  const byKey = async (): Promise<CallOptions> => withKey(await createKey(kontor(), { scopes: ['write'] }))
  const assertAcknowledged = (answer: Answer, status: number, version: number) => {
    assert.equal(answer.status, status, answer.text)
    assert.deepEqual(Object.keys(answer.body.data), ['id', 'version'])
    assert.equal(answer.body.data.version, version)
  }

  for (const [who, optionsFor] of [
    ['a role', byRole],
    ['a key', byKey],
  ] as const) {
    test(`answers ${who} with id and version only, when it creates and changes a record`, async () => {
      const options = await optionsFor()
      const created = await kontor().post('/items', itemBody({ costPrice: 17.31 }), options)
      assertAcknowledged(created, 201, 1)
      const { id } = created.body.data
      assert.equal(created.headers.location, `/api/v1/items/${id}`)
      assertRefused(
        await kontor().get(`/items/${id}`, options),
        403,
        who === 'a key' ? 'INSUFFICIENT_SCOPE' : 'FORBIDDEN',
      )
      assertAcknowledged(await kontor().put(`/items/${id}`, {}, options), 200, 1)
      assertAcknowledged(await kontor().call('PATCH', `/items/${id}`, { body: { uom: 'Box' }, ...options }), 200, 2)
    })

    test(`answers ${who} with id and version only, when it creates an invoice from an order`, async () => {
      const options = await optionsFor()
      const order = await createSubmitted(kontor(), [await createStockedItem(kontor(), 9)])
      assertAcknowledged(await kontor().post('/invoices/from-order', { salesOrder: order.id }, options), 201, 1)
    })
  }

  test('by a key moves a record to another status, and answers with id and version only', async () => {
    const order = await createOrder(kontor(), [await createStockedItem(kontor(), 9)])
    assertAcknowledged(
      await kontor().put(`/sales-orders/${order.id}/status`, { status: 'submitted' }, await byKey()),
      200,
      2,
    )
  })

  test('tells no values in refusals either', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 7654.32 })
    const order = await createOrder(kontor(), [await createItem(kontor(), { sellingPrice: 9999 })], { customer })
    const answer = await kontor().put(`/sales-orders/${order.id}/status`, { status: 'submitted' }, await byKey())
    assertRefused(answer, 422, 'CREDIT_LIMIT_EXCEEDED')
    const { requestId } = answer.body.error
    assert.doesNotMatch(answer.text.replace(requestId, ''), /7654|9999|Acme/)
  })

  test('still answers with the value of a new API key, which is shown this once', async () => {
    const can = ['create'] as const
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, { 'api-keys': { can } }))
    const { status, body } = await kontor().post('/api-keys', { name: 'Mine', scopes: ['read'] }, { token })
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body.data), ['id', 'key', 'version'])
    assert.match(body.data.key, /^ktk_/)
  })

  test('in bulk is possible by ids, without titles; by a filter it is refused (403)', async () => {
    const { id, itemName } = await createItem(kontor(), { itemName: 'Unseen' })
    const options = await byKey()
    const bulk = (more: object) =>
      kontor().post('/items/bulk', { action: 'update', input: { uom: 'Box' }, ...more }, options)
    const { body, text } = await bulk({ ids: [id] })
    assert.deepEqual(body.data.results, [{ id, title: null, ok: true }], text)
    const filtered = await bulk({ filter: `itemName=${itemName}` })
    assertRefused(filtered, 403, 'INSUFFICIENT_SCOPE')
    assert.deepEqual(filtered.body.error.details, [{ field: 'scope', message: 'read' }])
  })

  test('by an import creates rows, and neither updates nor finds records', async () => {
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, { items: { can: ['create', 'update'] } }))
    const send = (mode: string) =>
      kontor().post('/imports', { resource: 'items', csv: 'itemCode,itemName\nNEW-1,New\n', mode }, { token })
    for (const mode of ['update', 'upsert']) assertRefused(await send(mode), 403, 'FORBIDDEN')
    assert.equal((await send('insert')).status, 201)
  })
})
