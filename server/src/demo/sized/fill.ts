import type { Batch, BulkStore } from '../../core/bulk.ts'
import type { Resource } from '../../model/resource.ts'
import { customers } from '../../resources/customers/customers.resource.ts'
import { numberFrom, seriesOf } from '../../resources/documents/numbering.ts'
import { items } from '../../resources/items/items.resource.ts'
import { salesOrders } from '../../resources/sales-orders/sales-orders.resource.ts'
import { instantAt, preparing, trading } from './calendar.ts'
import { customerAt } from './customers.ts'
import { itemAt } from './items.ts'
import { type NewOrder, orderAt } from './orders.ts'
import { seedContextFor } from './seed-context.ts'

export const KINDS = ['items', 'customers', 'orders'] as const
export type Kind = (typeof KINDS)[number]
/** The number of records of each resource. */
export type Sizes = { readonly [K in Kind]: number }

/** The progress so far. */
export interface Step {
  readonly kind: Kind
  readonly made: number
  readonly wanted: number
}

/** Creates one batch after this many existing records; returns how many were created. */
interface Maker {
  readonly resource: Resource
  readonly batchSize: number
  make(batch: Batch, made: number, count: number, wanted: number): Promise<number>
}

/** Adds the records in batches and yields the progress after each. Stopping early leaves complete batches. */
export async function* fillSized(store: BulkStore, sizes: Sizes, now: number): AsyncGenerator<Step> {
  const makers = makersAt(now)
  for (const kind of KINDS) {
    if (sizes[kind] === 0) continue
    const finish = await store.prepare(makers[kind].resource)
    try {
      yield* batchesOf(store, kind, makers[kind], sizes[kind])
    } finally {
      await finish()
    }
  }
}

async function* batchesOf(
  store: BulkStore,
  kind: Kind,
  { make, batchSize }: Maker,
  wanted: number,
): AsyncGenerator<Step> {
  for (let made = 0; made < wanted; ) {
    yield { kind, made, wanted }
    const count = Math.min(batchSize, wanted - made)
    made += await store.write((batch) => make(batch, made, count, wanted))
    if (made === wanted) yield { kind, made, wanted }
  }
}

const makersAt = (now: number): { readonly [K in Kind]: Maker } => ({
  items: {
    resource: items,
    batchSize: 5000,
    async make(batch, made, count, wanted) {
      const records = await numbered(batch, items.name, count, (number, index) =>
        itemAt(number, instantAt(preparing(now), made + index, wanted)),
      )
      const codes = records.map(({ itemCode }) => itemCode)
      const taken = await batch.takenAmong(items, 'itemCode', codes) // a user may have entered one by hand
      const free = records.filter(({ itemCode }) => !taken.has(itemCode))
      await batch.insert(items, free)
      return free.length
    },
  },
  customers: {
    resource: customers,
    batchSize: 5000,
    async make(batch, made, count, wanted) {
      const records = await numbered(batch, customers.name, count, (number, index) =>
        customerAt(number, instantAt(preparing(now), made + index, wanted)),
      )
      await batch.insert(customers, records)
      return count
    },
  },
  orders: {
    resource: salesOrders,
    batchSize: 2000,
    async make(batch, made, count, wanted) {
      const first = await batch.takeNumbers(seriesFor(salesOrders.name), count)
      const context = await seedContextFor(batch.reads, first)
      const orders = Array.from({ length: count }, (_, index) =>
        orderAt(first + index, instantAt(trading(now), made + index, wanted), context),
      )
      await batch.insert(salesOrders, await withOrderNumbers(batch, orders, context.settings.orderNumberPattern))
      return count
    },
  },
})

/** The numbers that were used so far, so that the next run continues from there. */
const seriesFor = (resource: string) => `seeded ${resource}`

async function numbered<T>(batch: Batch, resource: string, count: number, make: (number: number, index: number) => T) {
  const first = await batch.takeNumbers(seriesFor(resource), count)
  return Array.from({ length: count }, (_, index) => make(first + index, index))
}

/** From the same series as all other orders; each year has its own if the pattern shows it. */
async function withOrderNumbers(batch: Batch, orders: readonly NewOrder[], pattern: string) {
  const result: (NewOrder & { orderNumber: string })[] = []
  for (const [year, some] of Map.groupBy(orders, ({ orderDate }) => orderDate.slice(0, 4))) {
    const first = await batch.takeNumbers(`${salesOrders.name} ${seriesOf(pattern, year)}`, some.length)
    for (const [index, order] of some.entries())
      result.push({ ...order, orderNumber: numberFrom(pattern, year, first + index) })
  }
  return result
}
