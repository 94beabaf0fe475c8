import { directInvoice, fromOrder, movedInvoice, moveInvoice } from '../../support/invoicing.ts'
import { create, createCustomer, createItem } from '../../support/records.ts'
import { createOrder, createSubmitted, invoice, moveThrough, pay } from '../../support/trade.ts'
import type { Cases } from '../recorder.ts'

const ALL = { can: ['read', 'create', 'update', 'delete', 'submit', 'cancel'] } as const

const scene = async (kontor: Parameters<Cases>[0]['kontor'], itemCode: string) => {
  const item = await createItem(kontor, { itemCode, sellingPrice: 10 })
  const customer = await createCustomer(kontor, { name: 'Acme' })
  const lines = (quantity: number) => [{ item: item.id, quantity }]
  return { item, customer, lines }
}

const fromOrders: Cases = async ({ kontor, refuses, as, tells }) => {
  const { lines, customer } = await scene(kontor, 'FX-001')
  const order = await createSubmitted(kontor, lines(5), { customer })
  const billing = await as({ invoices: ALL, 'sales-orders': { can: ['submit'] } })
  await refuses('OVER_INVOICED', fromOrder(kontor, order, { items: lines(9) }))
  await refuses('OVER_INVOICED', fromOrder(kontor, order, { items: lines(9) }, billing))
  await refuses('VALIDATION_ERROR', fromOrder(kontor, order, { items: [{ quantity: 1 }] }))
  await refuses(
    'VALIDATION_ERROR',
    fromOrder(kontor, order, { items: [{ item: (await createItem(kontor)).id, quantity: 1 }] }),
  )
  await invoice(kontor, order)
  await refuses('NOTHING_TO_INVOICE', fromOrder(kontor, order))
  await refuses('NOTHING_TO_INVOICE', fromOrder(kontor, order, {}, billing))
  await tells(kontor.get(`/sales-orders/${order.id}?include=permitted`))
  const held = await moveThrough(kontor, await createSubmitted(kontor, lines(1), { customer }), 'on_hold')
  await refuses('DOCUMENT_LOCKED', fromOrder(kontor, held))
  const cancelled = await moveThrough(kontor, await createOrder(kontor, lines(1), { customer }), 'cancelled')
  await refuses('DOCUMENT_LOCKED', fromOrder(kontor, cancelled))
}

const corrections: Cases = async ({ kontor, refuses, as }) => {
  const { lines, customer } = await scene(kontor, 'CX-001')
  const correct = ({ id }: { id: string }, options?: { token: string }) =>
    kontor.post(`/invoices/${id}/correct`, {}, options)
  await refuses('DOCUMENT_LOCKED', correct(await directInvoice(kontor, lines(1), { customer, draft: true })))
  const wrong = await directInvoice(kontor, lines(1), { customer })
  await correct(wrong)
  await refuses('DOCUMENT_LOCKED', correct(wrong))
  const own = await as({ invoices: { ...ALL, own: true }, customers: { can: ['read'] }, items: { can: ['read'] } })
  const theirs = (await kontor.post('/invoices', { customer: customer.id, items: lines(1) }, own)).body.data
  await correct(theirs)
  await refuses('DOCUMENT_LOCKED', correct(theirs, own))
}

const dates: Cases = async ({ kontor, refuses, tells, as }) => {
  const { lines, customer } = await scene(kontor, 'GX-001')
  const body = (more: object) => ({ customer: customer.id, items: lines(1), ...more })
  const post = (more: object, options?: { token: string }) => kontor.post('/invoices', body(more), options)
  await refuses('VALIDATION_ERROR', post({ invoiceDate: '2026-03-02', dueDate: '2026-03-01' }))
  await refuses('VALIDATION_ERROR', post({ supplyUntil: '2026-03-01' }))
  await refuses('VALIDATION_ERROR', post({ supplyFrom: '2026-03-02', supplyUntil: '2026-03-01' }))
  const issued = await directInvoice(kontor, lines(1), { customer, dueDate: '2026-03-20' })
  await refuses('VALIDATION_ERROR', kontor.put(`/invoices/${issued.id}`, { dueDate: '2026-03-10' }))
  await refuses('DOCUMENT_LOCKED', kontor.put(`/invoices/${issued.id}`, { invoiceDate: '2026-03-01' }))
  await tells(post({ invoiceDate: '2026-03-01' }))
  const own = await as({ invoices: { ...ALL, own: true }, customers: { can: ['read'] }, items: { can: ['read'] } })
  await tells(post({ invoiceDate: '2026-03-01' }, own))
  const odd = await createCustomer(kontor, { name: 'Odd', paymentTerms: 'when it rains' })
  await tells(post({ customer: odd.id }))
  const order = await createSubmitted(kontor, lines(1), { customer, orderDate: '2026-03-02' })
  await tells(fromOrder(kontor, order, { invoiceDate: '2026-02-01' }))
}

