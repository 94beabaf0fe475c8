import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import type { Answer } from '../support/kontor.ts'
import { arenaFor, assertVerified, CLIENTS, type Request, untilDone } from '../support/race.ts'
import { customerWith, stockedItem, submittedOrder } from './scenes.ts'

onEveryDatabase(`${CLIENTS} equal requests at once with one Idempotency-Key`, (kind) => {
  const arena = arenaFor(kind)
  const repeated = (request: Request): Promise<Answer[]> =>
    Promise.all(Array.from({ length: CLIENTS }, (_, client) => untilDone(() => arena().send(client, request))))

  /** One was carried out; all others were given the same answer, byte for byte. */
  async function assertOnce(request: Request): Promise<string> {
    const answers = await repeated(request)
    const [first] = answers
    assert.equal(first!.status, 201, first!.text)
    for (const { status, text } of answers) assert.deepEqual([status, text], [201, first!.text])
    assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1)
    return first!.body.data.id
  }

  const idsAt = async (path: string): Promise<string[]> =>
    (await arena().read(path)).map(({ id }: { id: string }) => id)

  test('make one order', async () => {
    const { id: item } = await stockedItem(arena())
    const { id: customer } = await customerWith(arena())
    const body = { customer, items: [{ item, quantity: 2 }] }
    const id = await assertOnce({ method: 'POST', path: '/sales-orders', body, key: 'one-order' })
    assert.deepEqual(await idsAt(`/sales-orders?customer=${customer}`), [id])
  })

  test('make one invoice', async () => {
    const order = await submittedOrder(arena(), await stockedItem(arena()), 4)
    const body = { salesOrder: order.id, items: [{ item: order.items[0].item, quantity: 1 }] }
    const id = await assertOnce({ method: 'POST', path: '/invoices/from-order', body, key: 'one-invoice' })
    assert.deepEqual(await idsAt(`/invoices?salesOrder=${order.id}`), [id])
  })

  test('make one payment', async () => {
    const { id: item } = await stockedItem(arena())
    const { id: customer } = await customerWith(arena())
    const { id: invoice } = await arena().create('/invoices', { customer, items: [{ item, quantity: 100 }] })
    const id = await assertOnce({ method: 'POST', path: '/payments', body: { invoice, amount: 1 }, key: 'one-payment' })
    assert.deepEqual(await idsAt(`/payments?invoice=${invoice}`), [id])
    assert.equal((await arena().read(`/invoices/${invoice}`)).amountPaid, 1)
  })

  test('make one delivery', async () => {
    const item = await stockedItem(arena(), {}, 100)
    const order = await submittedOrder(arena(), item, 80)
    const body = { salesOrder: order.id, items: [{ item: item.id, quantity: 1 }] }
    const id = await assertOnce({ method: 'POST', path: '/deliveries', body, key: 'one-delivery' })
    assert.deepEqual(await idsAt(`/deliveries?salesOrder=${order.id}`), [id])
    assert.equal((await arena().read(`/items/${item.id}`)).currentStock, 99)
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
