import assert from 'node:assert/strict'
import type { Arena } from '../support/race.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

let codes = 0

/** An item with enough of it in stock, unless another quantity is given. */
export async function stockedItem(arena: Arena, more: object = {}, stock = 1000): Promise<AnyRecord> {
  const item = { itemCode: `RACE-${++codes}`, itemName: 'Anvil', sellingPrice: 10, taxRate: 19, ...more }
  const created = await arena.create('/items', item)
  await arena.create('/stock-movements', { item: created.id, quantity: stock, reason: 'receipt' })
  return created
}

export const customerWith = (arena: Arena, more: object = {}): Promise<AnyRecord> =>
  arena.create('/customers', { name: 'Acme', ...more })

export const draftOrder = (
  arena: Arena,
  customer: { id: string },
  item: { id: string },
  quantity: number,
): Promise<AnyRecord> => arena.create('/sales-orders', { customer: customer.id, items: [{ item: item.id, quantity }] })

export async function submittedOrder(arena: Arena, item: { id: string }, quantity: number): Promise<AnyRecord> {
  const { id } = await draftOrder(arena, await customerWith(arena), item, quantity)
  return submit(arena, id)
}

export async function submit(arena: Arena, id: string): Promise<AnyRecord> {
  const path = `/sales-orders/${id}/status`
  const { status, text, body } = await arena.send(0, { method: 'PUT', path, body: { status: 'submitted' } })
  assert.equal(status, 200, text)
  return body.data
}

export const several = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

/** All numbers from 1 on, each once. */
export function assertGapless(prefix: string, numbers: readonly string[]): void {
  const expected = numbers.map((_, index) => `${prefix}${String(index + 1).padStart(5, '0')}`)
  assert.deepEqual(numbers.toSorted(), expected)
}