const moves: Cases = async ({ kontor, refuses, tells }) => {
  const { lines, customer } = await scene(kontor, 'HX-001')
  const issued = await directInvoice(kontor, lines(1), { customer })
  await refuses('INVALID_STATUS_TRANSITION', moveInvoice(kontor, issued, 'paid'))
  await pay(kontor, issued, 4)
  await refuses('INVALID_STATUS_TRANSITION', moveInvoice(kontor, issued, 'cancelled'))
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/invoices/${issued.id}`))
  const cancelled = await directInvoice(kontor, lines(1), { customer })
  await movedInvoice(kontor, cancelled, 'cancelled')
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/invoices/${cancelled.id}`))
  await refuses('INVALID_STATUS_TRANSITION', moveInvoice(kontor, cancelled, 'unpaid'))
  const order = await createSubmitted(kontor, lines(1), { customer })
  const draft = await invoice(kontor, order, { draft: true })
  await moveThrough(kontor, order, 'on_hold')
  await refuses('INVALID_STATUS_TRANSITION', moveInvoice(kontor, draft, 'unpaid'))
  await tells(kontor.get(`/invoices/${draft.id}`))
}

const payments: Cases = async ({ kontor, refuses, tells, as }) => {
  const { lines, customer } = await scene(kontor, 'JX-001')
  const post = (paid: { id: string }, amount: number, options?: { token: string }) =>
    kontor.post('/payments', { invoice: paid.id, amount }, options)
  const draft = await directInvoice(kontor, lines(1), { customer, draft: true })
  await refuses('DOCUMENT_LOCKED', post(draft, 1))
  const issued = await directInvoice(kontor, lines(1), { customer })
  await refuses('OVERPAYMENT', post(issued, 11))
  await refuses('OVERPAYMENT', post(issued, 11, await as({ payments: ALL })))
  await refuses('VALIDATION_ERROR', post(issued, 1.005))
  await pay(kontor, issued, 10)
  await tells(kontor.get(`/invoices/${issued.id}?include=permitted`))
  const cancelled = await directInvoice(kontor, lines(1), { customer })
  await movedInvoice(kontor, cancelled, 'cancelled')
  await refuses('DOCUMENT_LOCKED', post(cancelled, 1))
}

/** Items that only voided invoices name, and pages that would show hidden fields. */
const voided: Cases = async ({ kontor, refuses, as }) => {
  const { item, lines, customer } = await scene(kontor, 'KX-001')
  const issued = await directInvoice(kontor, lines(1), { customer })
  const unpriced = await as({ invoices: { ...ALL, hidden: ['total'] }, customers: { can: ['read'] } })
  await refuses('FIELD_NOT_PERMITTED', kontor.get(`/invoices/${issued.id}/pdf`, unpriced))
  await kontor.delete(`/invoices/${issued.id}`)
  await refuses('RESOURCE_IN_USE', kontor.delete(`/items/${item.id}`))
  const unnumbered = await as({ items: ALL, invoices: { can: ['read'], hidden: ['invoiceNumber'] } })
  await refuses('RESOURCE_IN_USE', kontor.delete(`/items/${item.id}`, unnumbered))
  await create(kontor, '/sales-orders', { customer: customer.id, items: lines(1) })
  await refuses('RESOURCE_IN_USE', kontor.delete(`/items/${item.id}`))
}

