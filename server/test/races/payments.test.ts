import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'
import { customerWith, several, stockedItem } from './scenes.ts'

onEveryDatabase(`${CLIENTS} clients who pay one invoice at once`, (kind) => {
  const arena = arenaFor(kind)
  const invoiceOver = async (quantity: number) => {
    const item = await stockedItem(arena(), { taxRate: 0 })
    const { id: customer } = await customerWith(arena())
    return arena().create('/invoices', { customer, items: [{ item: item.id, quantity }] })
  }
  const statusOf = async (id: string) => {
    const { status, amountPaid, outstanding, payments } = await arena().read(`/invoices/${id}`)
    return [status, amountPaid, outstanding, payments.length]
  }

  test('never pay more than is owed', async () => {
    const { id: invoice } = await invoiceOver(10)
    const answers = await arena().rush({ method: 'POST', path: '/payments', body: { invoice, amount: 3 } })
    assert.deepEqual(outcomesOf(answers), { 201: 33, '422 OVERPAYMENT': CLIENTS - 33 })
    assert.deepEqual(await statusOf(invoice), ['partially_paid', 99, 1, 33])
  })

  test('pay all of it once, if each pays all of it', async () => {
    const { id: invoice, customer } = await invoiceOver(10)
    const answers = await arena().rush({ method: 'POST', path: '/payments', body: { invoice, amount: 100 } })
    assert.deepEqual(outcomesOf(answers), { 201: 1, '422 OVERPAYMENT': CLIENTS - 1 })
    assert.deepEqual(await statusOf(invoice), ['paid', 100, 0, 1])
    assert.equal((await arena().read(`/customers/${customer}`)).balance.outstanding, 0)
  })

  test('and take payments back meanwhile: what is left is counted once', async () => {
    const { id: invoice } = await invoiceOver(64)
    const kept: string[] = []
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const body = { invoice, amount: 10 }
        const { status, body: paid, text } = await arena().send(client, { method: 'POST', path: '/payments', body })
        assert.equal(status, 201, text)
        if (client % 2 === 0) return kept.push(paid.data.id)
        const path = `/payments/${paid.data.id}`
        const answers = await Promise.all([0, 1].map((server) => arena().send(server, { method: 'DELETE', path })))
        return assert.deepEqual(outcomesOf(answers), { 204: 1, '404 NOT_FOUND': 1 })
      }),
    )
    assert.deepEqual(await statusOf(invoice), ['partially_paid', 320, 320, kept.length])
  })

  test('while others void it: either it is paid or it is void', async () => {
    const { id: invoice } = await invoiceOver(1)
    const answers = await arena().rush((client) =>
      client % 2 === 0
        ? { method: 'POST', path: '/payments', body: { invoice, amount: 10 } }
        : { method: 'PUT', path: `/invoices/${invoice}/status`, body: { status: 'cancelled' } },
    )
    const { status } = await arena().read(`/invoices/${invoice}`)
    const half = CLIENTS / 2
    assert.deepEqual(
      outcomesOf(answers),
      status === 'paid'
        ? { 201: 1, '422 OVERPAYMENT': half - 1, '422 INVALID_STATUS_TRANSITION': half }
        : { 200: half, '422 DOCUMENT_LOCKED': half },
    )
  })

  test('from several payments, and take that back meanwhile: no cent settles two invoices, none is lost', async () => {
    const item = await stockedItem(arena(), { taxRate: 0 })
    const { id: customer } = await customerWith(arena())
    const invoice = () => arena().create('/invoices', { customer, items: [{ item: item.id, quantity: 10 }] })
    const invoices = await several(4, invoice)
    const payments = await several(8, () => arena().create('/payments', { customer, amount: 60 }))
    const answers = await arena().rush((client) => {
      const path = `/payments/${payments[client % 8].id}`
      if (client % 3 === 0) return { method: 'POST', path: `${path}/unallocate`, body: {} }
      if (client % 3 === 1) return { method: 'POST', path: `${path}/allocate`, body: { oldestFirst: true } }
      const allocations = [0, 1].map((next) => ({ invoice: invoices[(client + next) % 4].id, amount: 20 }))
      return { method: 'POST', path: `${path}/allocate`, body: { allocations } }
    })
    const refusals = ['200', '422 DOCUMENT_LOCKED', '422 OVER_ALLOCATED', '422 VALIDATION_ERROR']
    for (const outcome of Object.keys(outcomesOf(answers))) assert.ok(refusals.includes(outcome), outcome)
    const settled = new Map<string, number>()
    for (const { id } of payments) {
      const { allocations, unallocated } = await arena().read(`/payments/${id}`)
      let left = 60
      for (const { invoice: of, amount } of allocations) {
        left -= amount
        settled.set(of, (settled.get(of) ?? 0) + amount)
      }
      assert.equal(unallocated, left)
    }
    for (const { id } of invoices) {
      const { amountPaid, outstanding } = await arena().read(`/invoices/${id}`)
      assert.deepEqual([amountPaid, outstanding], [settled.get(id) ?? 0, 100 - (settled.get(id) ?? 0)])
    }
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
