import assert from 'node:assert/strict'
import { businessNames } from '../support/fixtures.ts'
import type { Kontor } from '../support/kontor.ts'
import type { Planter } from './planted.ts'
import { plantedBody } from './planted-body.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape.
export type AnyRecord = any

/** Planted here by hand, in as many states as they can have. */
const BY_HAND = ['items', 'customers', 'sales-orders', 'invoices', 'payments', 'deliveries', 'stock-movements']
/** What fixtures describe further. */
export const OTHERS = businessNames.filter((name) => !BY_HAND.includes(name))
export const RESOURCES: readonly string[] = [...BY_HAND, ...OTHERS]

type Create = (path: string, body: object) => Promise<AnyRecord>

/** A small business whose records hold planted values in every field, in as many states as records can have. */
export async function plantWorld(kontor: Kontor, token: string, plant: Planter): Promise<void> {
  const first = new Map<string, AnyRecord>()
  const create: Create = async (path, body) => {
    const answer = await kontor.post(path, body, { token })
    assert.equal(answer.status, 201, `${path} ${JSON.stringify(body)} ${answer.text}`)
    const [, resource] = path.split('/') as [string, string]
    if (!first.has(resource)) first.set(resource, answer.body.data)
    return answer.body.data
  }
  const move = async (path: string, status: string) => {
    const answer = await kontor.put(`${path}/status`, { status }, { token })
    assert.equal(answer.status, 200, answer.text)
  }
  const [bolt, nut, service] = await plantItems(create, plant)
  const customers = await plantCustomers(create, plant)
  const order = (index: number) => create('/sales-orders', orderBody(plant, customers[index]!, [bolt!, nut!, service!]))
  const [draft, open, held, part, whole] = [
    await order(0),
    await order(1),
    await order(1),
    await order(0),
    await order(2),
  ]
  for (const one of [open, held, part, whole]) await move(`/sales-orders/${one.id}`, 'submitted')
  await move(`/sales-orders/${held.id}`, 'on_hold')
  await deliverSome(create, plant, part)
  await deliverSome(create, plant, whole)
  await billAndPay(create, plant, part)
  await billAndPay(create, plant, whole)
  await create('/invoices/from-order', {
    salesOrder: open.id,
    draft: true,
    invoiceDate: plant.date(),
    notes: plant.text(),
  })
  await create('/invoices', {
    ...orderBody(plant, customers[2]!, [nut!, service!]),
    orderDate: undefined,
    deliveryDate: undefined,
    invoiceDate: plant.date(),
    draft: true,
  })
  for (const customer of customers.slice(0, 3))
    await create('/sales-orders', { ...orderBody(plant, customer, [bolt!, nut!]), paymentTerms: plant.text() })
  await move(`/sales-orders/${draft.id}`, 'cancelled')
  for (const name of OTHERS)
    for (let count = 0; count < 2; count++)
      await create(
        `/${name}`,
        plantedBody(name, plant, (one) => first.get(one)),
      )
}

async function plantItems(create: Create, plant: Planter): Promise<AnyRecord[]> {
  const itemOf = (itemType: string) =>
    create('/items', {
      itemCode: plant.text(),
      itemName: plant.text(),
      category: plant.text(),
      itemType,
      uom: plant.text(),
      sellingPrice: plant.number(100, 900),
      costPrice: plant.number(100, 900),
      taxRate: plant.number(10, 30),
      reorderLevel: plant.number(100, 900),
      reorderQty: plant.number(100, 900),
      description: plant.text(),
      images: [`https://example.com/${plant.text()}.png`],
    })
  const items = [await itemOf('Product'), await itemOf('Consumable'), await itemOf('Service'), await itemOf('Product')]
  for (const { id } of items.slice(0, 2))
    for (const reason of ['receipt', 'adjustment'])
      await create('/stock-movements', { item: id, quantity: plant.number(2000, 9000), reason, note: plant.text() })
  return items
}

const plantCustomers = async (create: Create, plant: Planter): Promise<AnyRecord[]> => {
  const customerOf = (creditLimit: number) =>
    create('/customers', {
      name: plant.text(),
      email: `${plant.text()}@example.com`,
      phone: plant.text(),
      type: plant.text(),
      address: {
        street: plant.text(),
        city: plant.text(),
        state: plant.text(),
        zipCode: plant.text(),
        country: 'DE',
      },
      creditLimit,
      paymentTerms: plant.text(),
      taxId: plant.text(),
    })
  const rich = () => customerOf(plant.number(50_000_000, 90_000_000))
  return [await rich(), await rich(), await customerOf(0), await rich()]
}

const orderBody = (plant: Planter, { id }: AnyRecord, items: readonly AnyRecord[]) => ({
  customer: id,
  orderDate: plant.date(),
  deliveryDate: plant.date(),
  notes: plant.text(),
  items: items.map((item, index) => ({
    item: item.id,
    quantity: plant.number(100, 900),
    discount: plant.number(1, 20),
    // One line keeps the price of its item, as most do.
    ...(index > 0 && { rate: plant.number(100, 900), taxRate: plant.number(10, 30) }),
  })),
})

const deliverSome = (create: Create, plant: Planter, order: AnyRecord) =>
  create('/deliveries', {
    salesOrder: order.id,
    deliveryDate: plant.date(),
    notes: plant.text(),
    items: order.items.slice(0, 2).map(({ id }: AnyRecord) => ({ line: id, quantity: plant.number(2, 9) })),
  })

/** Two payments, so that what was paid on an invoice is not the amount of one of them. */
async function billAndPay(create: Create, plant: Planter, order: AnyRecord): Promise<void> {
  const invoice = await create('/invoices/from-order', {
    salesOrder: order.id,
    invoiceDate: plant.date(),
    dueDate: plant.date(),
    notes: plant.text(),
    items: order.items.map(({ id }: AnyRecord) => ({ line: id, quantity: plant.number(20, 90) })),
  })
  for (const reference of [plant.text(), plant.text()]) {
    const amount = Number((1000 + plant.number(100, 900)).toFixed(2))
    const body = { invoice: invoice.id, amount, paymentDate: plant.date(), reference, method: 'cash' }
    await create('/payments', body)
  }
}

/** The records of each resource, and what the audit log tells of earlier ones. */
export type Snapshot = Readonly<Record<string, readonly AnyRecord[]>> & { readonly past: readonly AnyRecord[] }

/** All records, as the administrator sees them. */
export async function snapshotOf(kontor: Kontor): Promise<Snapshot> {
  const all: { [name: string]: AnyRecord[] } = {}
  for (const name of RESOURCES) all[name] = await listAll(kontor, `/${name}?perPage=100`)
  all.past = await listAll(kontor, `/audit-log?resource[in]=${RESOURCES.join(',')}&perPage=100`)
  return all as unknown as Snapshot
}

async function listAll(kontor: Kontor, path: string): Promise<AnyRecord[]> {
  const found: AnyRecord[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body, text } = await kontor.get(path + (cursor && `&cursor=${cursor}`))
    assert.equal(status, 200, text)
    found.push(...body.data)
    cursor = body.meta.nextCursor
  }
  return found
}
