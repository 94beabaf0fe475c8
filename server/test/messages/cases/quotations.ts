import { create, createCustomer, createItem } from '../../support/records.ts'
import type { Cases } from '../recorder.ts'

const ALL = { can: ['read', 'create', 'update', 'delete', 'submit', 'cancel'] } as const
const READ = { can: ['read'] } as const

const quotationScene = async ({ kontor }: Parameters<Cases>[0], itemCode: string) => {
  const item = await createItem(kontor, { itemCode, sellingPrice: 10 })
  const customer = await createCustomer(kontor, { name: 'Acme' })
  const lines = (quantity: number) => [{ item: item.id, quantity }]
  const body = (more: object = {}) => ({ customer: customer.id, items: lines(5), ...more })
  const move = ({ id }: { id: string }, status: string, more: object = {}) =>
    kontor.put(`/quotations/${id}/status`, { status, ...more })
  const toOrder = ({ id }: { id: string }, more: object = {}, options?: { token: string }) =>
    kontor.post(`/quotations/${id}/to-order`, more, options)
  return { item, lines, body, move, toOrder }
}

const quoting: Cases = async (scene) => {
  const { kontor, refuses, tells } = scene
  const { body, move } = await quotationScene(scene, 'QX-001')
  const days = { quotationDate: '2026-03-02', validUntil: '2026-03-01' }
  await refuses('VALIDATION_ERROR', kontor.post('/quotations', body(days)))
  const past = await create(kontor, '/quotations', body({ quotationDate: '2026-01-02', validUntil: '2026-02-01' }))
  await move(past, 'sent')
  await refuses('DOCUMENT_LOCKED', kontor.delete(`/quotations/${past.id}`))
  await tells(move(past, 'accepted'))
  await refuses('INVALID_FILTER', kontor.get('/quotations?isExpired[like]=x'))
}

const ordering: Cases = async (scene) => {
  const { kontor, refuses, tells, as } = scene
  const { lines, body, move, toOrder } = await quotationScene(scene, 'QX-002')
  const quotation = await create(kontor, '/quotations', body())
  await refuses('FORBIDDEN', toOrder(quotation, {}, await as({ quotations: ALL, 'sales-orders': READ })))
  await refuses('FORBIDDEN', toOrder(quotation, {}, await as({ quotations: READ, 'sales-orders': ALL })))
  await refuses('ALREADY_CONVERTED', toOrder(quotation, { items: lines(9) }))
  await toOrder(quotation)
  await refuses('ALREADY_CONVERTED', toOrder(quotation))
  const blind = await as({ quotations: { ...ALL, hidden: ['quotationNumber'] }, 'sales-orders': ALL })
  await refuses('ALREADY_CONVERTED', toOrder(quotation, {}, blind))
  await refuses(
    'ALREADY_CONVERTED',
    toOrder(quotation, {}, await as({ quotations: ALL, 'sales-orders': { can: ['create'] } })),
  )
  await refuses('INVALID_STATUS_TRANSITION', move(quotation, 'rejected'))
  await tells(kontor.get(`/quotations/${quotation.id}?include=permitted`))
  const rejected = await create(kontor, '/quotations', body())
  await move(rejected, 'sent')
  await move(rejected, 'rejected', { rejectionReason: 'Too dear' })
  await refuses('DOCUMENT_LOCKED', toOrder(rejected))
}

export const quotationCases: readonly Cases[] = [quoting, ordering]
