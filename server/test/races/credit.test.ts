import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Arena, arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'
import { customerWith, draftOrder, several, stockedItem, submit } from './scenes.ts'

const FITTING = 10
const ORDER = 100

onEveryDatabase(`${CLIENTS} orders at once of a customer whose limit bears ${FITTING}`, (kind) => {
  const arena = arenaFor(kind)
  const drafts = async (customer: { id: string }) => {
    const item = await stockedItem(arena(), { taxRate: 0 })
    return several(CLIENTS, () => draftOrder(arena(), customer, item, ORDER / 10))
  }

  test('so many are submitted, and no more', async () => {
    const customer = await customerWith(arena(), { creditLimit: FITTING * ORDER })
    const orders = await drafts(customer)
    const answers = await arena().rush((client) => ({
      method: 'PUT',
      path: `/sales-orders/${orders[client].id}/status`,
      body: { status: 'submitted' },
    }))
    assert.deepEqual(outcomesOf(answers), { 200: FITTING, '422 CREDIT_LIMIT_EXCEEDED': CLIENTS - FITTING })
    await assertExposed(arena(), customer, { uninvoicedOrders: FITTING * ORDER, outstanding: 0 })
  })

  test('so many are invoiced from drafts, and no more', async () => {
    const customer = await customerWith(arena(), { creditLimit: FITTING * ORDER })
    const orders = await drafts(customer)
    const answers = await arena().rush((client) => ({
      method: 'POST',
      path: '/invoices/from-order',
      body: { salesOrder: orders[client].id },
    }))
    assert.deepEqual(outcomesOf(answers), { 201: FITTING, '422 CREDIT_LIMIT_EXCEEDED': CLIENTS - FITTING })
    await assertExposed(arena(), customer, { uninvoicedOrders: 0, outstanding: FITTING * ORDER })
  })

  test('so many grow, and no more', async () => {
    const customer = await customerWith(arena())
    const orders = await drafts(customer)
    await Promise.all(orders.map(({ id }) => submit(arena(), id)))
    const creditLimit = CLIENTS * ORDER + FITTING * 10
    await arena().send(0, { method: 'PUT', path: `/customers/${customer.id}`, body: { creditLimit } })
    const answers = await arena().rush((client) => {
      const { id, items } = orders[client]
      const grown = items.map(({ id: line, item, quantity }: { id: string; item: string; quantity: number }) => ({
        id: line,
        item,
        quantity: quantity + 1,
      }))
      return { method: 'PUT', path: `/sales-orders/${id}`, body: { items: grown } }
    })
    assert.deepEqual(outcomesOf(answers), { 200: FITTING, '422 CREDIT_LIMIT_EXCEEDED': CLIENTS - FITTING })
    await assertExposed(arena(), customer, { uninvoicedOrders: creditLimit, outstanding: 0 })
  })

  test('leave a consistent database', () => assertVerified(arena()))
})

async function assertExposed(
  arena: Arena,
  { id }: { id: string },
  expected: { uninvoicedOrders: number; outstanding: number },
): Promise<void> {
  const { uninvoicedOrders, outstanding, availableCredit } = (await arena.read(`/customers/${id}`)).balance
  assert.deepEqual({ uninvoicedOrders, outstanding }, expected)
  assert.equal(availableCredit, 0)
}
