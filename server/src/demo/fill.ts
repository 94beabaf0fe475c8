import { serviceActor } from '../core/access.ts'
import type { Executor } from '../core/command.ts'
import { plainList } from '../core/lists/list-query.ts'
import { Problem, refuseFaults } from '../core/problem.ts'
import { Faults, readInput } from '../model/input.ts'
import type { AnyRecord, Resource } from '../model/resource.ts'
import { customers } from '../resources/customers/customers.resource.ts'
import { deliveries } from '../resources/deliveries/deliveries.resource.ts'
import { items } from '../resources/items/items.resource.ts'
import { payments } from '../resources/payments/payments.resource.ts'
import { quotations } from '../resources/quotations/quotations.resource.ts'
import { salesOrders } from '../resources/sales-orders/sales-orders.resource.ts'
import { SETTINGS_ID, settings } from '../resources/settings/settings.resource.ts'
import { stockMovements } from '../resources/stock-movements/stock-movements.resource.ts'
import { demoCustomers } from './customers.ts'
import { demoItems } from './items.ts'
import { type Deal, demoDeals, demoOffers, isLow, type Offer, openingStock } from './trade.ts'

export interface Filled {
  readonly items: number
  readonly customers: number
  readonly orders: number
}

type Created = AnyRecord & { readonly id: string }

/** Performs actions as a user of the API would, as the service itself. */
interface Clerk {
  create(resource: Resource, values: AnyRecord): Promise<Created>
  act(resource: string, action: string, id: string, input: AnyRecord): Promise<Created>
  isEmpty(resource: string): Promise<boolean>
}

const COMPANY = {
  companyName: 'Kettenwerk Handels GmbH',
  address: { street: 'Am Güterbahnhof 7', city: 'Bremen', state: 'Bremen', zipCode: '28195', country: 'DE' },
  taxId: 'DE999000001',
  email: 'kontor@kettenwerk.example',
  phone: '+49 421 5550 100',
  timeZone: 'Europe/Berlin',
  isSetUp: true,
}

/** Fills an empty database with a small trading company; leaves one that is in use alone and returns undefined. */
export async function fillDemo(executor: Executor, now = Date.now()): Promise<Filled | undefined> {
  const clerk = clerkWith(executor)
  if (!(await clerk.isEmpty('items')) || !(await clerk.isEmpty('customers'))) return undefined
  try {
    await clerk.act(settings.name, 'update', SETTINGS_ID, COMPANY)
    const goods = await createAll(clerk, items, demoItems as readonly AnyRecord[])
    const buyers = await createAll(clerk, customers, demoCustomers as readonly AnyRecord[])
    await stockUp(clerk, goods)
    const deals = demoDeals(buyers.length, goods.length)
    for (const deal of deals) await trade(clerk, deal, buyers, goods, now)
    const offers = demoOffers(buyers.length, goods.length)
    for (const one of offers) await offer(clerk, one, buyers, goods, now)
    await takeStock(clerk, goods)
    const converted = offers.filter(({ progress }) => progress === 'converted')
    return { items: goods.length, customers: buyers.length, orders: deals.length + converted.length }
  } catch (error) {
    // The records have no fault: one of them can only be refused because another process is creating them just now.
    if (error instanceof Problem && error.code === 'VALIDATION_ERROR') return undefined
    throw error
  }
}

async function createAll(clerk: Clerk, resource: Resource, records: readonly AnyRecord[]): Promise<Created[]> {
  const created: Created[] = []
  for (const values of records) created.push(await clerk.create(resource, values))
  return created
}

async function stockUp(clerk: Clerk, goods: readonly Created[]): Promise<void> {
  for (const { id, itemType, reorderLevel } of goods) {
    if (itemType === 'Service') continue
    const quantity = openingStock(reorderLevel as number)
    await clerk.create(stockMovements, { item: id, quantity, reason: 'receipt', note: 'Opening stock' })
  }
}

/** A stock count finds less than the ledger says: those items should be reordered. */
async function takeStock(clerk: Clerk, goods: readonly Created[]): Promise<void> {
  for (const [place, { id, itemType }] of goods.entries()) {
    if (itemType === 'Service' || !isLow(place)) continue
    const { currentStock, reorderLevel } = (await clerk.act('items', 'read', id, {})) as AnyRecord as Record<
      string,
      number
    >
    const quantity = Math.floor(reorderLevel! / 2) - currentStock!
    if (quantity < 0) await clerk.create(stockMovements, { item: id, quantity, note: 'Stocktaking' })
  }
}

