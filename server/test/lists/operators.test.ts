import { before, test } from 'node:test'
import { filterableOf } from '../../src/core/parse-list.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { customers } from '../../src/resources/customers/customers.resource.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { checkOperators } from './questions.ts'
import { fill, type SampledResource } from './sample.ts'

onEveryDatabase('Filters', (kind) => {
  const kontor = kontorFor(kind)
  const records: { [R in SampledResource]: AnyRecord[] } = { items: [], customers: [] }
  before(async () => {
    records.items = await fill(kontor(), 'items')
    records.customers = await fill(kontor(), 'customers')
  })

  for (const resource of [items, customers]) {
    for (const [path, field] of filterableOf(resource)) {
      test(`${resource.name} can be filtered by ${path} with every operator`, async () => {
        const rows = records[resource.name as SampledResource]
        await checkOperators(kontor(), resource.name, rows, path, field)
      })
    }
  }
})
