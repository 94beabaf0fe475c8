import assert from 'node:assert/strict'
import type { Kontor } from '../support/kontor.ts'
import { ONE } from './amounts.ts'
import { assertShows, carryOut } from './attempt.ts'
import { Business, type Customer, patternsOf } from './business.ts'
import { createCustomer } from './customer-steps.ts'
import { createItem } from './item-steps.ts'
import { customerView, deliveryView, invoiceView, itemView, orderView, paymentView } from './views.ts'

const PER_PAGE = 100

let worlds = 0

/** A company with a name and series of numbers of its own, so that many can live on one server, one after the other. */
export async function foundBusiness(kontor: Kontor): Promise<Business> {
  const business = new Business(`W${++worlds}`, worlds % 3 === 0 ? 'line' : 'rate')
  const { name, taxRounding } = business
  const answer = await kontor.put('/settings', { ...patternsOf(name), taxRounding })
  assert.equal(answer.status, 200, answer.text)
  for (const type of ['Service', 'Product'] as const) {
    await carryOut(business, kontor, createItem(business, { type, price: 10n * ONE, taxRate: 0n, isCopy: false }))
  }
  await carryOut(business, kontor, createCustomer(business, { limit: null }))
  return business
}

/** Reads everything there is and compares it: nothing may be missing, be left over or look different. */
export async function inspect(business: Business, kontor: Kontor): Promise<void> {
  const { items, customers, orders, invoices, deliveries, payments } = business
  const oneOf = `[in]=${idsOf(customers)}`
  await compare(kontor, `/items?id[in]=${idsOf(items)}`, items, (item) => itemView(business, item))
  await compare(kontor, `/customers?id${oneOf}`, customers, (customer) => customerView(business, customer))
  await compare(kontor, `/sales-orders?customer${oneOf}`, orders, (order) => orderView(business, order))
  await compare(kontor, `/invoices?customer${oneOf}`, invoices, (invoice) => invoiceView(business, invoice))
  await compare(kontor, `/deliveries?customer${oneOf}`, deliveries, deliveryView)
  await compare(kontor, `/payments?customer${oneOf}`, payments, paymentView)
  await compareCount(kontor, 'sales-orders', customers[0]!, orders)
  await compareCount(kontor, 'invoices', customers[0]!, invoices)
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).join(',')

async function compare<T extends { readonly id: string; readonly isGone: boolean }>(
  kontor: Kontor,
  address: string,
  records: readonly T[],
  view: (record: T) => object,
): Promise<void> {
  const expected = records.filter(({ isGone }) => !isGone)
  assert.ok(expected.length <= PER_PAGE, 'a world must fit on one page')
  const answer = await kontor.get(`${address}&perPage=${PER_PAGE}`)
  assert.equal(answer.status, 200, answer.text)
  const found = new Map<string, object>(answer.body.data.map((record: T) => [record.id, record]))
  assert.deepEqual([...found.keys()].sort(), expected.map(({ id }) => id).sort(), address)
  for (const record of expected) assertShows(found.get(record.id), view(record))
}

/** How many documents one customer has is not counted when it is asked for, but kept: it must be right all the same. */
async function compareCount(
  kontor: Kontor,
  resource: string,
  customer: Customer,
  records: readonly { readonly customer: Customer; readonly isGone: boolean }[],
): Promise<void> {
  const { text, body } = await kontor.get(`/${resource}?customer=${customer.id}&perPage=1&fields=id`)
  const expected = records.filter((record) => record.customer === customer && !record.isGone)
  assert.equal(body.meta?.total, expected.length, text)
}
