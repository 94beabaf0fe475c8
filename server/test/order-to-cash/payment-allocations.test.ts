import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type AnyRecord, assertRefusal, directInvoice, leavingNoTrace, readInvoice } from '../support/invoicing.ts'
import { assertInvalid, assertRefused, create, createCustomer, createItem, read } from '../support/records.ts'
import { stoppedKontorFor } from '../support/stopped-clock.ts'
import { pay } from '../support/trade.ts'

onEveryDatabase('A payment over several invoices', (kind) => {
  const kontor = stoppedKontorFor(kind, {}, '2026-11-20T12:00:00Z')
  let item: AnyRecord
  before(async () => {
    item = await createItem(kontor(), { sellingPrice: 100, taxRate: 0 })
  })
  /** A customer, and an invoice for each amount, the first due first. */
  async function debtor(amounts: readonly number[], more: object = {}): Promise<[AnyRecord, ...AnyRecord[]]> {
    const customer = await createCustomer(kontor())
    const invoices = []
    for (const [index, rate] of amounts.entries()) {
      const days = { invoiceDate: '2026-11-15', dueDate: `2026-12-${10 + index}` }
      invoices.push(
        await directInvoice(kontor(), [{ item: item.id, quantity: 1, rate }], { customer, ...days, ...more }),
      )
    }
    return [customer, ...invoices]
  }
  const enter = (body: object) => kontor().post('/payments', body)
  const paid = (body: object) => create(kontor(), '/payments', body)
  const act = (payment: AnyRecord, action: string, body: object = {}) =>
    kontor().post(`/payments/${payment.id}/${action}`, body)
  async function done(payment: AnyRecord, action: string, body: object = {}): Promise<AnyRecord> {
    const answer = await act(payment, action, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const settled = ({ id }: AnyRecord, amount: number, discount = 0) => ({ invoice: id, amount, discount })
  const linesOf = ({ allocations }: AnyRecord) => allocations.map(({ id: _, ...line }: AnyRecord) => line)
  const stateOf = async (subject: AnyRecord) => {
    const { status, amountPaid, outstanding } = await readInvoice(kontor(), subject)
    return [status, amountPaid, outstanding]
  }
  const balanceOf = async ({ id }: AnyRecord) => {
    const { outstanding, credit } = (await read(kontor(), `/customers/${id}`)).balance
    return [outstanding, credit]
  }

  test('settles each of them, and keeps what is left as credit of the customer', async () => {
    const [customer, one, two, three] = await debtor([100, 50, 30])
    const allocations = [settled(one!, 100), settled(two!, 20.5)]
    const payment = await paid({ customer: customer.id, amount: 150, allocations })
    assert.deepEqual(linesOf(payment), allocations)
    assert.deepEqual([payment.invoice, payment.customer, payment.unallocated], [null, customer.id, 29.5])
    assert.deepEqual(await read(kontor(), `/payments/${payment.id}`), payment)
    assert.deepEqual(await stateOf(one!), ['paid', 100, 0])
    assert.deepEqual(await stateOf(two!), ['partially_paid', 20.5, 29.5])
    assert.deepEqual(await stateOf(three!), ['unpaid', 0, 30])
    assert.deepEqual(await balanceOf(customer), [59.5, 29.5])
    const [told] = (await readInvoice(kontor(), two!)).payments
    assert.deepEqual([told.id, told.amount], [payment.id, 20.5])
    const { body } = await kontor().get(`/payments?allocations.invoice=${two!.id}`)
    assert.deepEqual(body.data, [payment])
    const { body: rich } = await kontor().get(`/customers?id=${customer.id}&balance.credit=29.5`)
    assert.equal(rich.data.length, 1)
  })

  test('for one invoice is the same as the short form', async () => {
    const [customer, one] = await debtor([100])
    const long = await paid({ customer: customer.id, amount: 60, allocations: [settled(one!, 60)] })
    const short = await pay(kontor(), one!, 40)
    assert.deepEqual([long.invoice, long.customer], [short.invoice, short.customer])
    assert.deepEqual([linesOf(long), linesOf(short)], [[settled(one!, 60)], [settled(one!, 40)]])
  })

  test('can be for none yet, and is allocated later: as asked for, or to what is due first', async () => {
    const [customer, one, two, three] = await debtor([100, 50, 30])
    const payment = await paid({ customer: customer.id, amount: 170 })
    assert.deepEqual([payment.invoice, payment.unallocated], [null, 170])
    assert.deepEqual(await balanceOf(customer), [180, 170])
    const some = await done(payment, 'allocate', { allocations: [{ invoice: three!.id, amount: 10 }] })
    assert.deepEqual([some.invoice, some.unallocated, some.version], [three!.id, 160, 2])
    const all = await done(payment, 'allocate', { oldestFirst: true })
    assert.deepEqual(linesOf(all), [settled(three!, 10), settled(one!, 100), settled(two!, 50), settled(three!, 10)])
    assert.deepEqual([all.invoice, all.unallocated], [null, 0])
    assert.deepEqual(await stateOf(three!), ['partially_paid', 20, 10])
    assert.deepEqual(await balanceOf(customer), [10, 0])
  })

  test('is undone by the allocation: the invoice is owed again, and the amount can be allocated anew', async () => {
    const [customer, one, two] = await debtor([100, 50])
    const allocations = [settled(one!, 98, 2), settled(two!, 50)]
    const payment = await paid({ customer: customer.id, amount: 148, allocations })
    const undone = await done(payment, 'unallocate', { allocations: [payment.allocations[0].id] })
    assert.deepEqual([linesOf(undone), undone.unallocated], [[settled(two!, 50)], 98])
    assert.deepEqual(await stateOf(one!), ['unpaid', 0, 100])
    assert.deepEqual(await stateOf(two!), ['paid', 50, 0])
    const none = await done(payment, 'unallocate')
    assert.deepEqual([none.allocations, none.unallocated, none.invoice], [[], 148, null])
    assert.deepEqual(await balanceOf(customer), [150, 148])
    await done(payment, 'allocate', { oldestFirst: true })
    assert.equal((await kontor().delete(`/payments/${payment.id}`)).status, 204)
    assert.deepEqual(
      [await stateOf(one!), await stateOf(two!)],
      [
        ['unpaid', 0, 100],
        ['unpaid', 0, 50],
      ],
    )
    assert.deepEqual(await balanceOf(customer), [150, 0])
  })

  test('takes off a discount for early payment, as the terms of the invoice offer it', async () => {
    const [customer, one] = await debtor([100.25], { paymentTerms: '2/10 Net 30' })
    assert.deepEqual([one!.discountUntil, one!.discountAmount], ['2026-11-25', 2.01])
    const allocations = [settled(one!, 98.24, 2.01)]
    const { status, body } = await enter({ customer: customer.id, amount: 98.24, allocations })
    assert.deepEqual([status, body.meta], [201, undefined])
    const invoice = await readInvoice(kontor(), one!)
    const { status: state, amountPaid, discountGiven, outstanding, discountUntil } = invoice
    assert.deepEqual([state, amountPaid, discountGiven, outstanding, discountUntil], ['paid', 98.24, 2.01, 0, null])
    assert.equal(invoice.payments[0].discount, 2.01)
  })

  test('warns of a discount that the terms do not offer', async () => {
    const [customer, one, two] = await debtor([100, 50], { paymentTerms: '2/10 Net 30' })
    const [, plain] = await debtor([100])
    assert.deepEqual([plain!.discountUntil, plain!.discountAmount], [null, null])
    for (const [invoice, line, more] of [
      [one!, settled(one!, 97, 3), {}],
      [two!, settled(two!, 49, 1), { paymentDate: '2026-11-26' }],
    ] as const) {
      const body = { customer: customer.id, amount: line.amount, allocations: [line], ...more }
      const { status, body: answer } = await enter(body)
      assert.equal(status, 201)
      assert.deepEqual(
        answer.meta.warnings.map(({ code }: AnyRecord) => code),
        ['DISCOUNT_NOT_OFFERED'],
      )
      assert.equal((await stateOf(invoice))[0], 'paid')
    }
  })

  test('allocates neither more than there is nor more than is outstanding', async () => {
    const [customer, one, two] = await debtor([100, 50])
    const tooMuch = [
      [
        { amount: 149.99, allocations: [settled(one!, 100), settled(two!, 50)] },
        'allocations',
        /0\.01 more is allocated/,
      ],
      [{ amount: 200, allocations: [settled(two!, 50.01)] }, 'allocations[0].amount', /50\.01 is more than the 50 EUR/],
      [{ amount: 200, allocations: [settled(one!, 99, 1.01)] }, 'allocations[0].amount', /100\.01 is more/],
      [{ amount: 200, allocations: [settled(one!, 60), settled(one!, 41)] }, 'allocations[1].amount', /41 is more/],
    ] as const
    for (const [body, field, said] of tooMuch) {
      const ask = () => enter({ customer: customer.id, ...body })
      const { details } = await assertRefusal(kontor(), ask, 'OVER_ALLOCATED', said)
      assert.equal(details[0].field, field)
    }
    const payment = await paid({ customer: customer.id, amount: 120 })
    for (const allocations of [[settled(one!, 100), settled(two!, 20.01)], [settled(two!, 50.01)]])
      await assertRefusal(kontor(), () => act(payment, 'allocate', { allocations }), 'OVER_ALLOCATED', /more/)
    await done(payment, 'allocate', { oldestFirst: true })
    const allocations = [settled(two!, 1)]
    await assertRefusal(
      kontor(),
      () => act(payment, 'allocate', { allocations }),
      'DOCUMENT_LOCKED',
      /All of the payment/,
    )
  })

  test('is refused for invoices of others, drafts, parts of a cent, and where it contradicts itself', async () => {
    const [customer, one, two] = await debtor([100, 50])
    const [stranger, foreign] = await debtor([10])
    const [draft] = (await debtor([10], { customer, draft: true })).slice(1)
    const of = (...allocations: object[]) => ({ customer: customer.id, amount: 100, allocations })
    const faults = [
      [of(settled(foreign!, 10)), 'allocations[0].invoice'],
      [of(settled(one!, 1), settled(foreign!, 10)), 'allocations[1].invoice'],
      [of(settled(one!, 0.001)), 'allocations[0].amount'],
      [of(settled(one!, 0)), 'allocations[0].amount'],
      [of(settled(one!, 1, -1)), 'allocations[0].discount'],
      [of({ amount: 1 }), 'allocations[0].invoice'],
      [{ customer: customer.id, amount: 0.001 }, 'amount'],
      [{ ...of(settled(one!, 1)), invoice: two!.id }, 'invoice'],
      [{ customer: stranger.id, invoice: one!.id, amount: 1 }, 'customer'],
    ] as const
    for (const [body, field] of faults) assertInvalid(await leavingNoTrace(kontor(), () => enter(body)), field)
    const locked = await assertRefusal(kontor(), () => enter(of(settled(draft!, 1))), 'DOCUMENT_LOCKED', /is a draft/)
    assert.equal(locked.details[0].field, 'allocations[0].invoice')
  })

  test('is allocated and undone only as it can be', async () => {
    const [customer, one] = await debtor([100])
    const payment = await paid({ customer: customer.id, amount: 50 })
    for (const body of [{}, { allocations: [settled(one!, 1)], oldestFirst: true }])
      assertInvalid(await act(payment, 'allocate', body), 'allocations')
    assertRefused(await act(payment, 'unallocate'), 422, 'DOCUMENT_LOCKED')
    await done(payment, 'allocate', { oldestFirst: true })
    assertInvalid(await act(payment, 'unallocate', { allocations: ['lin_nowhere'] }), 'allocations[0]')
    const rich = await paid({ customer: customer.id, amount: 500 })
    await done(rich, 'allocate', { oldestFirst: true })
    assertInvalid(await act(rich, 'allocate', { oldestFirst: true }), 'oldestFirst')
  })

  test('tells beforehand what can be done with it', async () => {
    const [customer, one] = await debtor([100])
    const permittedOf = async ({ id }: AnyRecord) => {
      const { permitted } = await read(kontor(), `/payments/${id}?include=permitted`)
      return ['allocate', 'unallocate'].map((action) => permitted.actions[action].allowed)
    }
    const payment = await paid({ customer: customer.id, amount: 50 })
    assert.deepEqual(await permittedOf(payment), [true, false])
    await done(payment, 'allocate', { allocations: [settled(one!, 20)] })
    assert.deepEqual(await permittedOf(payment), [true, true])
    await done(payment, 'allocate', { oldestFirst: true })
    assert.deepEqual(await permittedOf(payment), [false, true])
  })
})
