import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { directInvoice } from '../support/invoicing.ts'
import { type Answer, kontorFor } from '../support/kontor.ts'
import { addRole, addUser, signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, create, createCustomer, createItem, itemBody, read } from '../support/records.ts'
import { createOrder, createStockedItem, createSubmitted, deliver, invoice, moveOrder } from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('A refused move', (kind) => {
  const kontor = kontorFor(kind)
  const blockersIn = (answer: Answer) =>
    answer.body.error.details.flatMap(({ field, code, message }: AnyRecord) => (code ? [{ field, code, message }] : []))

  /** What `allowedTransitions` says about the same move. */
  async function foretold(path: string, target: string, options = {}): Promise<AnyRecord[]> {
    const { allowedTransitions } = (await kontor().get(path, options)).body.data
    const { blockers } = allowedTransitions.find(({ status }: AnyRecord) => status === target)
    return blockers.map((blocker: AnyRecord) => ({ field: 'status', ...blocker }))
  }

  test('is answered with all that stands in its way, as allowedTransitions has it', async () => {
    const item = await createStockedItem(kontor(), 10)
    const order = await createSubmitted(kontor(), [{ item: item.id, quantity: 2 }])
    await invoice(kontor(), order)
    await deliver(kontor(), order)
    const answer = await moveOrder(kontor(), order, 'cancelled')
    assertRefused(answer, 422, 'INVALID_STATUS_TRANSITION')
    assert.equal(blockersIn(answer).length, 2)
    assert.deepEqual(blockersIn(answer), await foretold(`/sales-orders/${order.id}`, 'cancelled'))
    assert.equal(answer.body.error.message, blockersIn(answer)[0].message)
  })

  test('has the codes of all of them, and the figures of the first', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 5 })
    const order = await createOrder(kontor(), [await createItem(kontor(), { sellingPrice: 10 })], { customer })
    const over = await moveOrder(kontor(), order, 'submitted')
    assert.deepEqual(
      over.body.error.details.map(({ field, code = null }: AnyRecord) => [field, code]),
      [
        ['status', 'CREDIT_LIMIT_EXCEEDED'],
        ['limit', null],
        ['exposure', null],
        ['excess', null],
      ],
    )
    assert.equal((await kontor().put(`/customers/${customer.id}`, { creditHold: true })).status, 200)
    const answer = await moveOrder(kontor(), order, 'submitted')
    assert.deepEqual(blockersIn(answer), await foretold(`/sales-orders/${order.id}`, 'submitted'))
    assert.deepEqual(
      blockersIn(answer).map(({ code }: AnyRecord) => code),
      ['CUSTOMER_ON_HOLD', 'CREDIT_LIMIT_EXCEEDED'],
    )
    const invoiced = await kontor().post('/invoices/from-order', { salesOrder: order.id })
    assert.deepEqual(blockersIn(invoiced), blockersIn(answer))
  })

  test('to a status that cannot follow has one blocker', async () => {
    const order = await createOrder(kontor(), [await createItem(kontor())])
    const answer = await moveOrder(kontor(), order, 'closed')
    assertRefused(answer, 422, 'INVALID_STATUS_TRANSITION')
    assert.deepEqual(blockersIn(answer), [
      { field: 'status', code: 'INVALID_STATUS_TRANSITION', message: answer.body.error.message },
    ])
  })

  test('tells a role no numbers that it may not see, but the codes', async () => {
    const role = await addRole(kontor().engine, {
      'sales-orders': { can: ['read', 'submit'] },
      customers: { can: ['read'], hidden: ['creditLimit', 'balance'] },
      items: { can: ['read'] },
    })
    const { token } = await signedIn(kontor(), role)
    const customer = await createCustomer(kontor(), { creditLimit: 5 })
    const order = await createOrder(kontor(), [await createItem(kontor(), { sellingPrice: 10 })], { customer })
    const answer = await moveOrder(kontor(), order, 'submitted', {}, { token })
    assertRefused(answer, 422, 'CREDIT_LIMIT_EXCEEDED')
    assert.deepEqual(answer.body.error.details, await foretold(`/sales-orders/${order.id}`, 'submitted', { token }))
    assert.doesNotMatch(answer.text.replaceAll(/"requestId":"[^"]*"/g, ''), /\d/)
  })
})

