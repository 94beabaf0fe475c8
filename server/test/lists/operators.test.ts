import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { filterableOf } from '../../src/core/lists/parse-list.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { listed as listedResources } from '../support/world.ts'
import { idsOf } from './model.ts'
import { checkOperators } from './questions.ts'
import { fill, fillViews } from './sample.ts'
import { fillTrade } from './trade.ts'
import { listed } from './walk.ts'

onEveryDatabase('Filters', (kind) => {
  const [stocked, trading] = [kontorFor(kind), kontorFor(kind)]
  const records: Record<string, AnyRecord[]> = {}
  before(async () => {
    records.items = await fill(stocked(), 'items')
    records.customers = await fill(stocked(), 'customers')
    Object.assign(records, await fillTrade(trading()))
    records.views = await fillViews(trading())
  })

  for (const resource of listedResources) {
    const { name } = resource
    const isPlain = ['items', 'customers'].includes(name)
    const kontor = isPlain ? stocked : trading
    for (const [path, field] of filterableOf(resource)) {
      test(`${name} can be filtered by ${path} with every operator`, async () => {
        await checkOperators(kontor(), name, records[name]!, path, field, isPlain ? 'thorough' : 'brief')
      })
    }
  }

  test('an overdue invoice answers to status=overdue, and still to the status that it has', async () => {
    const invoices = records.invoices!
    const overdue = invoices.filter(({ isOverdue }) => isOverdue)
    const rest = invoices.filter(({ isOverdue }) => !isOverdue)
    assert.ok(overdue.length > 2 && rest.length > 2)
    const found = async (filter: string, value: string) => {
      const { data, meta } = await listed(trading(), '/invoices', { [filter]: value, perPage: 100 })
      assert.equal(meta.total, data.length)
      return idsOf(data).sort()
    }
    for (const filter of ['status', 'status[eq]', 'status[in]'])
      assert.deepEqual(await found(filter, 'overdue'), idsOf(overdue).sort(), filter)
    assert.deepEqual(await found('status[ne]', 'overdue'), idsOf(rest).sort())
    const unpaid = idsOf(invoices.filter(({ status }) => status === 'unpaid'))
    assert.deepEqual(await found('status', 'unpaid'), unpaid.sort())
    assert.ok(overdue.some(({ id }) => unpaid.includes(id as string)))
  })

  test('what asks for overdue in another way is refused, with the way in which it can be asked', async () => {
    for (const [query, said] of [
      ['status[in]=overdue,paid', /isOverdue=true, or status=overdue/],
      ['status[gt]=overdue', /isOverdue=true, or status=overdue/],
      ['isOverdue[like]=t%25', /has no text to match\. Use another operator/],
    ] as const) {
      const { status, body } = await trading().get(`/invoices?${query}`)
      assert.equal(status, 400, query)
      assert.equal(body.error.code, 'INVALID_FILTER')
      assert.equal(body.error.details[0].field, query.split('=')[0])
      assert.match(body.error.message, said)
    }
  })

  test('nothing else can be overdue: the word is known, and finds nothing', async () => {
    const { data, meta } = await listed(trading(), '/sales-orders', { status: 'overdue' })
    assert.deepEqual([data, meta.total], [[], 0])
  })
})
