import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call } from './call.ts'
import { queryText } from './query-text.ts'

test('filters, lists of fields and what has no value are written as the API reads them', () => {
  const query = { status: 'active', sellingPrice: { gte: 10, lt: 20 }, fields: ['id', 'itemName'], search: undefined }
  assert.equal(queryText(query), 'status=active&sellingPrice[gte]=10&sellingPrice[lt]=20&fields=id,itemName')
  assert.equal(queryText({ status: '', createdAt: { gte: '' } }), '')
})

test('what the contract does not know does not compile', () => {
  const wrong = [
    // @ts-expect-error There is no such operation.
    () => call('GET /nothing'),
    // @ts-expect-error Which session?
    () => call('DELETE /auth/sessions/{id}'),
    // @ts-expect-error An hour is no interval.
    () => call('GET /reports/sales', { query: { interval: 'hour' } }),
    // @ts-expect-error The new password is missing.
    () => call('POST /auth/password', { body: { currentPassword: 'secret' } }),
    // @ts-expect-error Nothing can be greater "than" in this way.
    () => call('GET /items', { filter: { sellingPrice: { than: 10 } } }),
    // @ts-expect-error The limit of a day may be null.
    async () => (await call('GET /usage')).data.api.day.limit.toFixed(),
  ]
  assert.equal(wrong.length, 6)
})
