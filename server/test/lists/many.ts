// Thousands of records, written past the API: one by one through the front door they would take minutes.
import type { Records } from '../../src/core/store.ts'
import { createStore } from '../../src/db/store.ts'
import type { AnyRecord } from '../../src/model/resource.ts'
import { catalog } from '../../src/resources/catalog.ts'
import { customers } from '../../src/resources/customers/customers.resource.ts'
import { items } from '../../src/resources/items/items.resource.ts'
import type { Kontor } from '../support/kontor.ts'
import { insertDocuments } from './many-documents.ts'
import { insertLike, storedSamples } from './many-samples.ts'
import { others } from './trade.ts'

export const MANY = 5000
export const MANY_DOCUMENTS = 3000
const CHUNK = 50
const HOUR_MS = 3_600_000

/** Equal values close together, as in real data: a search for the oldest from the newest end reads all rows. */
const inTurn = <T>(values: readonly T[], index: number): T => values[Math.floor((index / MANY) * values.length)]!

const activityAt = (index: number) => ({
  isActive: index > MANY / 5,
  status: index > MANY / 5 ? ('active' as const) : ('inactive' as const),
})
const CATEGORIES = [null, ...Array.from({ length: 19 }, (_, number) => `Category ${number}`)]

const itemAt = (index: number) => ({
  itemCode: `MANY-${index}`,
  itemName: `Item ${index % 900}`,
  category: inTurn(CATEGORIES, index),
  itemType: inTurn(['Service', 'Consumable', 'Product'] as const, index),
  uom: 'Nos',
  sellingPrice: (index * 7) % 1000,
  costPrice: (index * 11) % 700,
  taxRate: 19,
  currentStock: (index * 13) % 500,
  reservedStock: 0,
  availableStock: (index * 17) % 500,
  reorderLevel: index % 50,
  reorderQty: 0,
  isLowStock: index % 7 === 0,
  description: null,
  images: [],
  ...activityAt(index),
})

const customerAt = (index: number) => ({
  name: `Customer ${index % 900}`,
  email: index % 4 ? `mail${index}@example.com` : null,
  type: inTurn(['Public', 'Individual', 'Company'], index),
  address: {
    street: null,
    city: index > MANY / 20 ? `City ${index % 97}` : null,
    state: null,
    zipCode: null,
    country: inTurn([null, 'DE', 'FR', 'NO'], index),
  },
  creditLimit: index % 3 ? (index * 17) % 9000 : null,
  creditHold: false,
  ...activityAt(index),
})

/** One chunk an hour, so that the records reach far into the past. */
async function fillInChunks(
  { engine }: Kontor,
  count: number,
  insert: (records: Records, index: number) => Promise<void>,
) {
  const store = createStore(engine, catalog)
  for (let start = 0; start < count; start += CHUNK) {
    const now = new Date(Date.now() - (MANY - start) * HOUR_MS).toISOString()
    await store.write({ now, userId: null, ownOnly: () => false }, async (records) => {
      for (let index = start; index < start + CHUNK; index++) await insert(records, index)
    })
  }
}

export const fillWithMany = (kontor: Kontor): Promise<void> =>
  fillInChunks(kontor, MANY, async (records, index) => {
    await records.insert(items, itemAt(index))
    await records.insert(customers, customerAt(index) as AnyRecord as never)
  })

/** As many of each other resource, about a hundred customers and items. */
export async function fillWithManyDocuments(kontor: Kontor): Promise<void> {
  const [traded, served]: [string[], string[]] = [[], []]
  await fillInChunks(kontor, 2 * CHUNK, async (records, index) => {
    traded.push((await records.insert(items, itemAt(index))).id)
    served.push((await records.insert(customers, customerAt(index) as AnyRecord as never)).id)
  })
  await fillInChunks(kontor, MANY_DOCUMENTS, (records, index) => {
    const [item, customer] = [traded[index % traded.length]!, served[(index * 3) % served.length]!]
    return insertDocuments(records, { index, share: index / MANY_DOCUMENTS, customer, item })
  })
  for (const resource of catalog.filter(({ name }) => others.includes(name))) {
    const samples = await storedSamples(kontor, resource)
    await fillInChunks(kontor, MANY_DOCUMENTS, (records, index) =>
      insertLike(records, resource, samples, { index, share: index / MANY_DOCUMENTS }),
    )
  }
}
