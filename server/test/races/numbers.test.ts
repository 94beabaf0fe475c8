import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../support/databases.ts'
import { type Arena, arenaFor, assertVerified, CLIENTS, type Request } from '../support/race.ts'
import { assertGapless, customerWith, stockedItem } from './scenes.ts'

const ROUNDS = 3

onEveryDatabase(`${CLIENTS} concurrent clients that take numbers`, (kind) => {
  const arena = arenaFor(kind)

  test('get each number once and leave no gap, whatever is refused or voided meanwhile', async () => {
    const { id: item } = await stockedItem(arena())
    const { id: customer } = await customerWith(arena())
    const invoice = { customer, invoiceDate: '2026-03-01', items: [{ item, quantity: 1 }] }
    const numbers: string[] = []
    const issue = async (client: number) => {
      const { invoiceNumber, id } = await made(arena(), client, '/invoices', invoice)
      numbers.push(invoiceNumber)
      return id
    }
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let round = 0; round < ROUNDS; round++) {
          const id = await issue(client)
          if (client % 4 === 0) await expect(arena(), client, { method: 'DELETE', path: `/invoices/${id}` }, 204)
          const refused = { ...invoice, expectedTotal: 1 }
          if (client % 4 === 1) await expect(arena(), client, { method: 'POST', path: '/invoices', body: refused }, 422)
          const cancelled = { method: 'PUT', path: `/invoices/${id}/status`, body: { status: 'cancelled' } } as const
          if (client % 4 === 2) await expect(arena(), client, cancelled, 200)
        }
      }),
    )
    assertGapless('INV-2026-', numbers)
  })

  test('get order numbers without gaps too, though every second order is refused after it has taken its number', async () => {
    const { id: item } = await stockedItem(arena())
    const { id: customer } = await customerWith(arena())
    const order = { customer, orderDate: '2026-03-01', items: [{ item, quantity: 1 }] }
    const numbers: string[] = []
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const late = { ...order, deliveryDate: '2026-02-01' }
        await expect(arena(), client, { method: 'POST', path: '/sales-orders', body: late }, 422)
        numbers.push((await made(arena(), client, '/sales-orders', order)).orderNumber)
      }),
    )
    assertGapless('SO-2026-', numbers)
  })

  test('get one number for each draft that they issue concurrently', async () => {
    const { id: item } = await stockedItem(arena())
    const { id: customer } = await customerWith(arena())
    const body = { customer, invoiceDate: '2025-03-01', items: [{ item, quantity: 1 }], draft: true }
    const drafts = await Promise.all([0, 1, 2, 3].map((client) => made(arena(), client, '/invoices', body)))
    const answers = await arena().rush((client) => ({
      method: 'PUT',
      path: `/invoices/${drafts[client % drafts.length].id}/status`,
      body: { status: 'unpaid' },
    }))
    for (const { status, text } of answers) assert.equal(status, 200, text)
    assertGapless('INV-2025-', [...new Set(answers.map(({ body: { data } }) => data.invoiceNumber as string))])
  })

  test('get each number once while the next number is raised, and a higher one from then on', async () => {
    const { id: item } = await stockedItem(arena())
    const { id: customer } = await customerWith(arena())
    const body = { customer, invoiceDate: '2024-03-01', items: [{ item, quantity: 1 }] }
    const issue = { method: 'POST', path: '/invoices', body } as const
    const raise = (nextNumber: number) =>
      ({ method: 'PUT', path: '/settings/numbering', body: { document: 'invoices', year: 2024, nextNumber } }) as const
    const answers = await arena().rush((client) => (client % 8 === 7 ? raise(1000) : issue))
    for (const { status, text } of answers) assert.ok([200, 201, 422].includes(status), text)
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map(({ body: { data } }) => Number(data.invoiceNumber.slice('INV-2024-'.length)))
      .sort((a, b) => a - b)
    assert.equal(new Set(numbers).size, (CLIENTS * 7) / 8)
    const low = numbers.filter((number) => number < 1000)
    const high = numbers.filter((number) => number >= 1000)
    assert.deepEqual(
      low,
      low.map((_, index) => index + 1),
    )
    assert.deepEqual(
      high,
      high.map((_, index) => index + 1000),
    )
  })

  test('leave a consistent database', () => assertVerified(arena()))
})

async function expect(arena: Arena, client: number, request: Request, status: number) {
  const answer = await arena.send(client, request)
  assert.equal(answer.status, status, answer.text)
  return answer
}

const made = async (arena: Arena, client: number, path: string, body: object) =>
  (await expect(arena, client, { method: 'POST', path, body }, 201)).body.data
