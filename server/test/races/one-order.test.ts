import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { arenaFor, assertVerified, CLIENTS, outcomesOf } from '../support/race.ts'
import { customerWith, stockedItem } from './scenes.ts'

onEveryDatabase(`${CLIENTS} clients who order one quotation at once`, (kind) => {
  const arena = arenaFor(kind)
  async function quotation() {
    const [item, customer] = [await stockedItem(arena(), { sellingPrice: 33.33 }), await customerWith(arena())]
    return arena().create('/quotations', { customer: customer.id, items: [{ item: item.id, quantity: 10 }] })
  }
  const ordered = async (id: string) => (await arena().read(`/quotations/${id}`)).items[0].orderedQuantity

  test('accept it once and make one order of it, by either address', async () => {
    const { id, total } = await quotation()
    const requests = [
      { method: 'POST', path: `/quotations/${id}/to-order`, body: {} },
      { method: 'POST', path: '/sales-orders/from-quotation', body: { quotation: id } },
    ] as const
    const answers = await arena().rush((client) => requests[client % 2]!)
    assert.deepEqual(outcomesOf(answers), { 201: 1, '422 ALREADY_CONVERTED': CLIENTS - 1 })
    assert.equal(answers.find(({ status }) => status === 201)!.body.data.total, total)
    assert.equal(await ordered(id), 10)
  })

  test('in parts, never order more than was quoted', async () => {
    const { id, items } = await quotation()
    const body = { items: [{ line: items[0].id, quantity: 0.25 }] }
    const answers = await arena().rush({ method: 'POST', path: `/quotations/${id}/to-order`, body })
    assert.deepEqual(outcomesOf(answers), { 201: 40, '422 ALREADY_CONVERTED': CLIENTS - 40 })
    assert.equal(await ordered(id), 10)
  })

  test('while others cancel and delete what they made, leave nothing ordered', async () => {
    const { id } = await quotation()
    const makeAndUndo = async (client: number) => {
      const made = await arena().send(client, { method: 'POST', path: `/quotations/${id}/to-order`, body: {} })
      if (made.status === 422) return assert.equal(made.body.error.code, 'ALREADY_CONVERTED')
      assert.equal(made.status, 201, made.text)
      const path = `/sales-orders/${made.body.data.id}`
      const status = { method: 'PUT', path: `${path}/status`, body: { status: 'cancelled' } } as const
      const undone = await arena().send(client + 1, client % 2 === 0 ? status : { method: 'DELETE', path })
      assert.ok(undone.status < 300, undone.text)
    }
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => makeAndUndo(client)))
    assert.equal(await ordered(id), 0)
  })

  test('leave a consistent database', () => assertVerified(arena()))
})
