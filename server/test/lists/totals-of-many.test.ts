import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { everyResource } from '../../src/app/every-resource.ts'
import { createBulkStore } from '../../src/db/bulk/bulk-store.ts'
import { fillSized } from '../../src/demo/sized/fill.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { kontorFor } from '../support/kontor.ts'
import { createItem } from '../support/records.ts'
import { createOrder } from '../support/trade.ts'

/** The most records that a list counts and adds up. */
const MOST = 100_000
const ALL = 'total[gte]=0'

onEveryDatabase('Counts and sums of a list of many records', (kind) => {
  const kontor = kontorFor(kind)
  before(async () => {
    const store = createBulkStore(kontor().engine, everyResource())
    for await (const _ of fillSized(store, { items: 20, customers: 20, orders: MOST }, kontor().now()));
  })

  async function metaOf(query: string) {
    const { status, body, text } = await kontor().get(`/sales-orders?perPage=1&include=counts,sums&${query}`)
    assert.equal(status, 200, text)
    return body.meta
  }
  const added = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

  test(`are there as long as the filters find at most ${MOST} records`, async () => {
    const { total, counts, sums } = await metaOf(ALL)
    assert.deepEqual([total, added(counts.status)], [MOST, MOST])
    assert.ok(sums.total.EUR > 0)
  })

  test('are left out if they find one more; the records and their number are answered all the same', async () => {
    await createOrder(kontor(), [await createItem(kontor(), { sellingPrice: 1 })])
    const many = await metaOf(ALL)
    assert.deepEqual([many.total, 'counts' in many, 'sums' in many], [MOST + 1, false, false])
    const some = await metaOf(`${ALL}&status=cancelled`)
    assert.deepEqual(['counts' in some, 'sums' in some], [false, true], 'the counts are of all statuses')
  })

  test('are there without filters, as far as they are stored', async () => {
    const { total, counts, sums } = await metaOf('')
    assert.deepEqual([total, added(counts.status), sums], [MOST + 1, MOST + 1, undefined])
  })
})
