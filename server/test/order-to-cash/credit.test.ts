import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { inEnglish } from '../../src/model/message.ts'
import { amountText } from '../../src/model/money.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Answer, type CallOptions, kontorFor } from '../support/kontor.ts'
import { signedIn } from '../support/people.ts'
import { assertRefused, createCustomer, createItem } from '../support/records.ts'
import {
  balanceOf,
  createOrder,
  createSubmitted,
  deliver,
  invoice,
  moveOrder,
  moveThrough,
  orderBody,
  pay,
  readOrder,
  receive,
  stockOf,
  submit,
} from '../support/trade.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

onEveryDatabase('Credit', (kind) => {
  const kontor = kontorFor(kind)
  let item: { id: string }
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 100 })
  })

  const customerWith = (creditLimit: number | null) => createCustomer(kontor(), { name: 'Acme', creditLimit })
  const limit = (customer: { id: string }, creditLimit: number) =>
    kontor().put(`/customers/${customer.id}`, { creditLimit })
  /** A draft with a total of so many hundreds. */
  const order = (customer: AnyRecord, quantity: number): Promise<AnyRecord> =>
    createOrder(kontor(), [{ item: item.id, quantity }], { customer })
  const submitted = async (customer: AnyRecord, quantity: number): Promise<AnyRecord> =>
    submit(kontor(), await order(customer, quantity))

  const amount = (value: number) => inEnglish(amountText(value, 'EUR'))

  function assertExceeded(answer: Answer, expected: { limit: number; exposure: number; excess: number }): void {
    assertRefused(answer, 422, 'CREDIT_LIMIT_EXCEEDED')
    // Beside what stands in the way, which has a code.
    const figures = answer.body.error.details.filter(({ code }: AnyRecord) => !code)
    const details = figures.map(({ field, message }: AnyRecord) => [field, Number(message)])
    assert.deepEqual(Object.fromEntries(details), expected)
    assert.equal(
      answer.body.error.message,
      `The order would exceed the customer's credit limit of ${amount(expected.limit)} by ${amount(expected.excess)}.`,
    )
  }

  /** Tries a move that the limit forbids. */
  async function refusedSubmit(draft: AnyRecord, expected: { limit: number; exposure: number; excess: number }) {
    const before = await readOrder(kontor(), draft)
    const stock = await stockOf(kontor(), item)
    const answer = await moveOrder(kontor(), draft, 'submitted')
    assertExceeded(answer, expected)
    assert.deepEqual(await readOrder(kontor(), draft), before)
    assert.deepEqual(await stockOf(kontor(), item), stock)
    const foretold = before.allowedTransitions.find(({ status }: AnyRecord) => status === 'submitted')
    const { message, code } = answer.body.error
    const blockers = [{ code, message }]
    const override = 'overrideCreditLimit'
    assert.deepEqual(foretold, { status: 'submitted', allowed: false, reason: message, blockers, override })
  }

  test('up to the limit is given, to the cent; beyond it is refused', async () => {
    const customer = await customerWith(300)
    await submitted(customer, 2)
    await refusedSubmit(await order(customer, 1.0001), { limit: 300, exposure: 200, excess: 0.01 })
    await submitted(customer, 1)
    await refusedSubmit(await order(customer, 0.01), { limit: 300, exposure: 300, excess: 1 })
    assert.equal((await balanceOf(kontor(), customer)).availableCredit, 0)
  })

  test('includes tax: what is owed is owed with it', async () => {
    const taxed = await createItem(kontor(), { sellingPrice: 100, taxRate: 19 })
    const draft = await createOrder(kontor(), [taxed], { customer: await customerWith(118.99) })
    assertExceeded(await moveOrder(kontor(), draft, 'submitted'), { limit: 118.99, exposure: 0, excess: 0.01 })
  })

  for (const creditLimit of [0, null]) {
    test(`without a limit (${creditLimit}) knows no end`, async () => {
      const customer = await customerWith(creditLimit)
      await submitted(customer, 1_000_000)
      const { uninvoicedOrders, availableCredit } = await balanceOf(kontor(), customer)
      assert.deepEqual([uninvoicedOrders, availableCredit], [100_000_000, null])
    })
  }

  test('is not asked of an order that costs nothing', async () => {
    const customer = await customerWith(100)
    await submitted(customer, 1)
    const gift = await createOrder(kontor(), [{ item: item.id, quantity: 1, discount: 100 }], { customer })
    assert.equal((await moveOrder(kontor(), gift, 'submitted')).status, 200)
  })

  test('drafts, cancelled and closed orders use none; those on hold do', async () => {
    const customer = await customerWith(100)
    await order(customer, 5)
    for (const way of ['cancelled', 'closed', 'draft']) await moveThrough(kontor(), await submitted(customer, 1), way)
    const open = async () => (await balanceOf(kontor(), customer)).uninvoicedOrders
    assert.equal(await open(), 0)
    const waiting = await moveThrough(kontor(), await submitted(customer, 1), 'on_hold')
    assert.equal(await open(), 100)
    await refusedSubmit(await order(customer, 1), { limit: 100, exposure: 100, excess: 100 })
    await moveThrough(kontor(), waiting, 'submitted') // at the limit, not above it
  })

  test('is looked at again when an order leaves on_hold', async () => {
    const customer = await customerWith(500)
    const waiting = await moveThrough(kontor(), await submitted(customer, 3), 'on_hold')
    await submitted(customer, 2)
    await limit(customer, 499)
    await refusedSubmit(waiting, { limit: 499, exposure: 200, excess: 1 })
    await limit(customer, 500)
    await moveThrough(kontor(), waiting, 'submitted')
  })

  test('is looked at again when a closed order is opened, for what is not invoiced of it', async () => {
    const customer = await customerWith(500)
    const closed = await submitted(customer, 4)
    await invoice(kontor(), closed, { items: [{ item: item.id, quantity: 1 }] })
    await moveThrough(kontor(), closed, 'closed')
    const other = await submitted(customer, 2)
    await refusedSubmit(closed, { limit: 500, exposure: 300, excess: 100 })
    await moveThrough(kontor(), other, 'cancelled')
    await moveThrough(kontor(), closed, 'submitted')
    assert.deepEqual(await balanceOf(kontor(), customer), {
      outstanding: 100,
      overdue: 0,
      credit: 0,
      uninvoicedOrders: 300,
      availableCredit: 100,
    })
  })

  test('is asked when a submitted order grows, and not when it shrinks', async () => {
    const customer = await customerWith(300)
    const grown = await submitted(customer, 2)
    const quantity = (amount: number) =>
      kontor().put(`/sales-orders/${grown.id}`, { items: [{ ...grown.items[0], quantity: amount }] })
    assert.equal((await quantity(3)).status, 200)
    const before = await readOrder(kontor(), grown)
    const stock = await stockOf(kontor(), item)
    assertExceeded(await quantity(3.5), { limit: 300, exposure: 300, excess: 50 })
    assert.deepEqual(await readOrder(kontor(), grown), before)
    assert.deepEqual(await stockOf(kontor(), item), stock)
    await limit(customer, 50)
    assert.equal((await kontor().put(`/sales-orders/${grown.id}`, { notes: 'Call first' })).status, 200)
    assert.equal((await quantity(2)).status, 200)
    assertExceeded(await quantity(2.01), { limit: 50, exposure: 200, excess: 151 })
    assert.equal((await balanceOf(kontor(), customer)).uninvoicedOrders, 200)
  })

  test('of a customer on credit hold bears no larger order, but a smaller one', async () => {
    const customer = await customerWith(null)
    const kept = await submitted(customer, 2)
    await kontor().put(`/customers/${customer.id}`, { creditHold: true })
    const quantity = (amount: number) =>
      kontor().put(`/sales-orders/${kept.id}`, { items: [{ ...kept.items[0], quantity: amount }] })
    assertRefused(await quantity(3), 422, 'CUSTOMER_ON_HOLD')
    assert.deepEqual(await readOrder(kontor(), kept), kept)
    assert.equal((await quantity(1)).status, 200)
  })

  test('counts an invoiced order once: as owed, no longer as ordered', async () => {
    const customer = await customerWith(300)
    const first = await submitted(customer, 2)
    await invoice(kontor(), first)
    await refusedSubmit(await order(customer, 2), { limit: 300, exposure: 200, excess: 100 })
    await submitted(customer, 1)
  })

  test('an invoice without an order counts too', async () => {
    const customer = await customerWith(300)
    const body = orderBody(customer, [{ item: item.id, quantity: 2.5 }])
    assert.equal((await kontor().post('/invoices', body)).status, 201)
    await refusedSubmit(await order(customer, 1), { limit: 300, exposure: 250, excess: 50 })
  })

  test('the balance of a customer follows every step of the story', async () => {
    const customer = await customerWith(1000)
    const stands = async (outstanding: number, overdue: number, uninvoicedOrders: number, availableCredit: number) =>
      assert.deepEqual(await balanceOf(kontor(), customer), {
        outstanding,
        overdue,
        credit: 0,
        uninvoicedOrders,
        availableCredit,
      })
    await receive(kontor(), item, 20)
    await stands(0, 0, 0, 1000)
    const trade = await order(customer, 8)
    await stands(0, 0, 0, 1000)
    await submit(kontor(), trade)
    await stands(0, 0, 800, 200)
    await deliver(kontor(), trade, [{ item: item.id, quantity: 5 }])
    await stands(0, 0, 800, 200)
    const draft = await invoice(kontor(), trade, { items: [{ item: item.id, quantity: 3 }], draft: true })
    await stands(0, 0, 800, 200)
    await kontor().put(`/invoices/${draft.id}/status`, { status: 'unpaid' })
    await stands(300, 0, 500, 200)
    const late = await invoice(kontor(), trade, { invoiceDate: '2020-01-01', dueDate: '2020-01-31' })
    await stands(800, 500, 0, 200)
    await pay(kontor(), late, 120.5)
    await stands(679.5, 379.5, 0, 320.5)
    const last = await pay(kontor(), late, 379.5)
    await stands(300, 0, 0, 700)
    await kontor().delete(`/payments/${last.id}`)
    await stands(679.5, 379.5, 0, 320.5)
    await kontor().put(`/invoices/${draft.id}/status`, { status: 'cancelled' })
    await stands(379.5, 379.5, 300, 320.5)
    await moveThrough(kontor(), trade, 'on_hold')
    await stands(379.5, 379.5, 300, 320.5)
    await moveThrough(kontor(), trade, 'closed')
    await stands(379.5, 379.5, 0, 620.5)
    await moveThrough(kontor(), trade, 'submitted')
    await stands(379.5, 379.5, 300, 320.5)
    await limit(customer, 500)
    await stands(379.5, 379.5, 300, 0)
  })

  test('the balance in a list is the balance in the record', async () => {
    const customer = await customerWith(1000)
    await invoice(kontor(), await submitted(customer, 2))
    await submitted(customer, 3)
    const listed = (await kontor().get(`/customers?id=${customer.id}`)).body.data
    assert.deepEqual(listed[0].balance, {
      outstanding: 200,
      overdue: 0,
      credit: 0,
      uninvoicedOrders: 300,
      availableCredit: 500,
    })
    assert.deepEqual(listed[0].balance, await balanceOf(kontor(), customer))
  })

  test('the balance is not for a client to set', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 10, balance: { outstanding: 5 } })
    assert.equal(customer.balance.outstanding, 0)
    const changed = await kontor().put(`/customers/${customer.id}`, { balance: { outstanding: 5 } })
    assert.deepEqual([changed.status, changed.body.data.balance.outstanding], [200, 0])
  })

  test('manager and admin may pass over the limit, when they say so', async () => {
    const customer = await customerWith(100)
    for (const role of ['manager', 'admin']) {
      const { token } = await signedIn(kontor(), role)
      const draft = await order(customer, 2)
      for (const more of [{}, { overrideCreditLimit: false }, { overrideCreditLimit: null }]) {
        assertRefused(await moveOrder(kontor(), draft, 'submitted', more, { token }), 422, 'CREDIT_LIMIT_EXCEEDED')
      }
      const answer = await moveOrder(kontor(), draft, 'submitted', { overrideCreditLimit: true }, { token })
      assert.deepEqual([answer.status, answer.body.data.status], [200, 'submitted'], answer.text)
    }
    const { uninvoicedOrders, availableCredit } = await balanceOf(kontor(), customer)
    assert.deepEqual([uninvoicedOrders, availableCredit], [400, 0])
  })

  test('sales may not pass over the limit', async () => {
    const { token } = await signedIn(kontor(), 'sales')
    const options: CallOptions = { token }
    const body = orderBody(await customerWith(100), [{ item: item.id, quantity: 2 }])
    const draft = (await kontor().post('/sales-orders', body, options)).body.data
    assertRefused(await moveOrder(kontor(), draft, 'submitted', {}, options), 422, 'CREDIT_LIMIT_EXCEEDED')
    const answer = await moveOrder(kontor(), draft, 'submitted', { overrideCreditLimit: true }, options)
    assertRefused(answer, 403, 'FORBIDDEN')
    assert.equal(answer.body.error.message, 'The role "sales" may not exceed a credit limit.')
    const { status, allowedTransitions } = (await kontor().get(`/sales-orders/${draft.id}`, options)).body.data
    assert.equal(status, 'draft')
    assert.ok(!('override' in allowedTransitions[0]), 'the way past the limit is told to a role that may take it only')
  })

  test('a hold stands in the way whether or not the limit is passed over', async () => {
    const draft = await order(await createCustomer(kontor(), { creditLimit: 1, creditHold: true }), 1)
    const [{ blockers, ...foretold }] = (await readOrder(kontor(), draft)).allowedTransitions
    const codes = blockers.map(({ code }: AnyRecord) => code)
    assert.deepEqual(codes, ['CUSTOMER_ON_HOLD', 'CREDIT_LIMIT_EXCEEDED'])
    assert.ok(!('override' in foretold))
    const answer = await moveOrder(kontor(), draft, 'submitted', { overrideCreditLimit: true })
    assertRefused(answer, 422, 'CUSTOMER_ON_HOLD')
  })

  test('the limit of another customer is another limit', async () => {
    const [poor, rich] = [await customerWith(100), await customerWith(100_000)]
    await createSubmitted(kontor(), [{ item: item.id, quantity: 1 }], { customer: poor })
    await submitted(rich, 500)
    const moved = await order(poor, 5)
    await kontor().put(`/sales-orders/${moved.id}`, { customer: rich.id })
    await submit(kontor(), moved)
    assert.equal((await balanceOf(kontor(), rich)).uninvoicedOrders, 50_500)
    assert.equal((await balanceOf(kontor(), poor)).uninvoicedOrders, 100)
  })
})
