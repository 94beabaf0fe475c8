import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { filterableOf, sortableOf } from '../../src/core/lists/parse-list.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { customers } from '../../src/resources/customers/customers.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { type Kontor, kontorFor } from '../support/kontor.ts'
import { type Filter, idsOf, matches, sorted } from './model.ts'
import { walkCursor, walkPages } from './walk.ts'

const RUNS = 25
const scalars = filterableOf(customers)
const sortable = sortableOf(customers)

/** Few different values, so that ties and empty values are common. */
const word = fc.constantFrom('a', 'A', 'ab', 'Ä', 'ä', '', 'b,c', '😀', '￿')
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 })
const amount = fc.constantFrom(0, 0.0001, 1, 1.5, 10, 99_999_999_999.9999)
const customer = fc.record({
  name: fc.constantFrom('n', 'N', 'ñ', 'm', '日'),
  email: optional(fc.constantFrom('a@b.example', 'A@b.example', 'c@d.example')),
  type: fc.constantFrom('Company', 'company', 'Person'),
  address: fc.record({ city: optional(word), country: optional(fc.constantFrom('DE', 'FR')) }),
  creditLimit: optional(amount),
  isActive: fc.boolean(),
})

const filter = fc
  .oneof(
    fc.tuple(fc.constant('creditLimit'), fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq', 'ne'), amount.map(String)),
    fc.tuple(fc.constant('address.city'), fc.constantFrom('eq', 'ne', 'gt', 'lte'), word),
    fc.tuple(fc.constant('address.city'), fc.constantFrom('eq', 'ne', 'in'), fc.constant('null')),
    fc.tuple(fc.constant('address.city'), fc.constant('like'), fc.constantFrom('a', 'a%', '_', 'ä', '%,%')),
    fc.tuple(fc.constant('isActive'), fc.constant('eq'), fc.boolean().map(String)),
    fc.tuple(fc.constant('type'), fc.constant('in'), fc.constantFrom('Company,Person', 'company', 'null')),
  )
  .map(([path, operator, text]): Filter => ({ path, operator: operator as 'eq', text, field: scalars.get(path)! }))

const listing = fc.record({
  sort: fc.constantFrom(...sortable),
  order: fc.constantFrom('asc', 'desc'),
  perPage: fc.integer({ min: 1, max: 9 }),
  filters: fc.uniqueArray(filter, { maxLength: 2, selector: ({ path, operator }) => `${path}[${operator}]` }),
})

async function replaceAll(kontor: Kontor, rows: readonly object[]): Promise<AnyRecord[]> {
  const old = await walkPages(kontor, '/customers', { perPage: 100, fields: 'id' })
  for (const { id } of old) assert.equal((await kontor.delete(`/customers/${id}`)).status, 204)
  const records: AnyRecord[] = []
  for (const row of rows) {
    const { status, body, text } = await kontor.post('/customers', row)
    assert.equal(status, 201, text)
    records.push(body.data)
  }
  return records
}

onEveryDatabase('Reading a whole list', (kind) => {
  const kontor = kontorFor(kind)

  test('by page and by cursor gives the same records in the same order, whatever is in the list', async () => {
    const property = fc.asyncProperty(
      fc.array(customer, { maxLength: 20 }),
      fc.array(listing, { minLength: 3, maxLength: 3 }),
      async (rows, listings) => {
        const records = await replaceAll(kontor(), rows)
        for (const { sort, order, perPage, filters } of listings) {
          const left = records.filter((record) => filters.every((condition) => matches(record, condition)))
          const expected = idsOf(sorted(left, sort, order))
          const named = filters.map(({ path, operator, text }) => [`${path}[${operator}]`, text])
          const parameters = { ...Object.fromEntries(named), sort, order, perPage }
          assert.deepEqual(idsOf(await walkPages(kontor(), '/customers', parameters)), expected, 'by page')
          assert.deepEqual(idsOf(await walkCursor(kontor(), '/customers', parameters)), expected, 'by cursor')
        }
      },
    )
    await fc.assert(property, { numRuns: RUNS })
  })
})
