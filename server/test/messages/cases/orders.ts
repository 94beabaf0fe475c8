import { createCustomer, createItem, read } from '../../support/records.ts'
import {
  createOrder,
  createStockedItem,
  createSubmitted,
  deliver,
  invoice,
  moveOrder,
  moveThrough,
  orderBody,
} from '../../support/trade.ts'
import type { Cases } from '../recorder.ts'

const ORDERING = { can: ['read', 'create', 'update', 'submit', 'cancel'] } as const
const READ = { can: ['read'] } as const

const writing: Cases = async ({ kontor, refuses, as }) => {
  const customer = await createCustomer(kontor, { name: 'Acme' })
  const item = await createItem(kontor, { itemCode: 'AX-001', sellingPrice: 10, taxRate: 19 })
  const post = (more: object, options?: { token: string }) =>
    kontor.post('/sales-orders', orderBody(customer, [item], more), options)
  await refuses('VALIDATION_ERROR', post({ orderDate: '2026-03-02', deliveryDate: '2026-03-01' }))
  await refuses('TOTAL_MISMATCH', post({ expectedTotal: 10 }))
  await refuses(
    'VALIDATION_ERROR',
    post({ items: [{ item: item.id, quantity: 99_999_999_999, rate: 99_999_999_999 }] }),
  )
  const idle = await createItem(kontor, { itemCode: 'AX-002', isActive: false })
  const lines = [{ item: idle.id, quantity: 1 }]
  await refuses('INACTIVE_REFERENCE', post({ items: lines }))
  const blind = await as({ 'sales-orders': ORDERING, customers: READ, items: { ...READ, hidden: ['itemCode'] } })
  await refuses('INACTIVE_REFERENCE', post({ items: lines }, blind))
  const former = await createCustomer(kontor, { name: 'Globex', isActive: false })
  await refuses('INACTIVE_REFERENCE', kontor.post('/sales-orders', orderBody(former, [item])))
  const order = await createSubmitted(kontor, [item], { customer })
  await refuses('DOCUMENT_LOCKED', kontor.put(`/sales-orders/${order.id}`, { orderDate: '2026-03-01' }))
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/sales-orders/${order.id}`))
  await moveThrough(kontor, order, 'closed')
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/sales-orders/${order.id}`))
}

const submitting: Cases = async ({ kontor, refuses, tells, as }) => {
  const item = await createItem(kontor, { itemCode: 'BX-001', sellingPrice: 100 })
  const limited = await createCustomer(kontor, { name: 'Limited', creditLimit: 50 })
  const held = await createCustomer(kontor, { name: 'Held', creditLimit: 50 })
  const draft = await createOrder(kontor, [item], { customer: limited })
  const stopped = await createOrder(kontor, [item], { customer: held })
  await kontor.put(`/customers/${held.id}`, { creditHold: true })
  const submit = (order: { id: string }, more = {}, options?: { token: string }) =>
    moveOrder(kontor, order, 'submitted', more, options)
  await refuses('CREDIT_LIMIT_EXCEEDED', submit(draft))
  await refuses('CUSTOMER_ON_HOLD', submit(stopped))
  await tells(kontor.get(`/sales-orders/${stopped.id}`))
  const stranger = await as({ 'sales-orders': ORDERING })
  await refuses('FORBIDDEN', submit(draft, { overrideCreditLimit: true }, stranger))
  await refuses('CREDIT_LIMIT_EXCEEDED', submit(draft, {}, stranger))
  await refuses('CUSTOMER_ON_HOLD', submit(stopped, {}, stranger))
  await kontor.put(`/items/${item.id}`, { isActive: false })
  await refuses('INACTIVE_REFERENCE', submit(draft))
  await kontor.put(`/customers/${limited.id}`, { isActive: false })
  await refuses('INACTIVE_REFERENCE', submit(draft))
}

const moving: Cases = async ({ kontor, refuses, as }) => {
  const customer = await createCustomer(kontor)
  const item = await createStockedItem(kontor, 9, { itemCode: 'CX-001' })
  const order = await createSubmitted(kontor, [{ item: item.id, quantity: 5 }], { customer })
  const sent = await deliver(kontor, order, [{ item: item.id, quantity: 2 }])
  await refuses('INVALID_STATUS_TRANSITION', moveOrder(kontor, order, 'cancelled'))
  await invoice(kontor, order, { items: [{ item: item.id, quantity: 3 }] })
  await refuses('INVALID_STATUS_TRANSITION', moveOrder(kontor, order, 'cancelled'))
  const ordering = await as({ 'sales-orders': ORDERING, customers: READ, items: READ })
  await refuses('INVALID_STATUS_TRANSITION', moveOrder(kontor, order, 'cancelled', {}, ordering))
  await refuses('VALIDATION_ERROR', moveOrder(kontor, order, 'lost'))
  const draft = await createOrder(kontor, [item], { customer })
  await refuses('INVALID_STATUS_TRANSITION', moveOrder(kontor, draft, 'closed'))
  const { items } = await read(kontor, `/sales-orders/${order.id}`)
  const put = (quantity: number) =>
    kontor.put(`/sales-orders/${order.id}`, { items: [{ id: items[0].id, item: item.id, quantity }] })
  await refuses('VALIDATION_ERROR', put(1))
  await refuses('RESOURCE_IN_USE', kontor.delete(`/customers/${customer.id}`))
  for (let count = 0; count < 5; count++) await createOrder(kontor, [item], { customer })
  await refuses('RESOURCE_IN_USE', kontor.delete(`/customers/${customer.id}`))
  await kontor.delete(`/deliveries/${sent.id}`)
  const cancelled = await createOrder(kontor, [item], { customer })
  await moveThrough(kontor, cancelled, 'cancelled')
  await refuses('INVALID_STATUS_TRANSITION', moveOrder(kontor, cancelled, 'submitted'))
}

