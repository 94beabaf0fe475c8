import { SeededRandom } from '../server/src/demo/sized/seeded-random.ts'
import { getRequest, type NextRequest, postRequest } from './load-generator.ts'
import { oneMisspelt, oneWord, type QueryKind, queryAt } from './search-queries.ts'
import type { KontorServer } from './server-under-test.ts'

const SEED = 12
const PAGES = 5
const LINES = 5

/** One kind of request that clients repeat with different values. */
export interface RequestKind {
  readonly title: string
  /** Reads the data that the requests need, and returns a generator of requests. */
  prepare(kontor: KontorServer): Promise<NextRequest>
}

export const readItem: RequestKind = {
  title: 'read an item',
  async prepare(kontor) {
    const requests = (await idsOf(kontor, '/items')).map((id) => getRequest(`/api/v1/items/${id}`, kontor.token))
    return randomRequests((random) => random.one(requests))
  },
}

export const listItems: RequestKind = {
  title: 'list 20 items of a category, with total',
  async prepare({ call, token }) {
    const { data } = await call('GET', '/items?perPage=100')
    const categories = [...new Set((data as { category: string }[]).map(({ category }) => category))]
    const requests = categories.map((category) =>
      getRequest(`/api/v1/items?category=${encodeURIComponent(category)}`, token),
    )
    return randomRequests((random) => random.one(requests))
  },
}

export const searchFor = (kind: QueryKind): RequestKind => ({
  title: `search for ${kind.title}`,
  async prepare({ call, token }) {
    const { meta } = await call('GET', '/items?perPage=1')
    let count = 0
    return () => getRequest(`/api/v1/search?q=${encodeURIComponent(queryAt(kind, ++count, meta.total).text)}`, token)
  },
})

export const createItem: RequestKind = {
  title: 'create an item',
  async prepare({ token }) {
    return () => {
      const item = { itemCode: uniqueCode(), itemName: 'Compact steel bolt M8', category: 'Fasteners', sellingPrice: 2 }
      return postRequest('/api/v1/items', token, item)
    }
  },
}

export const createOrder: RequestKind = {
  title: `create an order of ${LINES} lines`,
  async prepare(kontor) {
    const itemIds = await idsOf(kontor, '/items?isActive=true')
    const customerIds = await idsOf(kontor, '/customers?isActive=true')
    return randomRequests((random) => {
      const items = Array.from({ length: LINES }, () => ({ item: random.one(itemIds), quantity: 1 + random.below(9) }))
      return postRequest('/api/v1/sales-orders', kontor.token, { customer: random.one(customerIds), items })
    })
  },
}

export const requestKinds: readonly RequestKind[] = [
  readItem,
  listItems,
  searchFor(oneWord),
  searchFor(oneMisspelt),
  createItem,
  createOrder,
]

export const isWrite = ({ title }: RequestKind): boolean => title.startsWith('create')

function randomRequests(create: (random: SeededRandom) => string): NextRequest {
  let count = 0
  return () => create(new SeededRandom(SEED, ++count))
}

/** Item codes must be unique, also among several runs on the same database. */
const run = `${process.pid}-${Date.now().toString(36)}`
let created = 0
const uniqueCode = () => `NEW-${run}-${++created}`

/** Some hundred ids, spread over the whole list. */
async function idsOf({ call }: KontorServer, path: string): Promise<string[]> {
  const pageAt = (page: number) => call('GET', `${path}${path.includes('?') ? '&' : '?'}perPage=100&page=${page}`)
  const { data, meta } = await pageAt(1)
  const ids = new Set((data as { id: string }[]).map(({ id }) => id))
  for (let page = 1; page < PAGES; page++) {
    const further = await pageAt(1 + Math.floor((page * meta.totalPages) / PAGES))
    for (const { id } of further.data as { id: string }[]) ids.add(id)
  }
  return [...ids]
}
