import { createCustomer, createItem } from '../../support/records.ts'
import { createOrder } from '../../support/trade.ts'
import type { Cases } from '../recorder.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const filters: Cases = async ({ kontor, refuses }) => {
  const fifty = ['itemCode', 'itemName', 'category', 'uom', 'description', 'sellingPrice', 'costPrice'].flatMap(
    (path) => ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'like'].map((operator) => `${path}[${operator}]=1`),
  )
  for (const query of [
    'colour=red',
    'categry=Tools',
    'sellingPrice[gtee]=1',
    'sellingPrice[is]=1',
    'sellingPrice=abc',
    'sellingPrice=0.00001',
    'sellingPrice=100000000000000000000',
    'isActive=1',
    'itemType=Gift',
    'createdAt=today',
    'version=one',
    'version=99999999999',
    `category[in]=${numbers(201)}`,
    `category[like]=${'x'.repeat(201)}`,
    fifty.join('&'),
  ])
    await refuses('INVALID_FILTER', kontor.get(`/items?${query}`))
  await refuses('INVALID_FILTER', kontor.get('/customers?balance.outstanding[like]=1'))
  await refuses('INVALID_FILTER', kontor.get('/invoices?status[in]=paid,overdue'))
  await refuses('INVALID_FILTER', kontor.get('/invoices?dueDate=today'))
}

const parameters: Cases = async ({ kontor, refuses }) => {
  for (const query of [
    'page=0',
    'page=1&page=2',
    'page=1&cursor=abc',
    'order=up',
    'include=everything',
    'fields=colour',
    'fields=itemNam',
    'expand=item',
    'updatedSince=today',
    `search=${'x'.repeat(201)}`,
    `search=${numbers(11).join('+')}`,
  ])
    await refuses('INVALID_PARAMETER', kontor.get(`/items?${query}`))
  await refuses('INVALID_PARAMETER', kontor.get('/stock-movements?expand=itm'))
  await refuses('INVALID_PARAMETER', kontor.get('/items/export?page=2'))
  await refuses('INVALID_PARAMETER', kontor.get('/items/export?format=ndjson&for=spreadsheet'))
  await refuses('INVALID_SORT', kontor.get('/items?sort=colour'))
  await refuses('INVALID_SORT', kontor.get('/items?sort=itemnam'))
  await refuses('INVALID_CURSOR', kontor.get('/items?cursor=abc'))
  await refuses('INVALID_PARAMETER', kontor.get('/search'))
  await refuses('NOT_FOUND', kontor.get('/resources/itms'))
  await refuses('NOT_FOUND', kontor.get('/resources/colours'))
}

const events: Cases = async ({ kontor, refuses }) => {
  for (const query of ['resources=invoice', 'resources=colours', 'types=invoices.payed', 'limit=101', 'wait=31'])
    await refuses('INVALID_PARAMETER', kontor.get(`/events?${query}`))
  await refuses('INVALID_CURSOR', kontor.get('/events?after=abc'))
}

const reports: Cases = async ({ kontor, refuses }) => {
  const sales = (query: string) => kontor.get(`/reports/sales?${query}`)
  await refuses('INVALID_PARAMETER', sales('from=2026-02-01&to=2026-01-01'))
  for (const interval of ['day', 'week', 'month'])
    await refuses('INVALID_PARAMETER', sales(`interval=${interval}&from=1900-01-01&to=2100-01-01`))
}

const bulk: Cases = async ({ kontor, refuses, tells }) => {
  const item = await createItem(kontor, { itemCode: 'AX-001' })
  await createOrder(kontor, [item], { customer: await createCustomer(kontor) })
  const ids = [item.id]
  const ask = (body: object) => kontor.post('/items/bulk', body)
  await refuses('VALIDATION_ERROR', ask({ action: 'delete' }))
  await refuses('INVALID_FILTER', ask({ action: 'delete', filter: 'category=%00' }))
  await refuses('INVALID_PARAMETER', ask({ action: 'delete', filter: 'search=%00' }))
  await refuses('VALIDATION_ERROR', ask({ action: 'update', ids, input: 'all' }))
  await refuses('VALIDATION_ERROR', ask({ action: 'delete', ids, input: { now: true } }))
  await tells(ask({ action: 'delete', ids }))
}

export const listCases: readonly Cases[] = [filters, parameters, events, reports, bulk]