/** Parts of a line are rounded, so that fewer of it may be worth less than what is invoiced. */
const rounded: Cases = async ({ kontor, refuses }) => {
  const item = await createItem(kontor, { itemCode: 'DX-001' })
  const customer = await createCustomer(kontor)
  const order = await createSubmitted(kontor, [{ item: item.id, quantity: 3, rate: 0.335 }], { customer })
  const parts = []
  for (let part = 0; part < 3; part++)
    parts.push(await invoice(kontor, order, { items: [{ item: item.id, quantity: 1 }] }))
  await kontor.put(`/invoices/${parts[1].id}/status`, { status: 'cancelled' })
  const items = [{ ...order.items[0], quantity: 2 }]
  await refuses('VALIDATION_ERROR', kontor.put(`/sales-orders/${order.id}`, { items }))
  const taxed = await createSubmitted(kontor, [{ item: item.id, quantity: 2, rate: 0.5, taxRate: 1 }], { customer })
  const half = await invoice(kontor, taxed, { items: [{ item: item.id, quantity: 1 }] })
  await invoice(kontor, taxed)
  await kontor.put(`/invoices/${half.id}/status`, { status: 'cancelled' })
  const less = { items: [{ ...taxed.items[0], quantity: 1 }] }
  await refuses('VALIDATION_ERROR', kontor.put(`/sales-orders/${taxed.id}`, less))
}

/** With several parts voided, the others may hold more net than a smaller order leaves beside its tax. */
const roundedGross: Cases = async ({ kontor, refuses }) => {
  await kontor.put('/settings', { pricesIncludeTax: true })
  const item = await createItem(kontor, { itemCode: 'DX-002', taxRate: 19 })
  const order = await createSubmitted(kontor, [{ item: item.id, quantity: 40, rate: 0.01 }])
  const voided = []
  for (let count = 0; count < 4; count++)
    for (const quantity of [4, 3]) {
      const { id } = await invoice(kontor, order, { items: [{ item: item.id, quantity }] })
      if (quantity === 4) voided.push(id)
    }
  for (const id of voided) await kontor.put(`/invoices/${id}/status`, { status: 'cancelled' })
  const items = [{ ...order.items[0], quantity: 13 }]
  await refuses('VALIDATION_ERROR', kontor.put(`/sales-orders/${order.id}`, { items }))
  await kontor.put('/settings', { pricesIncludeTax: false })
}

/** Lines without an item, and lines that only structure the order. */
const freeLines: Cases = async ({ kontor, refuses }) => {
  const [item, customer] = [await createItem(kontor, { itemCode: 'FX-001' }), await createCustomer(kontor)]
  const order = (...items: object[]) => kontor.post('/sales-orders', { customer: customer.id, items })
  await refuses(
    'VALIDATION_ERROR',
    order({ kind: 'text', description: 'By hand', item: item.id }, { item: item.id, quantity: 1 }),
  )
  await refuses('VALIDATION_ERROR', order({ kind: 'heading', description: 'Goods' }))
  const work = { description: 'Work', quantity: 1, rate: 50, taxRate: 19 }
  const sold = await createSubmitted(kontor, [work], { customer })
  const items = [{ line: sold.items[0].id, quantity: 2 }]
  await refuses('OVER_INVOICED', kontor.post('/invoices/from-order', { salesOrder: sold.id, items }))
}

/** So many of the largest orders that their sum cannot be kept. */
const hugeSums: Cases = async ({ kontor, refuses }) => {
  const item = await createItem(kontor, { itemCode: 'EX-001' })
  const customer = await createCustomer(kontor)
  const lines = [{ item: item.id, quantity: 1, rate: 99_999_999_999 }]
  for (;;) {
    const answer = await moveOrder(kontor, await createOrder(kontor, lines, { customer }), 'submitted')
    if (answer.status !== 200) return refuses('VALIDATION_ERROR', answer)
  }
}

export const orderCases: readonly Cases[] = [writing, submitting, moving, rounded, roundedGross, freeLines, hugeSums]
