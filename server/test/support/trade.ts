import assert from 'node:assert/strict'
import type { Answer, CallOptions, Kontor } from './kontor.ts'
import { create, createCustomer, createItem, read } from './records.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
type AnyRecord = any

/** The steps of a trade, each through the front door. What is refused fails the test; what may be refused returns the answer. */

/** Puts so much of an item on the shelf. */
export const receive = (kontor: Kontor, item: { id: string }, quantity: number): Promise<AnyRecord> =>
  create(kontor, '/stock-movements', { item: item.id, quantity, reason: 'receipt' })

/** An item with so much of it in stock. */
export async function createStockedItem(kontor: Kontor, stock: number, more: object = {}): Promise<AnyRecord> {
  const item = await createItem(kontor, { sellingPrice: 10, ...more })
  await receive(kontor, item, stock)
  return read(kontor, `/items/${item.id}`)
}

export const createService = (kontor: Kontor, more: object = {}): Promise<AnyRecord> =>
  createItem(kontor, { itemName: 'Assembly', itemType: 'Service', sellingPrice: 50, ...more })

/** A body of an order: of this customer, one line for each given item or line. */
export const orderBody = (customer: { id: string }, lines: readonly object[], more: object = {}) => ({
  customer: customer.id,
  items: lines.map(lineBody),
  ...more,
})

/** A whole item stands for one of it. */
const lineBody = (line: AnyRecord) => ('itemCode' in line ? { item: line.id, quantity: 1 } : line)

/** A draft of an order; without a customer, of one who has no credit limit. */
export async function createOrder(
  kontor: Kontor,
  lines: readonly object[],
  { customer, ...more }: { customer?: { id: string } } & AnyRecord = {},
): Promise<AnyRecord> {
  return create(kontor, '/sales-orders', orderBody(customer ?? (await createCustomer(kontor)), lines, more))
}

/** Asks for another status; a refusal is an answer too. */
export const moveOrder = (
  kontor: Kontor,
  order: { id: string },
  status: string,
  more: object = {},
  options?: CallOptions,
): Promise<Answer> => kontor.put(`/sales-orders/${order.id}/status`, { status, ...more }, options)

/** Takes an order through these statuses, one after the other; returns it as it is then. */
export async function moveThrough(kontor: Kontor, order: { id: string }, ...statuses: string[]): Promise<AnyRecord> {
  for (const status of statuses) {
    const { status: code, text } = await moveOrder(kontor, order, status)
    assert.equal(code, 200, text)
  }
  return readOrder(kontor, order)
}

export const submit = (kontor: Kontor, order: { id: string }) => moveThrough(kontor, order, 'submitted')

/** A submitted order. */
export const createSubmitted = async (kontor: Kontor, ...order: Tail<typeof createOrder>): Promise<AnyRecord> =>
  submit(kontor, await createOrder(kontor, ...order))

/** Delivers all that is left of an order, or these parts of it. */
export const deliver = (kontor: Kontor, order: { id: string }, items?: readonly object[]): Promise<AnyRecord> =>
  create(kontor, '/deliveries', { salesOrder: order.id, ...(items && { items }) })

/** Invoices all that is left of an order, or what else is asked for. */
export const invoice = (kontor: Kontor, order: { id: string }, more: object = {}): Promise<AnyRecord> =>
  create(kontor, '/invoices/from-order', { salesOrder: order.id, ...more })

export const pay = (kontor: Kontor, paid: { id: string }, amount: number): Promise<AnyRecord> =>
  create(kontor, '/payments', { invoice: paid.id, amount })

export const readOrder = (kontor: Kontor, { id }: { id: string }) => read(kontor, `/sales-orders/${id}`)

/** What is in stock of an item, what orders have set aside, and what is left to sell. */
export async function stockOf(kontor: Kontor, { id }: { id: string }): Promise<[number, number, number]> {
  const { currentStock, reservedStock, availableStock } = await read(kontor, `/items/${id}`)
  return [currentStock, reservedStock, availableStock]
}

export const balanceOf = async (kontor: Kontor, { id }: { id: string }): Promise<AnyRecord> =>
  (await read(kontor, `/customers/${id}`)).balance

/** Everything but the kontor that comes first. */
type Tail<F> = F extends (kontor: Kontor, ...rest: infer R) => unknown ? R : never
