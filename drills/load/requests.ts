import { between, pick, type Random } from '../framework/random.ts'
import type { AnyRecord } from '../history/content.ts'
import type { NewOperation } from '../history/history.ts'
import type { KnownRecords } from './known-records.ts'

/** What a request is made from. The label is different for every request. */
interface RequestContext {
  readonly known: KnownRecords
  readonly random: Random
  readonly label: string
}

/** Undefined if there is no record yet that the request could be about. */
type RequestBuilder = (context: RequestContext) => NewOperation | undefined

const post = (path: string, body: object, creates = 1): NewOperation => ({ method: 'POST', path, body, creates })
const put = (path: string, body: object, version?: number): NewOperation => ({
  method: 'PUT',
  path,
  body,
  creates: 0,
  ...(version !== undefined && { version }),
})

const about =
  (resource: string, build: (record: AnyRecord, context: RequestContext) => NewOperation | undefined): RequestBuilder =>
  (context) => {
    const record = context.known.pick(context.random, resource)
    return record && build(record, context)
  }

const quantity = (random: Random) => between(random, 1, 8) / 2

const item = (label: string, random: Random) => ({
  itemCode: label,
  itemName: `Item ${label}`,
  sellingPrice: between(random, 1, 9999) / 100,
  taxRate: pick(random, [0, 7, 19]),
})

const linesOf = ({ known, random }: RequestContext) =>
  Array.from({ length: between(random, 1, 4) }, () => ({
    item: known.pick(random, 'items')!.id,
    quantity: quantity(random),
    discount: pick(random, [0, 0, 15, 33.3333]),
  }))

const WEIGHTED_BUILDERS: readonly (readonly [weight: number, builder: RequestBuilder])[] = [
  [5, ({ label, random }) => post('/items', item(label, random))],
  [4, ({ label }) => post('/customers', { name: `Customer ${label}` })],
  [
    8,
    about('customers', ({ id }, context) =>
      post('/sales-orders', { customer: id, notes: context.label, items: linesOf(context) }),
    ),
  ],
  [5, about('items', ({ id, version }, { label }) => put(`/items/${id}`, { description: label }, version))],
  [3, about('customers', ({ id, version }, { label }) => put(`/customers/${id}`, { phone: label }, version))],
  [4, about('sales-orders', ({ id, version }, { label }) => put(`/sales-orders/${id}`, { notes: label }, version))],
  [
    8,
    about('sales-orders', ({ id, status }) =>
      status === 'draft' ? put(`/sales-orders/${id}/status`, { status: 'submitted' }) : undefined,
    ),
  ],
  [5, about('sales-orders', ({ id }) => post('/invoices/from-order', { salesOrder: id }))],
  [
    2,
    about('customers', ({ id }, context) =>
      post('/invoices', { customer: id, notes: context.label, items: linesOf(context) }),
    ),
  ],
  [
    4,
    about('invoices', ({ id, total }, { label, random }) =>
      post('/payments', {
        invoice: id,
        amount: Math.max(0.01, Number((total * random()).toFixed(2))),
        reference: label,
      }),
    ),
  ],
  [1, about('payments', ({ id }) => ({ method: 'DELETE', path: `/payments/${id}`, creates: 0 }))],
  [4, about('sales-orders', ({ id }, { label }) => post('/deliveries', { salesOrder: id, notes: label }))],
  [
    5,
    about('items', ({ id }, { label, random }) =>
      post('/stock-movements', { item: id, quantity: pick(random, [-2, 5, 50]), reason: 'adjustment', note: label }),
    ),
  ],
  [
    3,
    (context) => {
      const { label, random } = context
      const operations = [
        { method: 'POST', path: '/items', body: item(`${label}-b`, random) },
        { ref: 'customer', method: 'POST', path: '/customers', body: { name: `Customer ${label}` } },
        {
          method: 'POST',
          path: '/sales-orders',
          body: { customer: '$customer.id', notes: label, items: linesOf(context) },
        },
      ]
      return post('/batch', { operations }, operations.length)
    },
  ],
]

const builders = WEIGHTED_BUILDERS.flatMap(([weight, builder]) => Array.from({ length: weight }, () => builder))

/** An item and a customer must be known. */
export function randomRequest(context: RequestContext): NewOperation {
  for (;;) {
    const request = pick(context.random, builders)(context)
    if (request) return request
  }
}

/** What the clients begin with: goods in stock and customers. */
export const firstRequests = (label: string): readonly NewOperation[] => [
  ...[82.5, 0.42, 64.22, 19.99].map((sellingPrice, index) =>
    post('/items', { itemCode: `${label}-${index}`, itemName: `Item ${index}`, sellingPrice, taxRate: 19 }),
  ),
  ...[null, 9000, 2500].map((creditLimit) => post('/customers', { name: `Limit ${creditLimit}`, creditLimit })),
]
