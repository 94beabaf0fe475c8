import { createCustomer, createItem, itemBody } from '../../support/records.ts'
import type { Cases } from '../recorder.ts'

const externalIds: Cases = async ({ kontor, refuses, as }) => {
  await createItem(kontor, { externalIds: { shop: '1001' } })
  const send = (ids: unknown, options?: { token: string }) =>
    kontor.post('/items', itemBody({ externalIds: ids }), options)
  await refuses('VALIDATION_ERROR', send('1001'))
  await refuses('VALIDATION_ERROR', send({ Shop: '1001' }))
  await refuses('VALIDATION_ERROR', send({ constructor: '1001' }))
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`s${index}`, '1']))
  await refuses('VALIDATION_ERROR', send(many))
  await refuses('VALIDATION_ERROR', send({ shop: '1001' }))
  const own = await as({ items: { can: ['read', 'create'], own: true } })
  await refuses('VALIDATION_ERROR', send({ erp: '1', shop: '1001' }, own))
  await refuses('INVALID_FILTER', kontor.get('/items?externalIds.shop[like]=1'))
}

const byKey: Cases = async ({ kontor, refuses, as }) => {
  const { itemCode } = await createItem(kontor)
  const customer = await createCustomer(kontor)
  await refuses('INVALID_PARAMETER', kontor.get('/items/by/itemName/x'))
  await refuses('NOT_FOUND', kontor.get('/items/by/itemCode/none'))
  await refuses('VALIDATION_ERROR', kontor.put(`/items/by/itemCode/${itemCode}`, { itemCode: 'other' }))
  const numbered = { customer: customer.id, items: [] }
  await refuses('NOT_FOUND', kontor.put('/sales-orders/by/orderNumber/SO-1', numbered))
  const headers = { 'if-none-match': '*' }
  await refuses('RECORD_EXISTS', kontor.put(`/items/by/itemCode/${itemCode}`, {}, { headers }))
  const writer = await as({ items: { can: ['create', 'update'] } })
  await refuses('RECORD_EXISTS', kontor.put(`/items/by/itemCode/${itemCode}`, {}, { headers, ...writer }))
  for (const wrong of [{ name: 'Acme' }, {}])
    await refuses('VALIDATION_ERROR', kontor.post('/sales-orders', { customer: wrong, items: [] }))
}

export const keyedCases: readonly Cases[] = [externalIds, byKey]
