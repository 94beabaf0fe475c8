import assert from 'node:assert/strict'
import type { Kontor } from '../support/kontor.ts'
import { create, createCustomer, createItem, read } from '../support/records.ts'

/** Ids of records of some sample trade. */
export interface Trade {
  readonly item: string
  readonly customer: string
  /** Ten ordered, three, four and, as a draft, one invoiced, four delivered. */
  readonly order: string
  readonly partial: string
  readonly rest: string
  readonly draft: string
  readonly direct: string
  /** Voided and put out of sight. */
  readonly removed: string
  readonly payment: string
  readonly takenBack: string
  readonly delivery: string
  readonly undone: string
  readonly movement: string
}

/** Something of everything: partial invoices, a void, a payment, a delivery and one that was undone. */
export async function tradeABit(kontor: Kontor): Promise<Trade> {
  const { id: item } = await createItem(kontor, {
    sellingPrice: 82.5,
    taxRate: 19,
    externalIds: { shop: '1001' },
  })
  const { id: service } = await createItem(kontor, { itemType: 'Service', sellingPrice: 50 })
  const { id: customer } = await createCustomer(kontor, { paymentTerms: 'Net 30' })
  const { id: movement } = await create(kontor, '/stock-movements', { item, quantity: 20, reason: 'receipt' })
  const lines = [
    { item, quantity: 10, discount: 15 },
    { item: service, quantity: 1 },
  ]
  const { id: order } = await create(kontor, '/sales-orders', { customer, orderDate: '2026-05-02', items: lines })
  const { status } = await kontor.put(`/sales-orders/${order}/status`, { status: 'submitted' })
  assert.equal(status, 200)
  const fromOrder = async (quantity: number, more: object = {}) => {
    const body = { salesOrder: order, invoiceDate: '2026-05-04', items: [{ item, quantity }], ...more }
    return (await create(kontor, '/invoices/from-order', body)).id
  }
  const removed = await fromOrder(2)
  const partial = await fromOrder(3)
  const rest = await fromOrder(4)
  const draft = await fromOrder(1, { draft: true })
  await assertGone(kontor, `/invoices/${removed}`)
  const invoice = { customer, invoiceDate: '2026-05-05', items: [{ item, quantity: 0.25 }] }
  const { id: direct } = await create(kontor, '/invoices', invoice)
  const { id: payment } = await create(kontor, '/payments', { invoice: partial, amount: 10.01 })
  const { id: takenBack } = await create(kontor, '/payments', { invoice: partial, amount: 5 })
  await assertGone(kontor, `/payments/${takenBack}`)
  const deliver = async (quantity: number) =>
    (await create(kontor, '/deliveries', { salesOrder: order, items: [{ item, quantity }] })).id
  const undone = await deliver(1)
  const delivery = await deliver(4)
  await assertGone(kontor, `/deliveries/${undone}`)
  assert.equal((await read(kontor, `/items/${item}`)).currentStock, 16)
  const ids = { item, customer, order, partial, rest, draft, direct, removed, payment, takenBack }
  return { ...ids, delivery, undone, movement }
}

async function assertGone(kontor: Kontor, path: string): Promise<void> {
  assert.equal((await kontor.delete(path)).status, 204)
}
