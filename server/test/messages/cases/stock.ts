import { create, createCustomer, createItem } from '../../support/records.ts'
import {
  createOrder,
  createService,
  createStockedItem,
  createSubmitted,
  deliver,
  moveOrder,
  moveThrough,
} from '../../support/trade.ts'
import type { Cases } from '../recorder.ts'

const ALL = { can: ['read', 'create', 'update', 'delete'] } as const

const movements: Cases = async ({ kontor, refuses, as }) => {
  const item = await createStockedItem(kontor, 5, { itemCode: 'AX-001' })
  const post = (body: object, options?: { token: string }) =>
    kontor.post('/stock-movements', { item: item.id, reason: 'adjustment', ...body }, options)
  await refuses('INSUFFICIENT_STOCK', post({ quantity: -9 }))
  await refuses('INSUFFICIENT_STOCK', post({ quantity: -9 }, await as({ 'stock-movements': ALL })))
  await refuses('VALIDATION_ERROR', post({ quantity: 0 }))
  await refuses('VALIDATION_ERROR', post({ quantity: 1, reason: 'delivery' }))
  await refuses('VALIDATION_ERROR', post({ quantity: 99_999_999_999 }))
  const service = await createService(kontor, { itemCode: 'SERVICE' })
  await refuses('INSUFFICIENT_STOCK', post({ item: service.id, quantity: 1 }))
  const movement = await create(kontor, '/stock-movements', { item: item.id, quantity: 1, reason: 'receipt' })
  await refuses('DOCUMENT_LOCKED', kontor.put(`/stock-movements/${movement.id}`, { quantity: 2 }))
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/stock-movements/${movement.id}`))
}

const deliveries: Cases = async ({ kontor, refuses, tells }) => {
  const customer = await createCustomer(kontor)
  const item = await createStockedItem(kontor, 5, { itemCode: 'BX-001' })
  const lines = (quantity: number) => [{ item: item.id, quantity }]
  const post = (order: { id: string }, more: object = {}) =>
    kontor.post('/deliveries', { salesOrder: order.id, ...more })
  const order = await createOrder(kontor, lines(3), { customer })
  await refuses('DOCUMENT_LOCKED', post(order))
  await moveThrough(kontor, order, 'submitted', 'on_hold')
  await refuses('DOCUMENT_LOCKED', post(order))
  await moveThrough(kontor, order, 'submitted')
  await refuses('DOCUMENT_LOCKED', post(order, { items: lines(4) }))
  await deliver(kontor, order)
  await refuses('DOCUMENT_LOCKED', post(order))
  await moveThrough(kontor, order, 'closed')
  await refuses('DOCUMENT_LOCKED', post(order))
  const cancelled = await moveThrough(kontor, await createOrder(kontor, lines(1), { customer }), 'cancelled')
  await refuses('DOCUMENT_LOCKED', post(cancelled))
  await tells(moveOrder(kontor, await createOrder(kontor, lines(9), { customer }), 'submitted'))
  const large = await createSubmitted(kontor, lines(9), { customer })
  await refuses('INSUFFICIENT_STOCK', post(large))
}

const settings: Cases = async ({ kontor, refuses, open }) => {
  await refuses('DOCUMENT_LOCKED', kontor.put('/settings', { currency: 'USD' }))
  const company = await open({})
  const wrong = { currency: 'EURO', timeZone: 'Berlin', orderNumberPattern: 'SO', invoiceNumberPattern: 'INV' }
  await refuses('VALIDATION_ERROR', company.put('/settings', { ...wrong, currency: 'ABC' }))
  await createItem(company)
  await refuses('NOT_EMPTY', company.post('/settings/demo-data', {}))
}

export const stockCases: readonly Cases[] = [movements, deliveries, settings]
