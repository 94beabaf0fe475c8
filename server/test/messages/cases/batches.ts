import { createItem, itemBody } from '../../support/records.ts'
import type { Cases } from '../recorder.ts'

const dryRuns: Cases = async ({ kontor, refuses }) => {
  await refuses('INVALID_PARAMETER', kontor.post('/items?dryRun=1', itemBody()))
  await refuses('INVALID_PARAMETER', kontor.post('/imports?dryRun=true', {}))
}

const batches: Cases = async ({ kontor, refuses }) => {
  const { itemCode } = await createItem(kontor)
  const batch = (...operations: object[]) => kontor.post('/batch', { operations })
  const create = (body: unknown, ref?: string) => ({ method: 'POST', path: '/items', body, ...(ref && { ref }) })
  await refuses('BATCH_FAILED', batch(create(itemBody({ itemCode }))))
  await refuses('BATCH_FAILED', batch(create({ itemName: '$order.name' })))
  await refuses('BATCH_FAILED', batch(create(itemBody(), 'item'), create({ itemName: '$item.colour' })))
  await refuses('BATCH_FAILED', batch(create([])))
  await refuses('NOT_BATCHABLE', batch({ method: 'POST', path: '/auth/logout' }))
  await refuses('VALIDATION_ERROR', batch())
  await refuses('VALIDATION_ERROR', batch(create(itemBody(), '5')))
  await refuses('VALIDATION_ERROR', batch(create(itemBody(), 'a'), create(itemBody(), 'a')))
}

const rows: Cases = async ({ kontor, refuses, tells }) => {
  const bulk = (body: object) => kontor.post('/items/bulk', body)
  await refuses('VALIDATION_ERROR', bulk({ action: 'create' }))
  await refuses('VALIDATION_ERROR', bulk({ action: 'upsert', rows: [{}] }))
  await tells(bulk({ action: 'create', rows: [1] }))
  await tells(bulk({ action: 'upsert', key: 'itemCode', rows: [{}] }))
  const lines = (text: string) =>
    kontor.call('POST', '/items/bulk', { text, headers: { 'content-type': 'application/x-ndjson' } })
  await refuses('INVALID_JSON', lines('{"action":"create"}\n{'))
  await refuses('INVALID_JSON', lines('1\n{}'))
}

export const batchCases: readonly Cases[] = [dryRuns, batches, rows]
