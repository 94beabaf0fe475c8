import { Lot } from '../server/src/demo/sized/lot.ts'
import type { KontorContender } from './contender.ts'
import { getRequest, type Next, postRequest } from './load.ts'
import { oneMisspelt, oneWord, questionAt, type Way } from './questions.ts'

const SEED = 12
const PAGES = 5
const LINES = 5

/** One thing that clients ask for, again and again with other values. */
export interface Story {
  readonly title: string
  /** Looks up whatever the requests need; returns how each of them is made. */
  prepare(kontor: KontorContender): Promise<Next>
}

export const readItem: Story = {
  title: 'read an item',
  async prepare(kontor) {
    const requests = (await idsOf(kontor, '/items')).map((id) => getRequest(`/api/v1/items/${id}`, kontor.token))
    return oneAfterTheOther((lot) => lot.one(requests))
  },
}

export const listItems: Story = {
  title: 'list 20 items of a category, with total',
  async prepare({ call, token }) {
    const { data } = await call('GET', '/items?perPage=100')
    const categories = [...new Set((data as { category: string }[]).map(({ category }) => category))]
    const requests = categories.map((category) =>
      getRequest(`/api/v1/items?category=${encodeURIComponent(category)}`, token),
    )
    return oneAfterTheOther((lot) => lot.one(requests))
  },
}

export const searchFor = (way: Way): Story => ({
  title: `search for ${way.title}`,
  async prepare({ call, token }) {
    const { meta } = await call('GET', '/items?perPage=1')
    let asked = 0
    return () => getRequest(`/api/v1/search?q=${encodeURIComponent(questionAt(way, ++asked, meta.total).text)}`, token)
  },
})

export const createItem: Story = {
  title: 'create an item',
  async prepare({ token }) {
    return () => {
      const item = { itemCode: freshCode(), itemName: 'Compact steel bolt M8', category: 'Fasteners', sellingPrice: 2 }
      return postRequest('/api/v1/items', token, item)
    }
  },
}

export const createOrder: Story = {
  title: `create an order of ${LINES} lines`,
  async prepare(kontor) {
    const goods = await idsOf(kontor, '/items?isActive=true')
    const buyers = await idsOf(kontor, '/customers?isActive=true')
    return oneAfterTheOther((lot) => {
      const items = Array.from({ length: LINES }, () => ({ item: lot.one(goods), quantity: 1 + lot.below(9) }))
      return postRequest('/api/v1/sales-orders', kontor.token, { customer: lot.one(buyers), items })
    })
  },
}

export const stories: readonly Story[] = [
  readItem,
  listItems,
  searchFor(oneWord),
  searchFor(oneMisspelt),
  createItem,
  createOrder,
]

function oneAfterTheOther(make: (lot: Lot) => string): Next {
  let count = 0
  return () => make(new Lot(SEED, ++count))
}

/** A code that nobody has, whichever runs there were before. */
const run = `${process.pid}-${Date.now().toString(36)}`
let created = 0
const freshCode = () => `NEW-${run}-${++created}`

/** Some hundred ids from all over a list. */
async function idsOf({ call }: KontorContender, path: string): Promise<string[]> {
  const pageAt = (page: number) => call('GET', `${path}${path.includes('?') ? '&' : '?'}perPage=100&page=${page}`)
  const { data, meta } = await pageAt(1)
  const ids = new Set((data as { id: string }[]).map(({ id }) => id))
  for (let page = 1; page < PAGES; page++) {
    const further = await pageAt(1 + Math.floor((page * meta.totalPages) / PAGES))
    for (const { id } of further.data as { id: string }[]) ids.add(id)
  }
  return [...ids]
}