const allocations: Cases = async ({ kontor, refuses, tells, as }) => {
  const { lines, customer } = await scene(kontor, 'LX-001')
  const terms = { customer, invoiceDate: '2026-02-27' }
  const issued = await directInvoice(kontor, lines(5), { ...terms, paymentTerms: '2/10 Net 30' })
  const plain = await directInvoice(kontor, lines(1), { ...terms, paymentTerms: 'Net 30' })
  const foreign = await directInvoice(kontor, lines(1))
  const settling = ({ id }: { id: string }, amount: number, discount = 0) => ({ invoice: id, amount, discount })
  const post = (more: object, options?: { token: string }) =>
    kontor.post('/payments', { customer: customer.id, amount: 20, ...more }, options)
  const blind = await as({ payments: ALL, invoices: { can: ['read'], hidden: ['invoiceNumber'] } })
  await refuses('VALIDATION_ERROR', kontor.post('/payments', { amount: 20 }))
  await refuses('VALIDATION_ERROR', post({ allocations: [settling(foreign, 10)] }))
  await refuses('VALIDATION_ERROR', post({ allocations: [settling(foreign, 10)] }, blind))
  await refuses('VALIDATION_ERROR', post({ allocations: [settling(issued, 1)], invoice: plain.id }))
  await refuses('OVER_ALLOCATED', post({ allocations: [settling(issued, 20.01)] }))
  const tooMuch = { allocations: [settling(plain, 10.01)] }
  await refuses('OVER_ALLOCATED', post(tooMuch))
  await refuses('OVER_ALLOCATED', post(tooMuch, await as({ payments: ALL })))
  await tells(post({ allocations: [settling(issued, 10, 5)] }))
  await tells(post({ allocations: [settling(issued, 10, 5)] }, blind))
  await tells(post({ allocations: [settling(plain, 1, 1)] }))
  const { id } = await create(kontor, '/payments', { customer: customer.id, amount: 20 })
  await refuses('DOCUMENT_LOCKED', kontor.post(`/payments/${id}/unallocate`, {}))
  await refuses('VALIDATION_ERROR', kontor.post(`/payments/${id}/allocate`, {}))
  await kontor.post(`/payments/${id}/allocate`, { allocations: [settling(issued, 20)] })
  await refuses('DOCUMENT_LOCKED', kontor.post(`/payments/${id}/allocate`, { oldestFirst: true }))
  await refuses('VALIDATION_ERROR', kontor.post(`/payments/${id}/unallocate`, { allocations: ['lin_nowhere'] }))
  const long = await directInvoice(kontor, lines(1), terms)
  const full = { customer: customer.id, amount: 20, allocations: Array(500).fill(settling(long, 0.01)) }
  const { id: fullId } = await create(kontor, '/payments', full)
  await refuses('VALIDATION_ERROR', kontor.post(`/payments/${fullId}/allocate`, { allocations: [settling(issued, 1)] }))
  const rich = await create(kontor, '/payments', { customer: customer.id, amount: 999 })
  await kontor.post(`/payments/${rich.id}/allocate`, { oldestFirst: true })
  await refuses('VALIDATION_ERROR', kontor.post(`/payments/${rich.id}/allocate`, { oldestFirst: true }))
}

const credits: Cases = async ({ kontor, refuses, tells, as }) => {
  const { item, lines, customer } = await scene(kontor, 'MX-001')
  const issued = await directInvoice(kontor, lines(5), { customer })
  const post = (more: object, options?: { token: string }) =>
    kontor.post('/credit-notes/from-invoice', { invoice: issued.id, ...more }, options)
  const act = ({ id }: { id: string }, action: string, body: object = {}) =>
    kontor.post(`/credit-notes/${id}/${action}`, body)
  const move = ({ id }: { id: string }, status: string) => kontor.put(`/credit-notes/${id}/status`, { status })
  await refuses('OVER_CREDITED', post({ items: [{ item: item.id, quantity: 6 }] }))
  await refuses('DOCUMENT_LOCKED', post({ invoice: (await directInvoice(kontor, lines(1), { draft: true })).id }))
  const note = (await post({ items: [{ item: item.id, quantity: 1 }] })).body.data
  await refuses('INVALID_STATUS_TRANSITION', move(note, 'void'))
  await refuses('INVALID_STATUS_TRANSITION', move(note, 'settled'))
  await refuses('INVALID_STATUS_TRANSITION', moveInvoice(kontor, issued, 'cancelled'))
  await refuses('DOCUMENT_LOCKED', act(note, 'refund', { amount: 1 }))
  await act(note, 'unallocate')
  await refuses('DOCUMENT_LOCKED', act(note, 'unrefund'))
  await refuses('OVER_ALLOCATED', act(note, 'refund', { amount: 999 }))
  await post({})
  await refuses('NOTHING_TO_CREDIT', post({}))
  await refuses('NOTHING_TO_CREDIT', post({}, await as({ 'credit-notes': { can: ['create'] }, invoices: { can: ['read'] } })))
  await tells(kontor.get(`/invoices/${issued.id}?include=permitted`))
}

export const invoiceCases: readonly Cases[] = [credits, fromOrders, corrections, dates, moves, payments, allocations, voided]
