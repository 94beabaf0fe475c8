import { addRole, signedIn } from '../../support/people.ts'
import { createCustomer, createItem, itemBody } from '../../support/records.ts'
import { createOrder } from '../../support/trade.ts'
import type { Cases } from '../recorder.ts'

const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

/** Values that are not of the kind of their field. */
const wrongValues: Cases = async ({ kontor, refuses }) => {
  const invalid = (path: string, body: object) => refuses('VALIDATION_ERROR', kontor.post(path, body))
  await invalid('/items', {})
  await invalid('/items', { itemCode: 5, itemName: 'x'.repeat(300), category: 'a\u0001b', itemType: 'Gift' })
  await invalid('/items', itemBody({ sellingPrice: 'ten', costPrice: -1, taxRate: 500, reorderQty: 0.00001 }))
  await invalid('/items', itemBody({ isActive: 'yes', images: 'one.png', colour: 'red', categry: 'Tools' }))
  await invalid('/items', itemBody({ images: many(21, 'https://example.com/x.png') }))
  await invalid('/items', itemBody({ images: ['one.png'] }))
  await invalid('/customers', { name: 'Acme', email: 'acme', address: 'Hamburg' })
  await invalid('/customers', { name: 'Acme', address: { country: 'Germany' } })
  await invalid('/customers', { name: 'Acme', address: { country: 'XX' } })
  await invalid('/stock-movements', { item: '', quantity: -1e15 })
  await invalid('/sales-orders', { customer: 'x'.repeat(65), orderDate: 'today', items: 'one' })
  await invalid('/sales-orders', { customer: 'cus_unknown', items: [{ item: 'itm_unknown', quantity: 1 }] })
  await invalid('/sales-orders', { customer: 'cus_unknown', items: [] })
  await invalid('/sales-orders', { customer: 'cus_unknown', items: [5] })
  await invalid('/sales-orders', { customer: 'cus_unknown', items: many(501, {}) })
  await invalid('/api-keys', { name: 'Web shop', scopes: [], expiresAt: 'soon' })
  const permissions = Object.fromEntries(many(101, {}).map((value, index) => [`resource-${index}`, value]))
  await invalid('/roles', { name: 'clerk', permissions, secondFactorGraceDays: 1.5 })
  await invalid('/roles', { name: 'clerk', permissions: 'all', secondFactorGraceDays: 1000 })
  await invalid('/views', { name: 'Mine', resource: 'No such name' })
}

const uniqueValues: Cases = async ({ kontor, refuses }) => {
  await createItem(kontor, { itemCode: 'AX-001' })
  const taken = itemBody({ itemCode: 'AX-001' })
  await refuses('VALIDATION_ERROR', kontor.post('/items', taken))
  const role = await addRole(kontor.engine, { items: { can: ['create'] } })
  const { token } = await signedIn(kontor, role)
  await refuses('VALIDATION_ERROR', kontor.post('/items', taken, { token }))
}

/** Values that were sent for fields that no client sets. */
const readOnlyValues: Cases = async ({ kontor, tells }) => {
  const item = await createItem(kontor, { itemCode: 'AX-002' })
  await tells(kontor.put(`/items/${item.id}`, { currentStock: 5, isLowStock: true }))
  const { body } = await kontor.get('/roles?name=viewer')
  await tells(kontor.put(`/roles/${body.data[0].id}`, { isShipped: false }))
  const order = await createOrder(kontor, many(26, item), { customer: await createCustomer(kontor) })
  const lines = order.items.map((line: object) => ({ ...line, amount: 1, taxAmount: 2 }))
  await tells(kontor.put(`/sales-orders/${order.id}`, { status: 'closed', subtotal: 5, items: lines }))
  const can = ['read', 'update'] as const
  const { token } = await signedIn(kontor, await addRole(kontor.engine, { items: { can, hidden: ['currentStock'] } }))
  await tells(kontor.put(`/items/${item.id}`, { currentStock: 5 }, { token }))
}

export const fieldCases: readonly Cases[] = [wrongValues, uniqueValues, readOnlyValues]