onEveryDatabase('The refusal of a unique text', (kind) => {
  const kontor = kontorFor(kind)

  test('names the record that has it, when one is created or changed, whatever the case of the letters', async () => {
    const { id, itemCode } = await createItem(kontor())
    const other = await createItem(kontor())
    const sent = itemCode.toLowerCase()
    for (const answer of [
      await kontor().post('/items', itemBody({ itemCode: sent })),
      await kontor().put(`/items/${other.id}`, { itemCode: sent }),
    ]) {
      assertInvalid(answer, 'itemCode')
      const message = `itemCode "${sent}" is already used by item ${id}.`
      assert.deepEqual(answer.body.error.details, [{ field: 'itemCode', message, existingId: id }])
      assert.equal(answer.body.error.message, message)
    }
  })

  test('names it in the answer to a bulk request, and a user by the e-mail address', async () => {
    const [one, other] = [await createItem(kontor()), await createItem(kontor())]
    const bulk = { action: 'update', ids: [other.id], input: { itemCode: one.itemCode } }
    const { results } = (await kontor().post('/items/bulk', bulk)).body.data
    assert.equal(results[0].error.details[0].existingId, one.id)
    const user = await addUser(kontor().engine, 'viewer')
    const again = { email: user.email, name: 'Twice', role: 'viewer', password: 'correct horse battery' }
    const answer = await kontor().post('/users', again)
    assert.equal(answer.body.error.details[0].existingId, user.id, answer.text)
  })

  test('does not name a record that the caller may not read', async () => {
    const { itemCode } = await createItem(kontor())
    const rights: AnyRecord[] = [
      { can: ['create'] },
      { can: ['create', 'read'], own: true },
      { can: ['create', 'read'], hidden: ['id'] },
    ]
    for (const items of rights) {
      const { token } = await signedIn(kontor(), await addRole(kontor().engine, { items }))
      const answer = await kontor().post('/items', itemBody({ itemCode }), { token })
      assertInvalid(answer, 'itemCode')
      const message = `itemCode "${itemCode}" is already used by another item.`
      assert.deepEqual(answer.body.error.details, [{ field: 'itemCode', message }])
      assert.doesNotMatch(answer.text, /itm_/)
    }
  })

  test('names an own record to a user who may read own records only', async () => {
    const items = { can: ['create', 'read'], own: true } as const
    const { token } = await signedIn(kontor(), await addRole(kontor().engine, { items } as never))
    const body = itemBody()
    const { id } = (await kontor().post('/items', body, { token })).body.data
    const answer = await kontor().post('/items', body, { token })
    assert.equal(answer.body.error.details[0].existingId, id, answer.text)
  })
})

onEveryDatabase('A voided invoice', (kind) => {
  const kontor = kontorFor(kind)

  test('that keeps its customer and its item from being deleted is named by its number, as voided', async () => {
    const [customer, item] = [await createCustomer(kontor()), await createItem(kontor(), { sellingPrice: 5 })]
    const lines = [{ item: item.id, quantity: 1 }]
    const issued = await directInvoice(kontor(), lines, { customer })
    assert.equal((await kontor().delete(`/invoices/${issued.id}`)).status, 204)
    for (const path of [`/customers/${customer.id}`, `/items/${item.id}`]) {
      const answer = await kontor().delete(path)
      assertRefused(answer, 422, 'RESOURCE_IN_USE')
      assert.match(answer.body.error.message, new RegExp(`used by 1 invoice \\(voided ${issued.invoiceNumber}\\)\\.`))
      assert.doesNotMatch(answer.text, new RegExp(issued.id))
    }
    const shown = await create(kontor(), '/invoices', { customer: customer.id, items: lines })
    const { message } = (await kontor().delete(`/customers/${customer.id}`)).body.error
    assert.match(message, new RegExp(`used by 2 invoices \\(voided ${issued.invoiceNumber}, ${shown.id}\\)`))
    assert.equal((await read(kontor(), `/invoices/${shown.id}`)).customer, customer.id)
  })

  test('is not named to a role that does not see invoice numbers', async () => {
    const role = await addRole(kontor().engine, {
      customers: { can: ['read', 'delete'] },
      items: { can: ['read'] },
      'sales-orders': { can: ['read'] },
      invoices: { can: ['read'], hidden: ['invoiceNumber'] },
    })
    const { token } = await signedIn(kontor(), role)
    const customer = await createCustomer(kontor())
    const item = await createItem(kontor(), { sellingPrice: 5 })
    const issued = await directInvoice(kontor(), [{ item: item.id, quantity: 1 }], { customer })
    assert.equal((await kontor().delete(`/invoices/${issued.id}`)).status, 204)
    const answer = await kontor().delete(`/customers/${customer.id}`, { token })
    assertRefused(answer, 422, 'RESOURCE_IN_USE')
    assert.match(answer.body.error.message, /used by 1 invoice \(a voided one\)\./)
  })
})
