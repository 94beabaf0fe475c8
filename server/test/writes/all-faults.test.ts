import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertInvalid, createCustomer, createItem, leavingAsItWas, read } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'

onEveryDatabase('A refused body', (kind) => {
  const kontor = kontorFor(kind)

  test('is answered with the faults of its fields and of its references together', async () => {
    const item = await createItem(kontor())
    const body = {
      customer: 'cus_nothing',
      deliveryDate: 'tomorrow',
      nonsense: 1,
      items: [
        { item: item.id, quantity: 1 },
        { item: item.id, quantity: -1 },
        { item: 'itm_nothing', quantity: 'many' },
      ],
    }
    const faults = await leavingAsItWas(kontor(), 'sales-orders', async () =>
      assertInvalid(
        await kontor().post('/sales-orders', body),
        'customer',
        'deliveryDate',
        'nonsense',
        'items[1].quantity',
        'items[2].item',
        'items[2].quantity',
      ),
    )
    assert.equal(faults.customer, 'Customer does not exist: there is no "cus_nothing" in customers.')
    assert.match(faults['items[2].item']!, /itm_nothing/)
  })

  test('of an update, of another action and of a bulk request is answered in the same way', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor())])
    const sent = { customer: 'cus_nothing', orderDate: 'x' }
    assertInvalid(await kontor().put(`/sales-orders/${order.id}`, sent), 'customer', 'orderDate')
    const invoiced = { salesOrder: 'so_nothing', dueDate: 'x' }
    assertInvalid(await kontor().post('/invoices/from-order', invoiced), 'salesOrder', 'dueDate')
    const bulk = { action: 'update', ids: [order.id], input: sent }
    assertInvalid(await kontor().post('/sales-orders/bulk', bulk), 'input.customer', 'input.orderDate')
    assert.deepEqual(await read(kontor(), `/sales-orders/${order.id}`), order)
  })

  test('with unknown references only is refused as before', async () => {
    assertInvalid(await kontor().post('/payments', { invoice: 'inv_nothing', amount: 1 }), 'invoice')
  })

  test('says of a record that the role may not read what it says of one that does not exist', async () => {
    const role = await addRole(kontor().engine, {
      'sales-orders': { can: ['create', 'read'] },
      customers: { can: ['read'], own: true },
      items: { can: ['read'] },
    })
    const { token } = await signedIn(kontor(), role)
    const { id } = await createCustomer(kontor())
    const items = [{ item: (await createItem(kontor())).id, quantity: 0 }]
    for (const customer of [id, 'cus_nothing']) {
      const answer = await kontor().post('/sales-orders', { customer, items }, { token })
      const faults = assertInvalid(answer, 'customer', 'items[0].quantity')
      assert.equal(faults.customer, `Customer does not exist: there is no "${customer}" in customers.`)
    }
  })
})
