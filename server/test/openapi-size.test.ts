// The OpenAPI document grows with the product: what its parts may add is bounded, not the whole.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Entry } from '../src/core/rules.ts'
import { describeApi } from '../src/http/openapi/document.ts'
import type { Fields } from '../src/model/fields.ts'
import { isReceived } from '../src/model/traits.ts'
import { catalog } from '../src/resources/catalog.ts'
import { registryOf } from '../src/resources/registry.ts'
import { onEveryDatabase } from './support/databases.ts'
import { gadgetMakers, gadgetOrders } from './support/gadget-orders.ts'
import { kontorFor } from './support/kontor.ts'
import type { Json } from './support/openapi.ts'
import { everyEntry } from './support/product.ts'

const KIB = 1024
/** What a plain resource of six fields adds, and a document with its usual fields and one of its own. */
const PLAIN_MAX = 12 * KIB
const DOCUMENT_MAX = 20 * KIB
/** The same of the resources of the product: for their operations, each field, and each action that only they have. */
const OPERATIONS_MAX = 10_000
const FIELD_MAX = 450
const OWN_ACTION_MAX = 2_500
/** What is there without any of them: signing in, administration, and what resources share. */
const SHARED_MAX = 250_000

const USUAL_ACTIONS = [
  ...['list', 'create', 'read', 'update', 'delete', 'history', 'read-by-key', 'upsert', 'export', 'bulk'],
  ...['status', 'pdf'],
]

const described = (entries: readonly Entry[]): Json =>
  describeApi({ entries, version: '0.1.0', origin: '', root: '/api/v1' })
const bytesOf = (entries: readonly Entry[]): number => Buffer.byteLength(JSON.stringify(described(entries)))
const without = (name: string) => everyEntry.filter(({ resource }) => resource.name !== name)

const countOf = (fields: Fields): number =>
  Object.values(fields)
    .filter(isReceived)
    .reduce((count, { options }) => count + (options.fields ? countOf(options.fields) : 1), 0)

const isWithin = (bytes: number, most: number, what: string) =>
  assert.ok(bytes <= most, `${what}: ${bytes} bytes, ${most} are allowed`)

onEveryDatabase('The OpenAPI document', (kind) => {
  const kontor = kontorFor(kind)
  let text: string
  before(async () => {
    text = (await kontor().get('/openapi.json', { token: null })).text
  })

  test('is minified, and has no other paths than those that are measured here', () => {
    const document = JSON.parse(text)
    assert.equal(text, JSON.stringify(document))
    assert.deepEqual(Object.keys(document.paths).sort(), Object.keys(described(everyEntry).paths).sort())
  })

  test(`has at most ${SHARED_MAX} bytes without the resources of the business`, () => {
    const names = catalog.map(({ name }) => name)
    isWithin(bytesOf(everyEntry.filter(({ resource }) => !names.includes(resource.name))), SHARED_MAX, 'shared')
  })

  test(`grows by at most ${PLAIN_MAX} bytes with a plain resource, by ${DOCUMENT_MAX} with a document`, () => {
    const [maker, order] = registryOf([gadgetMakers, gadgetOrders]) as [Entry, Entry]
    const [whole, withMaker] = [bytesOf(everyEntry), bytesOf([...everyEntry, maker])]
    isWithin(withMaker - whole, PLAIN_MAX, 'a plain resource')
    isWithin(bytesOf([...everyEntry, maker, order]) - withMaker, DOCUMENT_MAX, 'a document')
  })

  test(`grows with a resource of the product by at most ${OPERATIONS_MAX} bytes, and ${FIELD_MAX} for each field`, () => {
    const whole = bytesOf(everyEntry)
    for (const { resource, actions } of everyEntry.filter(({ resource }) => catalog.includes(resource))) {
      const own = actions.filter(({ name }) => !USUAL_ACTIONS.includes(name)).length
      const most = OPERATIONS_MAX + FIELD_MAX * countOf(resource.fields) + OWN_ACTION_MAX * own
      isWithin(whole - bytesOf(without(resource.name)), most, resource.name)
    }
  })
})
