import assert from 'node:assert/strict'
import type { Answer } from './kontor.ts'
import type { Arena, Request } from './race.ts'
import { randomFrom } from './random.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of every shape.
type AnyRecord = any
type Records = Map<string, AnyRecord>

/** What the clients know for certain: everything that the service has acknowledged, and nothing else. */
interface Journal {
  readonly items: readonly string[]
  readonly customers: readonly string[]
  /** As they were created, by path and by id. */
  readonly records: ReadonlyMap<string, Records>
}

const CREATES: Readonly<Record<string, string>> = {
  '/sales-orders': '/sales-orders',
  '/invoices': '/invoices',
  '/invoices/from-order': '/invoices',
  '/payments': '/payments',
  '/deliveries': '/deliveries',
  '/stock-movements': '/stock-movements',
}

/** Few items and few customers, so that the clients contend for them. */
export async function openJournal(arena: Arena): Promise<Journal> {
  const items: string[] = []
  const prices = [82.5, 0.42, 64.22, 19.99]
  for (const [index, sellingPrice] of prices.entries()) {
    const body = { itemCode: `ITEM-${index}`, itemName: `Item ${index}`, sellingPrice, taxRate: 19 }
    const itemType = index === prices.length - 1 ? 'Service' : 'Product'
    items.push((await arena.create('/items', { ...body, itemType })).id)
  }
  const customers: string[] = []
  for (const creditLimit of [null, 9000, 2500])
    customers.push((await arena.create('/customers', { name: `Limit ${creditLimit}`, creditLimit })).id)
  const records = new Map(Object.values(CREATES).map((path) => [path, new Map()]))
  const journal: Journal = { items, customers, records }
  for (const item of items.slice(0, -1)) {
    const request = {
      method: 'POST',
      path: '/stock-movements',
      body: { item, quantity: 50, reason: 'receipt' },
    } as const
    note(journal, request, await arena.send(0, request))
  }
  return journal
}

/** Keeps what an answer says; anything but success or a refusal with a reason fails the test. */
function note(journal: Journal, { method, path }: Request, { status, body, text }: Answer): void {
  const { records } = journal
  const namesRecord = /_[0-9a-z]{20}/.test(path) // otherwise there is nothing that could have gone meanwhile
  const allowed = [200, 201, 204, 422, ...(namesRecord ? [404] : [])]
  assert.ok(allowed.includes(status), `${method} ${path}: ${status} ${text}`)
  if (status === 201) records.get(CREATES[path]!)!.set(body.data.id, body.data)
  if (status !== 204) return
  const [, resource, id] = path.split('/')
  records.get(`/${resource}`)!.delete(id!)
}

interface Load {
  /** Keeps the keys of several loads apart. */
  readonly name: string
  /** Of each client. */
  readonly requests: number
}

/** One client's share of the chaos: chance requests, each with a key of its own. */
export async function cause(arena: Arena, journal: Journal, client: number, { name, requests }: Load): Promise<void> {
  const random = randomFrom(client + 1)
  for (let count = 0; count < requests; count++) {
    const request = { ...chanceRequest(journal, random), key: `${name}-${client}-${count}` }
    note(journal, request, await arena.send(client, request))
  }
}

type Random = () => number
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const quantity = (random: Random) => Math.ceil(random() * 8) / 2
const known = ({ records }: Journal, random: Random, path: string): AnyRecord =>
  pick(random, [...records.get(path)!.values()].slice(-24)) // the latest, so that many meet

type Maker = (journal: Journal, random: Random) => Request | undefined

const line = ({ items }: Journal, random: Random) => ({
  item: pick(random, items),
  quantity: quantity(random),
  discount: pick(random, [0, 0, 15, 33.3333]),
})
const lines = (journal: Journal, random: Random) =>
  Array.from({ length: Math.ceil(random() * 3) }, () => line(journal, random))

/** Of one line of an order a part; nothing means all that is left. */
const parts = ({ items }: AnyRecord, random: Random) =>
  random() < 0.4 ? {} : { items: [{ line: pick<AnyRecord>(random, items).id, quantity: 0.5 }] }

const about =
  (path: string, make: (record: AnyRecord, random: Random, journal: Journal) => Request): Maker =>
  (journal, random) => {
    const record = known(journal, random, path)
    return record && make(record, random, journal)
  }

const post = (path: string, body: object): Request => ({ method: 'POST', path, body })
const put = (path: string, body: object): Request => ({ method: 'PUT', path, body })
const remove = (path: string): Request => ({ method: 'DELETE', path })

const MAKERS: readonly (readonly [weight: number, maker: Maker])[] = [
  [
    5,
    (journal, random) =>
      post('/sales-orders', { customer: pick(random, journal.customers), items: lines(journal, random) }),
  ],
  [12, about('/sales-orders', ({ id }) => put(`/sales-orders/${id}/status`, { status: 'submitted' }))],
  [
    4,
    about('/sales-orders', ({ id }, random) =>
      put(`/sales-orders/${id}/status`, { status: pick(random, ['draft', 'on_hold', 'closed', 'cancelled']) }),
    ),
  ],
  [
    4,
    about('/sales-orders', ({ id, items }, random) => {
      const changed = items.map((old: AnyRecord) => ({ ...old, quantity: quantity(random) }))
      return put(`/sales-orders/${id}`, { items: changed })
    }),
  ],
  [1, about('/sales-orders', ({ id }) => remove(`/sales-orders/${id}`))],
  [
    6,
    about('/sales-orders', (order, random) =>
      post('/invoices/from-order', { salesOrder: order.id, ...parts(order, random), draft: random() < 0.3 }),
    ),
  ],
  [
    1,
    (journal, random) =>
      post('/invoices', { customer: pick(random, journal.customers), items: lines(journal, random) }),
  ],
  [2, about('/invoices', ({ id }) => put(`/invoices/${id}/status`, { status: 'unpaid' }))],
  [2, about('/invoices', ({ id }) => put(`/invoices/${id}/status`, { status: 'cancelled' }))],
  [1, about('/invoices', ({ id }) => remove(`/invoices/${id}`))],
  [
    5,
    about('/invoices', ({ id, total }, random) =>
      post('/payments', { invoice: id, amount: Math.max(0.01, Number((total * random()).toFixed(2))) }),
    ),
  ],
  [2, about('/payments', ({ id }) => remove(`/payments/${id}`))],
  [
    6,
    about('/sales-orders', (order, random) => post('/deliveries', { salesOrder: order.id, ...parts(order, random) })),
  ],
  [2, about('/deliveries', ({ id }) => remove(`/deliveries/${id}`))],
  [
    3,
    ({ items }, random) =>
      post('/stock-movements', {
        item: pick(random, items),
        quantity: pick(random, [-3, -1, 2, 5, 10]),
        reason: 'adjustment',
      }),
  ],
  [
    1,
    ({ customers }, random) =>
      put(`/customers/${pick(random, customers.slice(1))}`, { creditLimit: pick(random, [2500, 9000]) }),
  ],
  [1, ({ items }, random) => put(`/items/${pick(random, items)}`, { sellingPrice: quantity(random) })],
  [2, about('/sales-orders', ({ customer }) => ({ method: 'GET', path: `/sales-orders?customer=${customer}` }))],
]

const urn = MAKERS.flatMap(([weight, maker]) => Array.from({ length: weight }, () => maker))

function chanceRequest(journal: Journal, random: Random): Request {
  for (;;) {
    const request = pick(random, urn)(journal, random)
    if (request) return request
  }
}
