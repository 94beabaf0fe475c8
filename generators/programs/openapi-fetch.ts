// A program of a user of openapi-typescript and openapi-fetch: create, list, update, delete.
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

const [baseUrl, token] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: baseUrl!, headers: { Authorization: `Bearer ${token}` } })

const created = await client.POST('/api/v1/customers', {
  params: { header: { 'Idempotency-Key': 'openapi-fetch' } },
  body: { name: 'Nordlicht' },
})
assert.ok(created.data)
const { id, address, version } = created.data.data
// Every field is there, and needs no question mark.
assert.deepEqual([address.city, version.toFixed()], [null, '1'])

const listed = await client.GET('/api/v1/customers', {
  params: { query: { name: 'Nordlicht', version: { gte: 1 }, sort: 'createdAt', perPage: 5 } },
})
assert.deepEqual(
  listed.data?.data.map((customer) => customer.id),
  [id],
)
assert.equal(listed.data?.meta.hasMore, false)

const updated = await client.PUT('/api/v1/customers/{id}', {
  params: { path: { id }, header: { 'If-Match': '"1"' } },
  body: { address: { city: 'Hamburg' } },
})
assert.equal(updated.data?.data.address.city, 'Hamburg')

const refused = await client.POST('/api/v1/customers', { body: { name: '' } })
const code: components['schemas']['ErrorCode'] | undefined = refused.error?.error.code
assert.equal(code, 'VALIDATION_ERROR')
// @ts-expect-error A code that this operation is never refused with.
assert.ok(!(refused.error?.error.code === 'OVER_INVOICED'))

const removed = await client.DELETE('/api/v1/customers/{id}', { params: { path: { id } } })
assert.equal(removed.response.status, 204)

// @ts-expect-error The name is required.
const incomplete = () => client.POST('/api/v1/customers', { body: {} })
assert.equal(typeof incomplete, 'function')
