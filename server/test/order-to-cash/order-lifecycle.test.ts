import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { addRole, signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  moveOrder,
  moveThrough,
  readOrder,
  receive,
  stockOf,
  submit,
} from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('Submitting a sales order', (kind) => {
  const kontor = kontorFor(kind)

  /** A refused move leaves the order and the stock as they were. */
  async function refusedMove(order: AnyRecord, status: string, code: string): Promise<string> {
    const before = await readOrder(kontor(), order)
    const answer = await moveOrder(kontor(), order, status)
    assertRefused(answer, 422, code)
    assert.deepEqual(await readOrder(kontor(), order), before)
    const foretold = before.allowedTransitions.find((transition: AnyRecord) => transition.status === status)
    assert.equal(foretold.allowed, false, 'the order said so beforehand')
    assert.equal(foretold.reason, answer.body.error.message)
    assert.equal(foretold.blockers[0].code, code)
    return answer.body.error.message
  }

  test('reserves products and consumables of every line, and no services', async () => {
    const product = await createStockedItem(kontor(), 10)
    const consumable = await createStockedItem(kontor(), 5.5, { itemType: 'Consumable' })
    const service = await createService(kontor())
    await createSubmitted(kontor(), [
      { item: product.id, quantity: 2 },
      { item: consumable.id, quantity: 0.25 },
      { item: service.id, quantity: 3 },
      { item: product.id, quantity: 1.5 },
    ])
    assert.deepEqual(await stockOf(kontor(), product), [10, 3.5, 6.5])
    assert.deepEqual(await stockOf(kontor(), consumable), [5.5, 0.25, 5.25])
    assert.deepEqual(await stockOf(kontor(), service), [0, 0, 0])
  })

  test('does not fail for lack of stock, but warns of the backorder', async () => {
    const short = await createStockedItem(kontor(), 3, { uom: 'box' })
    const plenty = await createStockedItem(kontor(), 100)
    const order = await createOrder(kontor(), [{ item: short.id, quantity: 5 }, plenty])
    const answer = await moveOrder(kontor(), order, 'submitted')
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body.meta.warnings, [
      { code: 'BACKORDER', message: `${short.itemCode} is short by 2 box: 3 in stock, 5 reserved.` },
    ])
    assert.deepEqual(await stockOf(kontor(), short), [3, 5, -2])
    assert.equal(
      (await moveOrder(kontor(), order, 'submitted')).body.meta,
      undefined,
      'nothing happens the second time',
    )
  })

  test('reserves the last of the stock without a warning', async () => {
    const item = await createStockedItem(kontor(), 3)
    const order = await createOrder(kontor(), [{ item: item.id, quantity: 3 }])
    assert.equal((await moveOrder(kontor(), order, 'submitted')).body.meta, undefined)
    assert.deepEqual(await stockOf(kontor(), item), [3, 3, 0])
  })

  test('warns from the first fraction that is missing, and not while a fraction is left', async () => {
    const item = await createStockedItem(kontor(), 1)
    const warningsOf = async (quantity: number) => {
      const order = await createOrder(kontor(), [{ item: item.id, quantity }])
      return (await moveOrder(kontor(), order, 'submitted')).body.meta?.warnings.length ?? 0
    }
    assert.deepEqual([await warningsOf(0.6), await warningsOf(0.4), await warningsOf(0.1)], [0, 0, 1])
  })

  test('is refused for a customer on credit hold until the hold is lifted', async () => {
    const customer = await createCustomer(kontor(), { name: 'Slow Payers', creditHold: true })
    const item = await createStockedItem(kontor(), 5)
    const order = await createOrder(kontor(), [item], { customer })
    const message = await refusedMove(order, 'submitted', 'CUSTOMER_ON_HOLD')
    assert.equal(message, 'Slow Payers is on credit hold. Lift the hold first.')
    assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
    const overridden = await moveOrder(kontor(), order, 'submitted', { overrideCreditLimit: true })
    assertRefused(overridden, 422, 'CUSTOMER_ON_HOLD')
    assert.equal((await moveOrder(kontor(), order, 'cancelled')).status, 200, 'the order can still be cancelled')
    await kontor().put(`/customers/${customer.id}`, { creditHold: false })
    await createSubmitted(kontor(), [item], { customer })
  })

  test('is refused again when an order leaves on_hold or is opened again for a customer on credit hold', async () => {
    const customer = await createCustomer(kontor())
    const lines = [await createStockedItem(kontor(), 5)]
    const waiting = await moveThrough(
      kontor(),
      await createOrder(kontor(), lines, { customer }),
      'submitted',
      'on_hold',
    )
    const closed = await moveThrough(kontor(), await createOrder(kontor(), lines, { customer }), 'submitted', 'closed')
    await kontor().put(`/customers/${customer.id}`, { creditHold: true })
    await refusedMove(waiting, 'submitted', 'CUSTOMER_ON_HOLD')
    await refusedMove(closed, 'submitted', 'CUSTOMER_ON_HOLD')
  })

  test('is refused when the customer or an item was retired in the meantime', async () => {
    const customer = await createCustomer(kontor(), { name: 'Gone Ltd' })
    const [first, second] = [await createStockedItem(kontor(), 5), await createStockedItem(kontor(), 5)]
    const order = await createOrder(kontor(), [first, second], { customer })
    await kontor().put(`/items/${second.id}`, { isActive: false })
    const aboutItem = await refusedMove(order, 'submitted', 'INACTIVE_REFERENCE')
    assert.equal(aboutItem, `Item ${second.itemCode} is inactive. Activate it first.`)
    await kontor().put(`/customers/${customer.id}`, { isActive: false })
    const aboutCustomer = await refusedMove(order, 'submitted', 'INACTIVE_REFERENCE')
    assert.equal(aboutCustomer, 'Customer Gone Ltd is inactive. Activate the customer first.')
    assert.deepEqual(await stockOf(kontor(), first), [5, 0, 5])
    await kontor().put(`/items/${second.id}`, { isActive: true })
    await kontor().put(`/customers/${customer.id}`, { isActive: true })
    await submit(kontor(), order)
  })

  test('is not undone by retiring the item: the order continues', async () => {
    const item = await createStockedItem(kontor(), 5)
    const order = await createSubmitted(kontor(), [item])
    await kontor().put(`/items/${item.id}`, { isActive: false })
    await moveThrough(kontor(), order, 'on_hold', 'submitted', 'closed', 'submitted')
    await deliver(kontor(), order)
    assert.deepEqual(await stockOf(kontor(), item), [4, 0, 4])
  })

  for (const target of ['draft', 'cancelled']) {
    test(`cannot be undone to ${target} while there is an invoice, which is named`, async () => {
      const item = await createStockedItem(kontor(), 5)
      const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 2 }])
      const issued = await invoice(kontor(), order, { items: [{ item: item.id, quantity: 1 }] })
      const draft = await invoice(kontor(), order, { draft: true })
      const message = await refusedMove(order, target, 'INVALID_STATUS_TRANSITION')
      assert.equal(
        message,
        `Some of it has been invoiced: ${issued.invoiceNumber}, ${draft.id}. Void the invoice first.`,
      )
      assert.deepEqual(await stockOf(kontor(), item), [5, 2, 3])
      await kontor().put(`/invoices/${issued.id}/status`, { status: 'cancelled' })
      assert.match(await refusedMove(order, target, 'INVALID_STATUS_TRANSITION'), new RegExp(draft.id))
      await kontor().delete(`/invoices/${draft.id}`)
      await moveThrough(kontor(), order, target)
      assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
    })

    test(`cannot be undone to ${target} while there is a delivery, which is named`, async () => {
      const item = await createStockedItem(kontor(), 5)
      const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 2 }])
      const delivery = await deliver(kontor(), order, [{ item: item.id, quantity: 1 }])
      const message = await refusedMove(order, target, 'INVALID_STATUS_TRANSITION')
      assert.ok(message.includes(delivery.deliveryNumber), message)
      assert.match(message, /Close the order instead, or undo the delivery first/)
      await kontor().delete(`/deliveries/${delivery.id}`)
      await moveThrough(kontor(), order, target)
      assert.deepEqual(await stockOf(kontor(), item), [5, 0, 5])
    })
  }

  test('names everything that prevents an order from being cancelled, not only the first', async () => {
    const item = await createStockedItem(kontor(), 5)
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 2 }])
    const [delivery, issued] = [await deliver(kontor(), order), await invoice(kontor(), order)]
    const { allowedTransitions } = await moveThrough(kontor(), order, 'on_hold')
    const foretold = allowedTransitions.find(({ status }: AnyRecord) => status === 'cancelled')
    const blockers = JSON.stringify(foretold.blockers)
    const refusal = JSON.stringify((await moveOrder(kontor(), order, 'cancelled')).body.error)
    for (const name of [delivery.deliveryNumber, issued.invoiceNumber]) {
      assert.ok(blockers.includes(name), blockers)
      assert.ok(refusal.includes(name), refusal)
    }
  })

  test('is blocked by an invoice of another user also for a user limited to their own', async () => {
    const order = await createSubmitted(kontor(), [await createItem(kontor(), { sellingPrice: 5 })])
    await invoice(kontor(), order)
    const role = await addRole(kontor().engine, {
      'sales-orders': { can: ['read', 'submit', 'cancel'] },
      customers: { can: ['read'] },
      invoices: { can: ['read'], own: true },
    })
    const { token } = await signedIn(kontor(), role)
    const answer = await moveOrder(kontor(), order, 'cancelled', {}, { token })
    assertRefused(answer, 422, 'INVALID_STATUS_TRANSITION')
    assert.match(answer.body.error.message, /^Some of it has been invoiced\b.*\. Void the invoice first\.$/)
    assertRefused(await moveOrder(kontor(), order, 'draft', {}, { token }), 422, 'INVALID_STATUS_TRANSITION')
  })

  test('is possible although the user may not see the customer or the items', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor(), { sellingPrice: 5 })])
    const role = await addRole(kontor().engine, {
      'sales-orders': { can: ['read', 'update', 'submit', 'cancel'] },
      customers: { can: ['read'], own: true },
      items: { can: ['read'], own: true },
      invoices: { can: ['read'] },
    })
    const { token } = await signedIn(kontor(), role)
    const seen = await kontor().get(`/sales-orders/${order.id}`, { token })
    assert.deepEqual([seen.status, seen.body.data], [200, order], seen.text)
    const noted = await kontor().put(`/sales-orders/${order.id}`, { notes: 'seen' }, { token })
    assert.equal(noted.status, 200, noted.text)
    assert.equal((await moveOrder(kontor(), order, 'submitted', {}, { token })).status, 200)
  })

  test('and closing releases what was not delivered; opening again reserves it again', async () => {
    const item = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 6 }])
    await deliver(kontor(), order, [{ item: item.id, quantity: 2 }])
    assert.deepEqual(await stockOf(kontor(), item), [8, 4, 4])
    const closed = await moveThrough(kontor(), order, 'closed')
    assert.deepEqual([closed.status, closed.deliveryStatus], ['closed', 'partly_delivered'])
    assert.deepEqual(await stockOf(kontor(), item), [8, 0, 8])
    await moveThrough(kontor(), order, 'submitted')
    assert.deepEqual(await stockOf(kontor(), item), [8, 4, 4])
    await moveThrough(kontor(), order, 'on_hold', 'closed')
    assert.deepEqual(await stockOf(kontor(), item), [8, 0, 8])
  })

  test('and opening again warns of a backorder if other orders took the stock', async () => {
    const item = await createStockedItem(kontor(), 4)
    const order = await moveThrough(
      kontor(),
      await createOrder(kontor(), [{ item: item.id, quantity: 3 }]),
      'submitted',
      'closed',
    )
    await createSubmitted(kontor(), [{ item: item.id, quantity: 3 }])
    const { body } = await moveOrder(kontor(), order, 'submitted')
    assert.equal(body.meta.warnings[0].code, 'BACKORDER')
    assert.deepEqual(await stockOf(kontor(), item), [4, 6, -2])
    await receive(kontor(), item, 2)
    assert.deepEqual(await stockOf(kontor(), item), [6, 6, 0])
  })
})
