// A program of a user of @hey-api/openapi-ts: create, list, update, delete.
import assert from 'node:assert/strict'
import { client } from './hey-api/client.gen.ts'
import { createCustomer, deleteCustomer, listCustomers, updateCustomer } from './hey-api/index.ts'
import type { Customer } from './hey-api/types.gen.ts'

const [baseUrl, token] = process.argv.slice(2)
client.setConfig({
  baseUrl: baseUrl!,
  auth: ({ scheme }) => (scheme === 'bearer' ? token : undefined),
})

const created = await createCustomer({ body: { name: 'Südlicht' }, headers: { 'Idempotency-Key': 'hey-api' } })
assert.ok(created.data, JSON.stringify(created.error))
const customer: Customer = created.data.data
// Every field is there, and needs no question mark.
assert.deepEqual([customer.address.city, customer.version.toFixed()], [null, '1'])

const listed = await listCustomers({ query: { name: 'Südlicht', version: { gte: 1 }, fields: ['id', 'name'] } })
assert.deepEqual(
  listed.data?.data.map(({ id }) => id),
  [customer.id],
)

const path = { id: customer.id }
const updated = await updateCustomer({ path, body: { address: { city: 'München' } } })
assert.equal(updated.data?.data.address.city, 'München')

const refused = await createCustomer({ body: { name: '' } })
assert.equal(refused.error?.error.code, 'VALIDATION_ERROR')
// @ts-expect-error A code that this operation is never refused with.
assert.ok(!(refused.error?.error.code === 'OVER_INVOICED'))

const removed = await deleteCustomer({ path })
assert.equal(removed.response?.status, 204)

// @ts-expect-error The name is required.
const incomplete = () => createCustomer({ body: {} })
assert.equal(typeof incomplete, 'function')
