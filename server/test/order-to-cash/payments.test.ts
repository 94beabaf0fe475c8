import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import {
  type AnyRecord,
  assertRefusal,
  directInvoice,
  leavingNoTrace,
  movedInvoice,
  readInvoice,
} from '../support/invoicing.ts'
import { signedIn } from '../support/people.ts'
import { assertInvalid, assertRefused, createCustomer, createItem, read } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { balanceOf, pay } from '../support/trade.ts'

onEveryDatabase('Payments', (kind) => {
  const kontor = stoppedKontorFor(kind, {}, '2026-11-20T12:00:00Z')
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 100 })
  })
  const owing = (amount: number, more: object = {}) =>
    directInvoice(kontor(), [{ item: item.id, quantity: 1, rate: amount }], { invoiceDate: '2026-11-15', ...more })
  const enter = (body: object) => kontor().post('/payments', body)
  const stateOf = async (subject: AnyRecord) => {
    const { status, amountPaid, outstanding } = await readInvoice(kontor(), subject)
    return [status, amountPaid, outstanding]
  }

  test('make an invoice partially paid, then paid when nothing is outstanding to the cent', async () => {
    const subject = await owing(100)
    const states = []
    for (const amount of [0.01, 33.33, 66.65, 0.01]) {
      await pay(kontor(), subject, amount)
      states.push(await stateOf(subject))
    }
    assert.deepEqual(states, [
      ['partially_paid', 0.01, 99.99],
      ['partially_paid', 33.34, 66.66],
      ['partially_paid', 99.99, 0.01],
      ['paid', 100, 0],
    ])
  })

  test('are answered whole: customer, date of today and method filled in', async () => {
    const subject = await owing(50)
    const { status, body, headers } = await enter({ invoice: subject.id, amount: 20 })
    assert.equal(status, 201)
    const { id, createdAt, updatedAt, createdBy, allocations, ...rest } = body.data
    assert.match(id, /^pay_/)
    assert.deepEqual(allocations, [{ id: allocations[0].id, invoice: subject.id, amount: 20, discount: 0 }])
    assert.match(headers.location!, new RegExp(`/api/v1/payments/${id}$`))
    assert.ok(createdAt && updatedAt && createdBy)
    assert.deepEqual(rest, {
      invoice: subject.id,
      customer: subject.customer,
      amount: 20,
      paymentDate: '2026-11-20',
      method: 'bank_transfer',
      reference: null,
      unallocated: 0,
      externalIds: {},
      version: 1,
    })
    assert.deepEqual(await read(kontor(), `/payments/${id}`), body.data)
  })

  test('stand in their invoice, oldest first', async () => {
    const subject = await owing(50)
    const first = await pay(kontor(), subject, 20)
    const more = { invoice: subject.id, amount: 5, paymentDate: '2026-11-16', method: 'cash', reference: 'Till 4' }
    const second = (await enter(more)).body.data
    assert.deepEqual((await readInvoice(kontor(), subject)).payments, [
      { id: first.id, amount: 20, discount: 0, paymentDate: '2026-11-20', method: 'bank_transfer' },
      { id: second.id, amount: 5, discount: 0, paymentDate: '2026-11-16', method: 'cash' },
    ])
    const { body } = await kontor().get(`/payments?invoice=${subject.id}&search=till&method=cash`)
    assert.deepEqual(body.data, [second])
  })

  test('are taken off what the customer owes, and deleting one puts it back', async () => {
    const customer = await createCustomer(kontor(), { creditLimit: 500 })
    const subject = await owing(120.5, { customer })
    const payment = await pay(kontor(), subject, 100.25)
    const { outstanding, availableCredit } = await balanceOf(kontor(), customer)
    assert.deepEqual([outstanding, availableCredit], [20.25, 479.75])
    assert.equal((await kontor().delete(`/payments/${payment.id}`)).status, 204)
    assert.deepEqual(await stateOf(subject), ['unpaid', 0, 120.5])
    assert.equal((await balanceOf(kontor(), customer)).outstanding, 120.5)
    assertRefused(await kontor().delete(`/payments/${payment.id}`), 404, 'NOT_FOUND')
  })

  test('decide the status by their sum alone, in whatever order they come and go', async () => {
    const subject = await owing(30)
    const [ten, twenty] = [await pay(kontor(), subject, 10), await pay(kontor(), subject, 20)]
    assert.deepEqual(await stateOf(subject), ['paid', 30, 0])
    await kontor().delete(`/payments/${ten.id}`)
    assert.deepEqual(await stateOf(subject), ['partially_paid', 20, 10])
    await pay(kontor(), subject, 10)
    assert.deepEqual(await stateOf(subject), ['paid', 30, 0])
    await kontor().delete(`/payments/${twenty.id}`)
    assert.deepEqual(await stateOf(subject), ['partially_paid', 10, 20])
    assert.equal((await readInvoice(kontor(), subject)).payments.length, 1)
  })

  test('are never more than is outstanding', async () => {
    const subject = await owing(100)
    for (const [paid, left, tooMuch] of [
      [0, 100, 100.01],
      [60, 40, 40.01],
      [40, 0, 0.01],
    ] as const) {
      if (paid > 0) await pay(kontor(), subject, paid)
      const said = new RegExp(
        `${tooMuch} is more than the ${left} EUR outstanding on ${subject.invoiceNumber}\\. Enter at most`,
      )
      const ask = () => enter({ invoice: subject.id, amount: tooMuch })
      const { details } = await assertRefusal(kontor(), ask, 'OVERPAYMENT', said)
      assert.equal(details[0].field, 'amount')
    }
  })

  test('are for issued invoices only', async () => {
    const draft = await owing(10, { draft: true })
    const cancelled = await movedInvoice(kontor(), await owing(10), 'cancelled')
    for (const [subject, said] of [
      [draft, /is a draft\. Issue it first\./],
      [cancelled, /is cancelled\. Nothing is owed on it\./],
    ] as const) {
      const ask = () => enter({ invoice: subject.id, amount: 10 })
      const { details } = await assertRefusal(kontor(), ask, 'DOCUMENT_LOCKED', said)
      assert.equal(details[0].field, 'invoice')
    }
  })

  test('of nothing, less than nothing or a part of a cent are refused', async () => {
    const subject = await owing(10)
    for (const amount of [0, -1, -0.01, 0.001, 1.005, 9.999, 0.00001]) {
      const ask = () => enter({ invoice: subject.id, amount })
      const { amount: said } = assertInvalid(await leavingNoTrace(kontor(), ask), 'amount')
      assert.match(said!, amount > 0 ? /at most [24] decimals|greater than 0/ : /must be greater than 0/)
    }
  })

  test('with faults say all of them at once', async () => {
    const faults = { invoice: 7, amount: '10', paymentDate: 'today', method: 'barter', refrence: 'x' }
    const answer = await leavingNoTrace(kontor(), () => enter(faults))
    const said = assertInvalid(answer, 'invoice', 'amount', 'paymentDate', 'method', 'refrence')
    assert.match(said.method!, /one of bank_transfer, cash, card/)
    assert.match(said.refrence!, /reference/)
    assertInvalid(await enter({}), 'amount')
    assertInvalid(await leavingNoTrace(kontor(), () => enter({ amount: 1 })), 'customer')
    assertInvalid(await leavingNoTrace(kontor(), () => enter({ invoice: 'inv_nowhere', amount: 1 })), 'invoice')
  })

  test('can change their date, method and reference, but not what was paid or on what', async () => {
    const [subject, other] = [await owing(10), await owing(10)]
    const payment = await pay(kontor(), subject, 4)
    const edit = (changes: object) => kontor().put(`/payments/${payment.id}`, changes)
    const fine = { paymentDate: '2026-11-18', method: 'cheque', reference: 'No. 12' }
    const { status, body } = await edit(fine)
    assert.equal(status, 200)
    assert.deepEqual(body.data, { ...payment, ...fine, version: 2, updatedAt: body.data.updatedAt })
    for (const [field, value] of [
      ['amount', 5],
      ['invoice', other.id],
      ['customer', other.customer],
    ] as const) {
      const said = /only paymentDate, method, reference may change/
      const { details } = await assertRefusal(kontor(), () => edit({ [field]: value }), 'DOCUMENT_LOCKED', said)
      assert.deepEqual(
        details.map((detail: AnyRecord) => detail.field),
        [field],
      )
    }
    assert.deepEqual((await edit(body.data)).body.data, body.data)
    assert.deepEqual(await stateOf(subject), ['partially_paid', 4, 6])
  })

  test('need the right of their role', async () => {
    const subject = await owing(10)
    const payment = await pay(kontor(), subject, 1)
    for (const role of ['sales', 'viewer']) {
      const { token } = await signedIn(kontor(), role)
      const path = `/payments/${payment.id}`
      assert.equal((await kontor().get(path, { token })).status, 200)
      const create = () => kontor().post('/payments', { invoice: subject.id, amount: 1 }, { token })
      await assertRefusal(kontor(), create, 'FORBIDDEN', /may not create payments/, 403)
      await assertRefusal(kontor(), () => kontor().delete(path, { token }), 'FORBIDDEN', /may not delete payments/, 403)
    }
    const { token } = await signedIn(kontor(), 'accountant')
    assert.equal((await kontor().post('/payments', { invoice: subject.id, amount: 9 }, { token })).status, 201)
    assert.equal((await kontor().delete(`/payments/${payment.id}`, { token })).status, 204)
    const warehouse = await signedIn(kontor(), 'warehouse')
    assertRefused(await kontor().get('/payments', warehouse), 403, 'FORBIDDEN')
  })
})
