import { createKey, withKey } from '../../support/keys.ts'
import { addUser, signedIn } from '../../support/people.ts'
import { create, createCustomer, createItem } from '../../support/records.ts'
import { createOrder, createStockedItem, createSubmitted, deliver } from '../../support/trade.ts'
import type { Cases } from '../recorder.ts'

const ALL = { can: ['read', 'create', 'update', 'delete', 'submit', 'cancel'] } as const
const READ = { can: ['read'] } as const

const roles: Cases = async ({ kontor, refuses, tells, as }) => {
  const viewer = await signedIn(kontor, 'viewer')
  await refuses('FORBIDDEN', kontor.post('/items', {}, viewer))
  await refuses('FORBIDDEN', kontor.post('/imports', {}, viewer))
  const view = await create(kontor, '/views', { name: 'Shared', resource: 'items', isShared: true })
  await refuses('FORBIDDEN', kontor.put(`/views/${view.id}`, { name: 'Mine' }, viewer))
  await tells(kontor.get('/settings?include=permitted'))
  const order = await createOrder(kontor, [await createItem(kontor)], { customer: await createCustomer(kontor) })
  const move = (options: { token: string }) =>
    kontor.put(`/sales-orders/${order.id}/status`, { status: 'submitted' }, options)
  await refuses('FORBIDDEN', move(viewer))
  await tells(kontor.get(`/sales-orders/${order.id}`, viewer))
  await refuses('FORBIDDEN', move(await as({ 'sales-orders': { can: ['read', 'update', 'cancel'] } })))
}

const credentials: Cases = async ({ kontor, refuses }) => {
  const reading = withKey(await createKey(kontor))
  await refuses('INSUFFICIENT_SCOPE', kontor.post('/items', {}, reading))
  const administering = withKey(await createKey(kontor, { scopes: ['read', 'write', 'delete', 'admin'] }))
  await refuses('FORBIDDEN', kontor.post('/roles', {}, administering))
  await refuses('FORBIDDEN', kontor.get('/auth/api-keys', administering))
  const { id } = await addUser(kontor.engine, 'viewer')
  await refuses('FIELD_NOT_PERMITTED', kontor.put(`/users/${id}`, { email: 'other@example.com' }, administering))
}

const fields: Cases = async ({ kontor, refuses, as }) => {
  const item = await createItem(kontor)
  const asClerk = await as({ items: { ...ALL, hidden: ['costPrice'], readOnly: ['sellingPrice'] } })
  await refuses('FIELD_NOT_PERMITTED', kontor.get('/items?fields=costPrice', asClerk))
  await refuses('FIELD_NOT_PERMITTED', kontor.put(`/items/${item.id}`, { sellingPrice: 1 }, asClerk))
}

/** Messages without what the role may not see. */
const redacted: Cases = async ({ kontor, refuses, tells, as }) => {
  const customer = await createCustomer(kontor)
  const item = await createStockedItem(kontor, 9)
  const order = await createSubmitted(kontor, [{ item: item.id, quantity: 5 }], { customer })
  await deliver(kontor, order, [{ item: item.id, quantity: 3 }])
  const orders = `/sales-orders/${order.id}`
  const others = { customers: READ, items: READ }
  const deleting = await as({ items: ALL, 'stock-movements': READ })
  await refuses('RESOURCE_IN_USE', kontor.delete(`/items/${item.id}`, deleting))
  await tells(kontor.get(`/items/${item.id}?include=permitted`))
  const hidden = ['deliveryStatus', 'items.deliveredQuantity']
  const blind = await as({ 'sales-orders': { ...ALL, hidden }, ...others })
  const items = [{ id: order.items[0].id, item: item.id, quantity: 1 }]
  await refuses('VALIDATION_ERROR', kontor.put(orders, { items }, blind))
  await refuses('INVALID_STATUS_TRANSITION', kontor.put(`${orders}/status`, { status: 'draft' }, blind))
  const stranger = await as({ deliveries: ALL })
  const wrongLine = { salesOrder: order.id, items: [{ line: 'lin_unknown', quantity: 1 }] }
  await refuses('VALIDATION_ERROR', kontor.post('/deliveries', wrongLine, stranger))
  const draft = await createOrder(kontor, [{ item: item.id, quantity: 100 }], { customer })
  await refuses('DOCUMENT_LOCKED', kontor.post('/deliveries', { salesOrder: draft.id }, stranger))
  const unstocked = await as({ 'sales-orders': ALL, customers: READ, items: { ...READ, hidden: ['currentStock'] } })
  await tells(kontor.put(`/sales-orders/${draft.id}/status`, { status: 'submitted' }, unstocked))
}

export const accessCases: readonly Cases[] = [roles, credentials, fields, redacted]
