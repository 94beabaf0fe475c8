import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem, newCode } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'

onEveryDatabase('Reading a record by a unique field', (kind) => {
  const kontor = kontorFor(kind)

  test('finds it by a code, whatever its case, by a number and by an id in another system', async () => {
    const item = await createItem(kontor(), { itemCode: 'Bolt/M8 100%', externalIds: { shop: 'a b/c' } })
    const order = await createOrder(kontor(), [item])
    const read = async (path: string) => (await kontor().get(path)).body.data?.id
    assert.equal(await read(`/items/by/itemCode/${encodeURIComponent('Bolt/M8 100%')}`), item.id)
    assert.equal(await read(`/items/by/itemCode/${encodeURIComponent('BOLT/m8 100%')}`), item.id)
    assert.equal(await read(`/items/by/externalIds.shop/${encodeURIComponent('a b/c')}`), item.id)
    assert.equal(await read(`/sales-orders/by/orderNumber/${order.orderNumber}`), order.id)
    assert.equal(await read('/users/by/email/ADMIN%40kontor.local'), (await kontor().get('/auth/me')).body.data.id)
  })

  test('answers like reading by id: ETag, fields and expand', async () => {
    const { id } = await createItem(kontor(), { externalIds: { shop: 'etag' } })
    const byId = await kontor().get(`/items/${id}`)
    const byKey = await kontor().get('/items/by/externalIds.shop/etag')
    assert.equal(byKey.text, byId.text)
    assert.equal(byKey.headers.etag, byId.headers.etag)
    const again = await kontor().get('/items/by/externalIds.shop/etag', {
      headers: { 'if-none-match': byId.headers.etag! },
    })
    assert.equal(again.status, 304)
    const some = await kontor().get('/items/by/externalIds.shop/etag?fields=itemName')
    assert.deepEqual(some.body.data, { id, itemName: 'Anvil' })
  })

  test('an unknown value is not found (404), and the message names field and value', async () => {
    const answer = await kontor().get('/items/by/itemCode/no-such-code')
    assertRefused(answer, 404, 'NOT_FOUND')
    assert.equal(answer.body.error.message, 'There is no item with itemCode "no-such-code".')
    assertRefused(await kontor().get('/items/by/externalIds.shop/no-such-id'), 404, 'NOT_FOUND')
    assertRefused(await kontor().get('/items/by/itemCode/%00'), 400, 'INVALID_PARAMETER')
  })

  test('a field that is not unique is refused (400), and the unique ones are named', async () => {
    for (const field of ['itemName', 'nothing', 'externalIds', 'externalIds.Shop', 'id']) {
      const answer = await kontor().get(`/items/by/${field}/x`)
      assertRefused(answer, 400, 'INVALID_PARAMETER')
      assert.match(
        answer.body.error.message,
        /is not a unique field of items\. Use itemCode or externalIds\.<system>\.$/,
      )
    }
    assertRefused(await kontor().get('/api-keys/by/keyHash/x'), 404, 'NOT_FOUND')
    assertRefused(await kontor().get('/settings/by/id/x'), 404, 'NOT_FOUND')
  })

  test('a role cannot ask by a field that it does not see, nor read what it may not read', async () => {
    const { itemCode } = await createItem(kontor(), { externalIds: { shop: 'unseen' } })
    const hidden = await addRole(kontor().engine, { items: { can: ['read'], hidden: ['itemCode', 'externalIds'] } })
    const { token } = await signedIn(kontor(), hidden)
    assertRefused(await kontor().get(`/items/by/itemCode/${itemCode}`, { token }), 403, 'FIELD_NOT_PERMITTED')
    assertRefused(await kontor().get('/items/by/externalIds.shop/unseen', { token }), 403, 'FIELD_NOT_PERMITTED')
    const own = await signedIn(kontor(), await addRole(kontor().engine, { items: { can: ['read'], own: true } }))
    assertRefused(await kontor().get(`/items/by/itemCode/${itemCode}`, { token: own.token }), 404, 'NOT_FOUND')
    const none = await signedIn(kontor(), await addRole(kontor().engine, { customers: { can: ['read'] } }))
    assertRefused(await kontor().get(`/items/by/itemCode/${itemCode}`, { token: none.token }), 403, 'FORBIDDEN')
  })
})