const daysBefore = (now: number) => (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** For whom a document is, and its lines. */
function contentOf(deal: Pick<Deal, 'customer' | 'lines'>, buyers: readonly Created[], goods: readonly Created[]) {
  const active = (list: readonly Created[], place: number) =>
    [...list.slice(place), ...list].find(({ isActive, creditHold }) => isActive && !creditHold)!
  return {
    customer: active(buyers, deal.customer).id,
    items: deal.lines.map(({ item, ...rest }) => ({ item: active(goods, item).id, ...rest })),
  }
}

/** One quotation at a stage of its life. */
async function offer(
  clerk: Clerk,
  one: Offer,
  buyers: readonly Created[],
  goods: readonly Created[],
  now: number,
): Promise<void> {
  const { daysAgo, progress } = one
  const day = daysBefore(now)
  const dates = { quotationDate: day(daysAgo), ...(progress === 'expired' && { validUntil: day(daysAgo - 14) }) }
  const { id } = await clerk.create(quotations, { ...dates, ...contentOf(one, buyers, goods) })
  const move = (status: string, more: object = {}) => clerk.act('quotations', 'status', id, { status, ...more })
  if (progress === 'draft') return
  await move('sent')
  if (progress === 'accepted') await move('accepted')
  if (progress === 'rejected') await move('rejected', { rejectionReason: 'Found a closer supplier.' })
  if (progress !== 'converted') return
  const input = { orderDate: day(Math.max(0, daysAgo - 4)), items: [] }
  const order = await clerk.act('quotations', 'convert-to-order', id, input)
  await clerk.act('sales-orders', 'status', order.id, { status: 'submitted', overrideCreditLimit: true })
}

/** One order at a stage of its life. */
async function trade(
  clerk: Clerk,
  deal: Deal,
  buyers: readonly Created[],
  goods: readonly Created[],
  now: number,
): Promise<void> {
  const day = daysBefore(now)
  const { daysAgo, progress } = deal
  const dates = { orderDate: day(daysAgo), deliveryDate: day(daysAgo - 7) }
  const { id } = await clerk.create(salesOrders, { ...dates, ...contentOf(deal, buyers, goods) })
  if (progress === 'draft') return
  if (progress === 'cancelled') return void (await clerk.act('sales-orders', 'status', id, { status: 'cancelled' }))
  const order = await clerk.act('sales-orders', 'status', id, { status: 'submitted', overrideCreditLimit: true })
  if (progress === 'submitted') return
  await deliver(clerk, order, day(Math.max(0, daysAgo - 3)), progress === 'part_delivered')
  if (progress === 'part_delivered' || progress === 'delivered') return
  const input = { salesOrder: id, invoiceDate: day(Math.max(0, daysAgo - 4)), items: [] }
  const invoice = await clerk.act('invoices', 'create-from-order', '', input)
  await pay(clerk, invoice, day(Math.max(0, daysAgo - 24)), progress)
  if (progress === 'paid') await clerk.act('sales-orders', 'status', id, { status: 'closed' })
}

async function deliver(clerk: Clerk, order: Created, deliveryDate: string, isPart: boolean): Promise<void> {
  const lines = order.items as { id: string; itemType: string; quantity: number }[]
  const stocked = lines.filter(({ itemType }) => itemType !== 'Service')
  const picked = isPart ? stocked.slice(0, 1) : stocked
  if (picked.length === 0) return
  const chosen = picked.map(({ id, quantity }) => ({ line: id, quantity }))
  await clerk.create(deliveries, { salesOrder: order.id, deliveryDate, items: chosen })
}

async function pay(
  clerk: Clerk,
  { id, total, invoiceNumber }: Created,
  paymentDate: string,
  progress: Deal['progress'],
): Promise<void> {
  const share = { paid: 1, part_paid: 0.5 }[progress as 'paid'] ?? 0
  const amount = Math.round((total as number) * share * 100) / 100
  const reference = `Transfer for ${invoiceNumber}`
  if (amount > 0) await clerk.create(payments, { invoice: id, amount, paymentDate, reference })
}

function clerkWith(executor: Executor): Clerk {
  const run = async (resource: string, action: string, id: string, input: AnyRecord, list?: object) => {
    const { body } = await executor.execute({
      resource,
      action,
      actor: serviceActor,
      id,
      input,
      ...(list && { list }),
    } as never)
    return JSON.parse(body).data
  }
  return {
    act: run,
    create(resource, values) {
      const faults = new Faults()
      const input = readInput(resource.fields, values, 'create', faults)
      refuseFaults(faults.details, faults.omitted)
      return run(resource.name, 'create', '', input)
    },
    async isEmpty(resource) {
      return (await run(resource, 'list', '', {}, plainList([], { perPage: 1 }))).length === 0
    },
  }
}
