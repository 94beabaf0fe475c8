// A few months of business through the front door: documents in every state, as different from each other as possible.
import type { AnyRecord } from '../../src/model/resource.ts'
import type { Kontor } from '../support/kontor.ts'
import { create, createCustomer, createItem } from '../support/records.ts'
import { created, createSamples, creating } from '../support/world.ts'
import { samples } from './sample.ts'
import { walkCursor } from './walk.ts'

const ORDERS = 32
const HOUR_MS = 3_600_000
const at = <T>(values: readonly T[], index: number): T => values[index % values.length]!

/** What is made here, and the resources of which `sample.ts` makes more than this trade needs. */
const TRADED = ['sales-orders', 'invoices', 'payments', 'deliveries', 'stock-movements']
const SAMPLED = [...Object.keys(samples), 'views']
/** All others have the samples of their fixtures. */
export const others: readonly string[] = created
  .map(({ name }) => name)
  .filter((name) => ![...TRADED, ...SAMPLED].includes(name))

export type Trade = Readonly<Record<string, AnyRecord[]>>

const NAMES = ['Anvil AG', 'anvil ag', 'Ärmel & Söhne', 'Łódź, "50%"', '日本語']
const TYPES = ['Product', 'Consumable', 'Product', 'Service']
const NOTES = [null, 'Ring twice', 'RING TWICE', '', 'a,b', '100% sure', null]
const TERMS = [null, 'Net 30', 'net 30', 'EOM+10', 'Net 400']
const DAYS = ['2024-02-29', '2025-12-31', '2026-01-01', '2026-06-15', '2026-06-15']
const METHODS = ['bank_transfer', 'cash', 'card', 'other']
const REASONS = ['receipt', 'adjustment', 'return', 'write_off']

interface Market {
  readonly items: readonly AnyRecord[]
  readonly customers: readonly AnyRecord[]
}

async function openMarket(kontor: Kontor): Promise<Market> {
  const items: AnyRecord[] = []
  for (const [index, itemType] of TYPES.entries()) {
    const prices = { sellingPrice: at([0.42, 10, 82.5, 1234.5678], index), taxRate: at([0, 7, 19], index) }
    items.push(await createItem(kontor, { itemName: `Ware ${index}`, itemType, ...prices }))
  }
  const customers: AnyRecord[] = []
  for (const [index, name] of NAMES.entries()) {
    const address = at([{ city: 'Hamburg', country: 'DE' }, {}, { city: 'Łódź', country: 'PL' }], index)
    customers.push(await createCustomer(kontor, { name, address, paymentTerms: at(TERMS, index) }))
  }
  for (let index = 0; index < 12; index++) {
    const [item, reason] = [at([items[0]!, items[1]!, items[2]!], index), at(REASONS, index)]
    const quantity = at([100_000, 5000, 0.5, -0.25], index)
    await create(kontor, '/stock-movements', { item: item.id, quantity, reason, note: at(NOTES, index) })
  }
  return { items, customers }
}

async function order({ items, customers }: Market, kontor: Kontor, index: number): Promise<AnyRecord> {
  const lines = Array.from({ length: 1 + (index % 3) }, (_, place) => ({
    item: at(items, index + place).id,
    quantity: at([1, 2.25, 10, 0.0001], index + place),
    discount: at([0, 15, 100], index * 2 + place),
  }))
  const orderDate = at(DAYS, index)
  const deliveryDate = at([null, orderDate, '2026-12-24'], index)
  return create(kontor, '/sales-orders', {
    customer: at(customers, index * 3).id,
    orderDate,
    deliveryDate,
    items: lines,
    paymentTerms: at(TERMS, index),
    notes: at(NOTES, index),
  })
}

/** Takes an order as far as its place in the sample says. */
async function proceed(kontor: Kontor, { id, items }: AnyRecord, index: number): Promise<void> {
  const move = (status: string) => kontor.put(`/sales-orders/${id}/status`, { status })
  const stage = index % 8
  if (stage === 0) return
  if (stage === 1) return void (await move('cancelled'))
  await move('submitted')
  if (stage === 2) return void (await move('on_hold'))
  const [line] = items as { id: string; quantity: number }[]
  const part = stage % 2 === 0 ? [{ line: line!.id, quantity: line!.quantity }] : []
  await kontor.post('/deliveries', {
    salesOrder: id,
    deliveryDate: at(DAYS, index),
    items: part,
    notes: at(NOTES, index),
  })
  if (stage === 3) return
  await invoice(kontor, id as string, index, stage === 4)
  if (stage === 7) await move('closed')
}

async function invoice(kontor: Kontor, salesOrder: string, index: number, draft: boolean): Promise<void> {
  const { id, total } = await create(kontor, '/invoices/from-order', {
    salesOrder,
    invoiceDate: at(DAYS, index),
    draft,
  })
  if (draft || total === 0) return
  for (const share of at([[], [1], [0.3], [0.5, 0.5]], index)) {
    const amount = Math.max(0.01, Math.floor((total as number) * share * 100) / 100)
    const [paymentDate, method] = [at(DAYS, index + 1), at(METHODS, index)]
    await kontor.post('/payments', { invoice: id, amount, paymentDate, method, reference: at(NOTES, index) })
  }
}

/** Trades for a few days, and returns all records afterwards. */
export async function fillTrade(kontor: Kontor): Promise<Trade> {
  kontor.advance(-ORDERS * 2 * HOUR_MS)
  await kontor.signInAgain()
  const market = await openMarket(kontor)
  for (let index = 0; index < ORDERS; index++) {
    await proceed(kontor, await order(market, kontor, index), index)
    kontor.advance(2 * HOUR_MS)
    await kontor.signInAgain()
  }
  for (let index = 0; index < 6; index++) {
    const items = [{ item: at(market.items, index).id, quantity: index + 1 }]
    const direct = {
      customer: at(market.customers, index).id,
      items,
      invoiceDate: at(DAYS, index),
      draft: index % 2 === 0,
    }
    const { id } = await create(kontor, '/invoices', direct)
    if (index === 5) await kontor.put(`/invoices/${id}/status`, { status: 'cancelled' })
  }
  const one = creating(kontor)
  for (const name of others) await createSamples(kontor, name, one)
  const listed = async (resource: string) => walkCursor(kontor, `/${resource}`, { perPage: 100 })
  return Object.fromEntries(await Promise.all([...TRADED, ...others].map(async (name) => [name, await listed(name)])))
}