onEveryDatabase('References by a unique field', (kind) => {
  const kontor = kontorFor(kind)

  test('an order names its customer and its items by their keys', async () => {
    const item = await createItem(kontor(), { sellingPrice: 5 })
    const customer = await createCustomer(kontor(), { externalIds: { shop: 'c-1' } })
    const order = await kontor().post('/sales-orders', {
      customer: { 'externalIds.shop': 'c-1' },
      items: [
        { item: { itemCode: item.itemCode.toLowerCase() }, quantity: 1 },
        { item: { itemCode: item.itemCode }, quantity: 2 },
      ],
    })
    assert.equal(order.status, 201, order.text)
    assert.equal(order.body.data.customer, customer.id)
    assert.deepEqual(
      order.body.data.items.map((line: { item: string }) => line.item),
      [item.id, item.id],
    )
    assert.equal(order.body.data.total, 15)
  })

  test('so does an action that creates from another record, and a bulk update', async () => {
    const [item, other] = [await createItem(kontor(), { sellingPrice: 5 }), await createItem(kontor())]
    const order = await createOrder(kontor(), [item])
    await kontor().put(`/sales-orders/${order.id}/status`, { status: 'submitted' })
    const invoice = await kontor().post('/invoices/from-order', { salesOrder: { orderNumber: order.orderNumber } })
    assert.equal(invoice.status, 201, invoice.text)
    const draft = await createOrder(kontor(), [item])
    const input = { items: [{ item: { itemCode: other.itemCode }, quantity: 3 }] }
    const bulk = await kontor().post('/sales-orders/bulk', { action: 'update', ids: [draft.id], input })
    assert.equal(bulk.body.data.succeeded, 1, bulk.text)
    assert.equal((await kontor().get(`/sales-orders/${draft.id}`)).body.data.items[0].item, other.id)
  })

  test('a key of no record is the fault of its field, as an unknown id is', async () => {
    const send = (customer: unknown) => kontor().post('/sales-orders', { customer, items: [] })
    const customers = async (customer: unknown) => {
      const { body } = await send(customer)
      return body.error.details.find(({ field }: { field: string }) => field === 'customer')?.message
    }
    assert.equal(await customers('cus_none'), 'Customer does not exist: there is no "cus_none" in customers.')
    assert.equal(
      await customers({ 'externalIds.shop': 'none' }),
      'Customer does not exist: there is no "externalIds.shop none" in customers.',
    )
    assert.match(
      await customers({ name: 'Acme' }),
      /cannot be given by "name": send an id, or an object with one of externalIds\.<system>\.$/,
    )
    for (const wrong of [{}, { 'externalIds.shop': '1', 'externalIds.erp': '1' }, { 'externalIds.shop': 1 }, [], 5])
      assert.match(await customers(wrong), /^Customer must be an id/, JSON.stringify(wrong))
    const line = await kontor().post('/sales-orders', {
      customer: (await createCustomer(kontor())).id,
      items: [{ item: { itemCode: newCode() }, quantity: 1 }],
    })
    assert.deepEqual(
      line.body.error.details.map(({ field }: { field: string }) => field),
      ['items[0].item'],
    )
  })

  test('a record or a field that the user may not see is not found by its key', async () => {
    const customer = await createCustomer(kontor(), { externalIds: { shop: 'secret' } })
    const item = await createItem(kontor())
    const rights = { 'sales-orders': { can: ['read', 'create'] }, items: { can: ['read'] } } as const
    const body = { customer: customer.id, items: [{ item: { itemCode: item.itemCode }, quantity: 1 }] }
    for (const [role, sent, field] of [
      [{ ...rights, items: { can: ['read'], own: true } }, body, 'items[0].item'],
      [{ ...rights, items: { can: ['read'], hidden: ['itemCode'] } }, body, 'items[0].item'],
      [{ 'sales-orders': rights['sales-orders'] }, body, 'items[0].item'],
      [rights, { ...body, customer: { 'externalIds.shop': 'secret' } }, 'customer'],
    ] as const) {
      const { token } = await signedIn(kontor(), await addRole(kontor().engine, role as never))
      const answer = await kontor().post('/sales-orders', sent, { token })
      assertRefused(answer, 422, 'VALIDATION_ERROR')
      assert.deepEqual(
        answer.body.error.details.map((detail: { field: string }) => detail.field),
        [field],
        answer.text,
      )
      assert.doesNotMatch(answer.text, new RegExp(item.id))
    }
  })
})
